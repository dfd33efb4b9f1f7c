import {randomUUID} from 'node:crypto';
import {mutationNames, mutations} from '../../seal/test/mutations.js';
import {protectForm, sealRequest} from '../../service/test/requests.js';

type Random = (below: number) => number;

export interface Malformed {
  bytes: Buffer;
  /** True if the service may wait for data that never arrives. */
  mayLackEnd: boolean;
}

/** A valid request, before it is damaged. */
interface Good {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** Values that are invalid for every field. */
const odd: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  2 ** 53,
  0.1,
  '',
  ' ',
  '\ud800',
  '\u0000',
  'x'.repeat(70_000),
  '../../etc/passwd',
  '1e400',
  '2026-02-30T25:61:61Z',
  [],
  [[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]],
  {},
  JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{}}}'),
  {length: 1e9},
];

const oddNames = ['__proto__', '', 'a', 'x'.repeat(300)] as const;

const oddTexts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '99999999999999999999',
  'null',
  'Bearer ',
  'Bearer eyJhbGciOiJub25lIn0.e30.',
  'sha-256=:AAAA:',
  'sig1=("@method" "@authority");keyid="x";nonce="y";created=1',
  'a=:b:',
  'application/json; charset=utf-7',
  'application/jose',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(4_000)}`,
  'text/html, */*;q=2, application/vnd.c2pa.crjson+json',
  'chunked, gzip',
  'bytes=0-,-1',
  '\u00ff\u00fe',
  'x'.repeat(20_000),
];

const headerNames: readonly string[] = [
  'X-API-Key',
  'Authorization',
  'Idempotency-Key',
  'Content-Type',
  'Content-Length',
  'Content-Encoding',
  'Transfer-Encoding',
  'Content-Digest',
  'Signature',
  'Signature-Input',
  'Accept',
  'Origin',
  'Host',
  'Expect',
  'Connection',
  'Upgrade',
  'Range',
  'X-Forwarded-For',
  'X-Request-Id',
];

const paths: readonly string[] = [
  '/protection/sandbox/seal',
  '/protection/sandbox/protect',
  '/protection/sandbox/redact',
  '/protection/sandbox/add-timestamp',
  '/protection/sandbox/inspect',
  '/protection/sandbox/tokens',
  '/protection/sandbox/trust.json',
  '/protection/sandbox/trust.pem',
  '/protection/sandbox/ocsp',
  '/protection/sandbox/ocsp/AAAA',
  '/protection/sandbox/timestamp',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/protection/sandbox/%00',
  '/protection/sandbox/..%2f..%2fkeys.db',
  '/protection//seal',
  '/%',
  '/?a[__proto__]=1',
  '*',
  'http://localhost:1/protection/sandbox/seal',
  `/${'a'.repeat(9_000)}`,
];

const methods: readonly string[] = [
  'GET',
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'FOO',
  'post',
];

const from = <T>(list: readonly T[], random: Random): T => list[random(list.length)] as T;

/** The bytes of a request as they are sent. Content-Length is the real one, unless a header sets another. */
function bytesOf({method, path, headers, body}: Good): Buffer {
  const lines = Object.entries({'Content-Length': String(body.length), ...headers});
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const start = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${head}\r\n`;
  return Buffer.concat([Buffer.from(start, 'latin1'), body]);
}

/** Puts an invalid value somewhere into JSON. */
function spoil(value: unknown, random: Random): unknown {
  if (value === null || typeof value !== 'object' || random(4) === 0) return from(odd, random);
  if (Array.isArray(value))
    return value.map((one: unknown) => (random(2) ? one : spoil(one, random)));
  const entries = Object.entries(value);
  const at = random(entries.length + 1);
  const spoilt = entries.map(([name, one]: [string, unknown], i): [string, unknown] => [
    name,
    i === at ? spoil(one, random) : one,
  ]);
  // Adds a member if none was chosen; otherwise changes or removes one.
  if (at === entries.length) spoilt.push([from(oddNames, random), 1]);
  else if (random(4) === 0) spoilt.splice(at, 1);
  return Object.fromEntries(spoilt);
}

/** An endless sequence of invalid requests that depends only on `random`. @param sealed files */
export async function malformedRequests(key: string, sealed: readonly Buffer[], random: Random) {
  const json = {'X-API-Key': key, 'Content-Type': 'application/json'};
  const post = (path: string, headers: Record<string, string>, body: string | Buffer): Good => ({
    method: 'POST',
    path: `/protection/sandbox${path}`,
    headers: {...headers},
    body: Buffer.from(body),
  });
  const sealing = () => {
    const request = sealRequest({
      captureId: randomUUID(),
      metadata: {
        capturedAt: new Date(0).toISOString(),
        gps: {latitude: 1, longitude: 2, latLongAccuracy: 3},
        device: {model: 'a', os: 'b'},
        tags: {a: 'b'},
      },
    });
    return {headers: {...json, 'Idempotency-Key': request.captureId}, request};
  };
  const form = await protectForm(sealed[0], 'image/jpeg', {tags: {a: 'b'}});
  const formHeaders = (): Record<string, string> => ({
    'X-API-Key': key,
    'Content-Type': form.headers['content-type'] ?? '',
    'Idempotency-Key': randomUUID(),
  });
  const file = () => from(sealed, random);
  const changed = (bytes: Buffer) =>
    Buffer.from(mutations[from(mutationNames, random)](bytes, random, file()));
  const inspection = (image: Buffer) =>
    post('/inspect', json, JSON.stringify({image: image.toString('base64')}));
  const seal = () => {
    const {headers, request} = sealing();
    return post('/seal', headers, JSON.stringify(request));
  };
  const upload = () =>
    post(from(['/protect', '/redact', '/add-timestamp'], random), formHeaders(), form.payload);
  const good = () => from([seal, seal, upload, () => inspection(file())], random)();

  /** Generators of complete requests. */
  const kinds: (() => Buffer)[] = [
    // JSON that the schema does not allow.
    () => {
      const {headers, request} = sealing();
      return bytesOf(post('/seal', headers, JSON.stringify(spoil(request, random))));
    },
    () => bytesOf(post('/inspect', json, JSON.stringify(spoil({image: 'AAAA'}, random)))),
    () => {
      const body = JSON.stringify(spoil({origin: 'https://a.example', lifetime: 60}, random));
      return bytesOf(post('/tokens', json, body));
    },
    // Bytes that are no valid JSON, or no valid form.
    () => {
      const {headers, request} = sealing();
      return bytesOf(post('/seal', headers, changed(Buffer.from(JSON.stringify(request)))));
    },
    () => bytesOf({...upload(), body: changed(form.payload)}),
    // Files with a damaged seal.
    () => bytesOf(inspection(changed(file()))),
    // Queries of other protocols.
    () => {
      const [path, type] = from(
        [
          ['/timestamp', 'application/timestamp-query'],
          ['/ocsp', 'application/ocsp-request'],
        ] as const,
        random,
      );
      const body = Buffer.from(Array.from({length: 1 + random(200)}, () => random(256)));
      return bytesOf(post(path, {'Content-Type': type}, body));
    },
    // Another path or method.
    () => {
      const one = good();
      if (random(2)) one.path = from(paths, random);
      else one.method = from(methods, random);
      return bytesOf(one);
    },
  ];
  /** Generators of requests that may announce more data than they send. */
  const kindsWithoutEnd: typeof kinds = [
    // One header is invalid.
    () => {
      const one = good();
      one.headers[from(headerNames, random)] = from(oddTexts, random);
      return bytesOf(one);
    },
    // Not valid HTTP.
    () => changed(bytesOf(good())),
  ];
  return (): Malformed => {
    const all = [...kinds, ...kindsWithoutEnd];
    const at = random(all.length);
    return {bytes: (all[at] as () => Buffer)(), mayLackEnd: at >= kinds.length};
  };
}
