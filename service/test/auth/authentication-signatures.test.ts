import assert from 'node:assert/strict';
import {randomBytes, randomUUID} from 'node:crypto';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, it} from 'node:test';
import type {LightMyRequestResponse as Answer} from 'fastify';
import {
  componentValue,
  coveredComponents,
  signatureBase,
} from '@sealed-capture/seal/model/seal/message-signature.js';
import {KeySecret} from '../../src/keys/key-secret.js';
import {readSignature} from '../../src/auth/message-signature-fields.js';
import {createService} from '../../src/service.js';
import {envelope, jpegOf, protectForm, sealRequest} from '../requests.js';
import {serviceOfSuite, startFixture} from '../service-fixture.js';
import {
  detailOf,
  digestField,
  HOST,
  sealing,
  send,
  signed,
  withHeaders,
  type SigningChange,
  type WireRequest,
} from './signing.js';

/** Test vectors of RFC 9421, appendix B: the request of B.2, the secret of B.1.5, the signature of B.2.5. */
const vector = {
  secret: Buffer.from(
    'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==',
    'base64',
  ),
  url: 'https://example.com/foo?param=Value&Pet=dog',
  headers: new Map([
    ['date', 'Tue, 20 Apr 2021 02:07:55 GMT'],
    ['content-type', 'application/json'],
  ]),
  input:
    'sig-b25=("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
  signature: 'sig-b25=:pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=:',
};

describe('A signature', () => {
  it("equals the RFC's own example for the same request and secret", () => {
    const read = readSignature(vector.input, vector.signature);
    assert.ok(typeof read === 'object');
    const request = {
      method: 'POST',
      url: vector.url,
      header: (name: string) => vector.headers.get(name),
    };
    const base = signatureBase(read.components, read.signatureParams, (name) =>
      componentValue(name, request),
    );
    assert.equal(
      base,
      [
        '"date": Tue, 20 Apr 2021 02:07:55 GMT',
        '"@authority": example.com',
        '"content-type": application/json',
        '"@signature-params": ("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
      ].join('\n'),
    );
    const made = new KeySecret(vector.secret).sign(base);
    assert.deepEqual(made, Buffer.from(read.signature));
  });
});

describe('A signed request', () => {
  const service = serviceOfSuite({allowedOrigins: ['https://app.example']});

  const sign = (change: SigningChange = {}, request = sealing()) =>
    signed(request, service.sandbox, change);
  const sendIt = (request: WireRequest) => send(service.app, request);
  const assertRefused = (answer: Answer, detail?: RegExp) => {
    assert.equal(answer.statusCode, 401, answer.body);
    assert.match(String(answer.headers['www-authenticate']), /^Signature /);
    if (detail) assert.match(detailOf(answer), detail);
  };

  it('is accepted, although neither the key nor the secret is sent', async () => {
    const request = sign();
    const wire = JSON.stringify(request.headers);
    assert.ok(!wire.includes(service.sandbox.key) && !wire.includes(service.sandbox.secret));
    const answer = await sendIt(request);
    assert.equal(answer.statusCode, 200, answer.body);
  });

  it('is accepted by every path that has a body', async () => {
    const form = await protectForm(jpegOf(50_000), 'image/jpeg', {});
    const base = '/protection/sandbox';
    const inspection: WireRequest = {
      method: 'POST',
      path: `${base}/inspect`,
      headers: {host: HOST, 'content-type': 'application/json'},
      body: Buffer.from(envelope(jpegOf(5000))),
    };
    const upload: WireRequest = {
      method: 'POST',
      path: `${base}/protect`,
      headers: {host: HOST, ...form.headers},
      body: form.payload,
    };
    for (const request of [inspection, upload]) {
      const answer = await sendIt(sign({}, request));
      assert.equal(answer.statusCode, 200, `${request.path} ${answer.body.slice(0, 200)}`);
    }
  });

  it('is accepted with any scheme, with or without its default port, and with any case of the host', async () => {
    for (const [host, root] of [
      ['Seals.Example', 'https://seals.example'],
      ['seals.example:443', 'https://seals.example'],
      ['seals.example:80', 'http://seals.example'],
      ['seals.example:8080', 'http://seals.example:8080'],
      ['[::1]:8080', 'http://[::1]:8080'],
    ] as const) {
      const request = sign({root}, withHeaders(sealing(), {host}));
      const answer = await sendIt(request);
      assert.equal(answer.statusCode, 200, `${host} ${answer.body}`);
    }
  });

  it('may cover further headers, omit the algorithm, and have a second digest', async () => {
    const more = withHeaders(sealing(), {'x-trace': 'a1'});
    more.headers['content-digest'] =
      `${digestField(more.body, 'sha512')}, ${digestField(more.body)}, crc32c=:AAAA:`;
    const answer = await sendIt(
      sign(
        {
          components: ['x-trace', ...coveredComponents],
          parameters: (text) => text.replace(';alg="hmac-sha256"', ';expires=99999999999'),
        },
        more,
      ),
    );
    assert.equal(answer.statusCode, 200, answer.body);
  });

  it('is accepted within five minutes of the clock of the service, and not beyond', async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const seconds of [-290, 290]) {
      assert.equal((await sendIt(sign({created: now + seconds}))).statusCode, 200, `${seconds}`);
    }
    for (const seconds of [-600, -310, 310, 600, -now, 1e12]) {
      const answer = await sendIt(sign({created: now + seconds}));
      assertRefused(answer, /seconds (?:ago|ahead) by this service's clock/);
      assert.ok(Math.abs(Date.parse(String(answer.headers['date'])) / 1000 - now) < 60);
    }
  });

  it('that is refused shows the time and the reason to a page of another origin', async () => {
    const request = withHeaders(sign({created: 1}), {origin: 'https://app.example'});
    const answer = await sendIt(request);
    assertRefused(answer);
    const exposed = String(answer.headers['access-control-expose-headers']).split(', ');
    assert.ok(exposed.includes('Date') && exposed.includes('WWW-Authenticate'));
    assert.equal(answer.headers['access-control-allow-origin'], 'https://app.example');
  });

  it('is refused if the same bytes are sent again, at once or later', async () => {
    const request = sign();
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendIt(request)));
    answers.push(await sendIt(request));
    assert.deepEqual(answers.map(({statusCode}) => statusCode).sort(), [200, 401, 401, 401, 401]);
    assertRefused(answers.at(-1)!, /used before/);
  });

  it('does not use up a nonce if its signature is invalid', async () => {
    const nonce = randomBytes(16).toString('base64url');
    const forged = signed(sealing(), {...service.sandbox, secret: 'another'}, {nonce});
    assertRefused(await sendIt(forged));
    assert.equal((await sendIt(sign({nonce}))).statusCode, 200);
  });

  it('is refused if any part of it was changed after it was signed', async () => {
    const other = randomUUID();
    const flip = (bytes: Buffer, at: number) => {
      const copy = Buffer.from(bytes);
      copy[at] = copy[at]! ^ 1;
      return copy;
    };
    const changes: [string, (request: WireRequest) => WireRequest][] = [
      ['first byte of the body', (r) => ({...r, body: flip(r.body, 0)})],
      ['middle of the body', (r) => ({...r, body: flip(r.body, r.body.length >> 1)})],
      ['last byte of the body', (r) => ({...r, body: flip(r.body, r.body.length - 1)})],
      ['a byte more', (r) => ({...r, body: Buffer.concat([r.body, Buffer.from(' ')])})],
      ['a byte less', (r) => ({...r, body: r.body.subarray(0, -1)})],
      ['no body', (r) => ({...r, body: Buffer.alloc(0)})],
      [
        'body and digest',
        (r) => {
          const body = Buffer.from(JSON.stringify(sealRequest({captureId: other})));
          return withHeaders({...r, body}, {'content-digest': digestField(body)});
        },
      ],
      ['path', (r) => ({...r, path: '/protection/sandbox/inspect'})],
      ['another spelling of the path', (r) => ({...r, path: '/protection/sandbox/%73eal'})],
      ['query', (r) => ({...r, path: `${r.path}?a=1`})],
      ['idempotency-key', (r) => withHeaders(r, {'idempotency-key': other})],
      ['content-type', (r) => withHeaders(r, {'content-type': 'application/json; charset=utf-8'})],
      ['host', (r) => withHeaders(r, {host: 'elsewhere.example'})],
      ['port', (r) => withHeaders(r, {host: `${HOST}:8443`})],
      ...['nonce', 'created', 'keyid', 'alg', 'tag'].map(
        (name): [string, (request: WireRequest) => WireRequest] => [
          name,
          (r) =>
            withHeaders(r, {
              'signature-input': r.headers['signature-input']!.replace(
                new RegExp(`(${name}="?)(.)`),
                (_, start: string, first: string) => `${start}${first === '1' ? '2' : '1'}`,
              ),
            }),
        ],
      ),
      [
        'order of what is covered',
        (r) =>
          withHeaders(r, {
            'signature-input': r.headers['signature-input']!.replace(
              '"@method" "@authority"',
              '"@authority" "@method"',
            ),
          }),
      ],
    ];
    for (const [what, change] of changes) {
      const before = sign();
      const answer = await sendIt(change(before));
      assert.equal(answer.statusCode, 401, `${what}: ${answer.statusCode} ${answer.body}`);
    }
    const put = await sendIt({...sign({}, {...sealing(), method: 'PUT'}), method: 'POST'});
    assertRefused(put, /does not match/);
  });

  it('is refused if its signature omits a mandatory component', async () => {
    for (const left of coveredComponents) {
      const components = coveredComponents.filter((name) => name !== left);
      assertRefused(await sendIt(sign({components})), new RegExp(`must cover "${left}"`));
    }
    const without = withHeaders(sealing(), {'content-type': undefined});
    assertRefused(await sendIt(sign({}, without)), /content-type/);
  });

  it('is refused with any other secret, of any length, and with none', async () => {
    const {id, secret} = service.sandbox;
    for (const wrong of [
      '',
      'x',
      secret.slice(0, -1),
      `${secret}=`,
      secret.toLowerCase(),
      secret.repeat(1000),
      service.live.secret,
      service.sandbox.key,
    ])
      assertRefused(await sendIt(signed(sealing(), {id, secret: wrong})), /does not match/);
  });

  it('is refused with a key of the other environment, an unknown key, and a revoked one', async () => {
    const {live, sandbox} = service;
    assertRefused(await sendIt(signed(sealing(), live)), /belongs to the live environment/);
    const atLive = signed(sealing('/protection/seal'), sandbox);
    assertRefused(await sendIt(atLive), /belongs to the sandbox environment/);
    for (const id of ['key_unknown', sandbox.key, '__proto__', 'k'.repeat(128)]) {
      assertRefused(await sendIt(signed(sealing(), {...sandbox, id})), /There is no API key/);
    }
    const made = await service.keys.create('sandbox', 'to be revoked');
    await sleep(250);
    assert.equal((await sendIt(signed(sealing(), made))).statusCode, 200);
    await service.keys.revoke(made.id);
    await sleep(250);
    assertRefused(await sendIt(signed(sealing(), made)), /revoked/);
  });

  it('is judged by its signature only, even with other credentials in the same request', async () => {
    const key = {'x-api-key': service.sandbox.key};
    const forged = signed(sealing(), {...service.sandbox, secret: 'another'});
    assertRefused(await sendIt(withHeaders(forged, key)));
    assertRefused(await sendIt(withHeaders(sealing(), {...key, signature: 'sig=:AAAA:'})));
    assertRefused(await sendIt(withHeaders(sealing(), {...key, 'signature-input': ''})));
    const held = withHeaders(sign(), {'x-api-key': 'wrong', authorization: 'Bearer wrong'});
    assert.equal((await sendIt(held)).statusCode, 200);
  });

  it('is refused if its digest is missing, malformed, or only of unsupported algorithms', async () => {
    const {body} = sealing();
    const good = digestField(body);
    for (const digest of [
      '',
      'sha-256',
      'sha-256=',
      'sha-256=abc',
      'sha-256="abc"',
      'sha-256=::',
      'sha-256=:!!!!:',
      `sha-256=:${randomBytes(32).toString('base64')}:`,
      `sha-256=:${randomBytes(20).toString('base64')}:`,
      digestField(body, 'sha512'),
      'md5=:1B2M2Y8AsgTpgAmY7PhCfg==:',
      `${good}, ${digestField(Buffer.from('other'), 'sha512')}`,
      `${good}, ${digestField(Buffer.from('other'))}`,
      `${good},`,
      `${good}, sha-512`,
      `(${good})`,
      good.toUpperCase(),
      `${good}${' '.repeat(5000)}`,
      `a=1, `.repeat(1000),
    ]) {
      const request = {...withHeaders(sealing(), {'content-digest': digest}), body};
      const answer = await sendIt(sign({}, request));
      assert.equal(answer.statusCode, 401, `${digest.slice(0, 80)} ${answer.body}`);
    }
  });

  it('is refused if its signature parameters are invalid', async () => {
    const replace = (from: RegExp, to: string) => (text: string) => {
      assert.match(text, from);
      return text.replace(from, to);
    };
    const cases: [(text: string) => string, RegExp][] = [
      [replace(/;tag="[^"]*"/, ''), /needs tag/],
      [replace(/;tag="[^"]*"/, ';tag="web-bot-auth"'), /needs tag/],
      [replace(/;tag="[^"]*"/, ';tag=sealed-capture'), /needs tag/],
      [replace(/;alg="[^"]*"/, ';alg="ed25519"'), /alg must be/],
      [replace(/;alg="[^"]*"/, ';alg="none"'), /alg must be/],
      [replace(/;alg="[^"]*"/, ';alg'), /alg must be/],
      [replace(/;alg="[^"]*"/, ';alg=hmac-sha256'), /alg must be/],
      [replace(/;keyid="[^"]*"/, ''), /needs keyid/],
      [replace(/;keyid="[^"]*"/, ';keyid=""'), /needs keyid/],
      [replace(/;keyid="[^"]*"/, ';keyid=:AAAA:'), /needs keyid/],
      [replace(/;keyid="[^"]*"/, `;keyid="${'k'.repeat(129)}"`), /needs keyid/],
      [replace(/;nonce="[^"]*"/, ''), /needs a nonce/],
      [replace(/;nonce="[^"]*"/, ';nonce="short"'), /needs a nonce/],
      [replace(/;nonce="[^"]*"/, `;nonce="${'n'.repeat(129)}"`), /needs a nonce/],
      [replace(/;nonce="[^"]*"/, ';nonce=1234567890'), /needs a nonce/],
      [replace(/;created=\d+/, ''), /needs created/],
      [replace(/;created=\d+/, ';created="1"'), /needs created/],
      [replace(/;created=\d+/, ';created=1.5'), /needs created/],
      [replace(/;created=\d+/, ';created'), /needs created/],
      [replace(/;created=\d+/, ';created=-1'), /seconds ago/],
      [replace(/$/, ';expires=1'), /has expired/],
      [replace(/$/, ';expires="soon"'), /has expired/],
      [replace(/"@method"/, '"@method" "@method"'), /twice/],
      [replace(/"@method"/, '"@method";req'), /parameters are not supported/],
      [replace(/"content-digest"/, '"content-digest";bs'), /parameters are not supported/],
      [replace(/"@method"/, '"@method" "@status"'), /with @/],
      [replace(/"@method"/, '"@method" "@signature-params"'), /with @/],
      [replace(/"@method"/, '"@method" "x-none"'), /does not have/],
      [replace(/"@method"/, '"@method" "constructor"'), /does not have/],
      [replace(/"@method"/, '"@method" "__proto__"'), /does not have/],
      [replace(/"@method"/, '"@method" "Content-Type"'), /does not have/],
      [replace(/"@method"/, '"@method" ""'), /does not have/],
      [replace(/"@method"/, 'method'), /in quotes/],
    ];
    for (const [parameters, detail] of cases)
      assertRefused(await sendIt(sign({parameters})), detail);
  });

  it('is refused with any malformed fields, and never crashes the service', async () => {
    const {headers} = sign();
    const input = headers['signature-input']!;
    const signature = headers['signature']!;
    const member = input.slice('sig='.length);
    const hostile: [input: string, signature: string][] = [
      '',
      ' ',
      ',',
      'sig',
      'sig=',
      'sig=1',
      'sig=?1',
      'sig="text"',
      'sig=:AAAA:',
      'sig=()',
      'sig=(',
      'sig=)',
      'sig=("@method"',
      'sig=("@method)',
      'sig=("@method""@path")',
      'sig=("@method");',
      'sig=("@method");created',
      'sig=("@method");created=',
      'sig=("@method");created=99999999999999999999',
      'sig=("@method");created=@999999999999999',
      'sig=("@method");created=%"%c3%28"',
      'sig=("@méthod")',
      'sig=("\u0000")',
      'SIG=("@method")',
      `${input},`,
      `${input};`,
      `;${input}`,
      `${input}, ${input}`.replace(', sig=', ', other='),
      `${input}, __proto__=()`,
      `constructor=${member}`,
      `__proto__=${member}`,
      'sig=("\\x")',
      'sig=(%"%ff")',
      'sig=(@1)',
      '('.repeat(4000),
      `sig=(${'"a" '.repeat(1_000_000)})`,
      `sig=(${'"a";b '.repeat(500)})`,
      `sig=()${';a'.repeat(2000)}`,
      'a=1, '.repeat(200_000),
      'x'.repeat(1_000_000),
    ].map((text) => [text, signature]);
    hostile.push(
      ...[
        '',
        'sig',
        'sig=',
        'sig=1',
        'sig="AAAA"',
        'sig=(:AAAA:)',
        'sig=::',
        'sig=:AAAA',
        'sig=:A:',
        'sig=:====:',
        'sig=:AA AA:',
        'other=:AAAA:',
        `${signature}, other=:AAAA:`,
        `${signature.slice(0, -2)}:`,
        `sig=:${'A'.repeat(1_000_000)}:`,
        ':'.repeat(1_000_000),
      ].map((text): [string, string] => [input, text]),
    );
    assert.ok(hostile.length > 50);
    for (const [one, other] of hostile) {
      const request = withHeaders(sealing(), {
        'content-digest': headers['content-digest'],
        'signature-input': one,
        signature: other,
      });
      const start = performance.now();
      const answer = await sendIt(request);
      const what = `${one.slice(0, 60)} | ${other.slice(0, 60)}: ${answer.statusCode}`;
      assert.equal(answer.statusCode, 401, what);
      assert.ok(performance.now() - start < 3000, what);
    }
  });

  it('is refused with two signatures, even if both are valid', async () => {
    const request = sealing();
    const [one, other] = [sign({}, request).headers, sign({}, request).headers];
    const both = withHeaders(request, {
      'content-digest': one['content-digest'],
      'signature-input': `${one['signature-input']}, ${other['signature-input']!.replace('sig', 'second')}`,
      signature: `${one['signature']}, ${other['signature']!.replace('sig', 'second')}`,
    });
    assertRefused(await sendIt(both), /one signature, and no other/);
  });

  it('is refused if its Host header is invalid', async () => {
    for (const host of ['', 'a b', 'user@seals.example', 'seals.example/x', '[', 'a:99999', '\\']) {
      const answer = await sendIt(withHeaders(sign(), {host}));
      assert.ok(answer.statusCode === 401 || answer.statusCode === 400, `${host} ${answer.body}`);
    }
  });

  it('counts as a request of the same key as one that sends the key', async () => {
    const {headers} = await sendIt(sign());
    const remaining = Number(headers['ratelimit-remaining']);
    const bare = await sendIt(withHeaders(sealing(), {'x-api-key': service.sandbox.key}));
    assert.equal(Number(bare.headers['ratelimit-remaining']), remaining - 1);
    const request = sealing();
    const first = await sendIt(sign({}, request));
    const second = await sendIt(sign({}, request));
    assert.equal(second.headers['idempotency-replayed'], 'true');
    assert.deepEqual(second.rawPayload, first.rawPayload);
    const third = await sendIt(withHeaders(request, {'x-api-key': service.sandbox.key}));
    assert.equal(third.headers['idempotency-replayed'], 'true');
  });
});

describe('A service after a restart', () => {
  it('refuses a signed request that was used before', async () => {
    const first = await startFixture();
    const {folder: dataFolder} = first;
    try {
      const request = signed(sealing(), first.sandbox);
      assert.equal((await send(first.app, request)).statusCode, 200);
      await first.app.close();
      const second = await createService({dataFolder, threads: 1, logLevel: 'silent'});
      try {
        const again = await send(second, request);
        assert.equal(again.statusCode, 401, again.body);
        assert.match(detailOf(again), /used before/);
        assert.equal((await send(second, signed(sealing(), first.sandbox))).statusCode, 200);
      } finally {
        await second.close();
      }
    } finally {
      await first.close();
    }
  });
});
