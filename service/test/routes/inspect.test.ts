import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {envelope, jpegOf, protectForm} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';

const PROBLEM = 'application/problem+json';
const MIB = 1024 * 1024;

describe('POST inspect', () => {
  const service = serviceOfSuite({audioLimit: 22 * MIB, allowedOrigins: ['https://page.example']});

  const inspect = (body: string | Buffer, headers: Record<string, string> = {}) =>
    service.post('/inspect', body, {'content-type': 'application/json', ...headers});

  it('reports that a picture has no seal', async () => {
    const answer = await inspect(envelope(jpegOf(5000)));
    assert.equal(answer.statusCode, 200, answer.body);
    const result = answer.json<InspectionResult>();
    assert.equal(result.labelValid, false);
    assert.equal(result.labelState, 'none');
    assert.ok(result.reason);
  });

  it('accepts any other JSON with an image as well', async () => {
    const image = jpegOf(5000).toString('base64');
    for (const body of [
      JSON.stringify({image}, null, 2),
      JSON.stringify({note: 'first', image}),
      `{"image":"${image.replaceAll('/', '\\/')}"}`,
      `{"im\\u0061ge":"${image}"}`,
    ]) {
      const answer = await inspect(body);
      assert.equal(answer.statusCode, 200, body.slice(0, 60));
      assert.equal(answer.json<InspectionResult>().labelState, 'none');
    }
  });

  it('accepts each form of Base64, and data: URLs, with the same answer', async () => {
    const {payload, headers} = await protectForm(jpegOf(5000), 'image/jpeg', {tags: {a: 'b'}});
    const {rawPayload: sealed} = await service.post('/protect', payload, headers);
    const base64 = sealed.toString('base64');
    const usual = await inspect(envelope(sealed));
    assert.equal(usual.json<InspectionResult>().labelState, 'valid', usual.body);
    for (const image of [
      sealed.toString('base64url'),
      base64.replace(/=+$/, ''),
      base64.replaceAll(/.{76}/g, '$&\r\n'),
      `${base64.replaceAll(/.{64}/g, '$&\n')}\n`,
      `data:image/jpeg;base64,${base64}`,
      `data:image/jpeg;name=photo.jpg;base64,${sealed.toString('base64url')}`,
    ]) {
      const answer = await inspect(JSON.stringify({image}));
      assert.equal(answer.statusCode, 200, image.slice(0, 100));
      assert.deepEqual(answer.json(), usual.json());
    }
  });

  it('accepts the file as it is, with the same answer as for its Base64', async () => {
    const {payload, headers} = await protectForm(jpegOf(5000), 'image/jpeg', {tags: {a: 'b'}});
    const {rawPayload: sealed} = await service.post('/protect', payload, headers);
    const broken = Buffer.from(sealed);
    broken[broken.length - 100]! ^= 1;
    for (const [file, state] of [
      [sealed, 'valid'],
      [broken, 'invalid'],
      [jpegOf(3000), 'none'],
    ] as const) {
      const answer = await inspect(file, {'content-type': 'application/octet-stream'});
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal(answer.json<InspectionResult>().labelState, state);
      assert.deepEqual(answer.json(), (await inspect(envelope(file))).json());
    }
  });

  it('accepts application/json with parameters, and in capitals', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      const answer = await inspect(envelope(jpegOf(3000)), {'content-type': type});
      assert.equal(answer.statusCode, 200, type);
      assert.equal(answer.json<InspectionResult>().labelState, 'none');
    }
  });

  /** Accept headers that do not name problem details. */
  const withoutProblems = [
    undefined,
    '*/*',
    'application/*',
    'application/json, text/plain, */*',
  ].concat(`${PROBLEM}x`, `application/json, ${PROBLEM};q=0`);
  const image = jpegOf(3000).toString('base64');
  const refused: [what: string, body: string, headers: Record<string, string>, status: number][] = [
    ['no body', '', {}, 400],
    ['broken JSON', '{"image": "', {}, 400],
    ['JSON without an image', '{"picture": "AAAA"}', {}, 400],
    ['an image that is not a string', '{"image": 7}', {}, 400],
    ['an image only in the prototype', '{"__proto__": {"image": "AAAA"}}', {}, 400],
    ['null', 'null', {}, 400],
    ['a data: URL without Base64', '{"image":"data:image/svg+xml,<svg/>"}', {}, 400],
    ['Base64 with a star', `{"image":"${image.slice(0, 76)}*${image.slice(76)}"}`, {}, 400],
    ['a raw line break', `{"image":"${image.slice(0, 76)}\n${image.slice(76)}"}`, {}, 400],
    ['half of the URL alphabet', `{"image":"${image.replaceAll('/', '_')}+"}`, {}, 400],
    ['spaces instead of "+"', `{"image":"${image.replaceAll('+', ' ')}"}`, {}, 400],
    ['padding that is cut', '{"image":"/9j/4A="}', {}, 400],
    ['an empty image', '{"image":""}', {}, 400],
    ['a text file', envelope(Buffer.from('Dear reader, this is no image.')), {}, 400],
    ['JSON after the envelope', `${envelope(jpegOf(3000))}{"image":""}`, {}, 400],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]).toString('latin1'), {}, 400],
    ['an empty file', '', {'content-type': 'application/octet-stream'}, 400],
    ['a wrong key', envelope(jpegOf(3000)), {'x-api-key': 'wrong'}, 401],
    ['text/plain', envelope(jpegOf(3000)), {'content-type': 'text/plain'}, 415],
    [
      'an invalid media type',
      envelope(jpegOf(3000)),
      {'content-type': 'application/json garbage'},
      415,
    ],
    ['a form', envelope(jpegOf(3000)), {'content-type': 'multipart/form-data; boundary=x'}, 415],
    ['a compressed body', envelope(jpegOf(3000)), {'content-encoding': 'gzip'}, 415],
  ];
  for (const [what, body, headers, status] of refused) {
    it(`answers ${status} to ${what}, without a body unless one is requested`, async () => {
      for (const accept of withoutProblems) {
        const bare = await inspect(body, {...(accept !== undefined && {accept}), ...headers});
        assert.equal(bare.statusCode, status, bare.body);
        assert.equal(bare.body, '', accept);
        assert.equal(bare.headers['content-type'], undefined);
      }
      for (const accept of [PROBLEM, `application/json, ${PROBLEM.toUpperCase()};q=0.9`]) {
        const full = await inspect(body, {accept, ...headers});
        assert.equal(full.statusCode, status);
        assert.equal(full.headers['content-type'], PROBLEM);
        assert.equal(full.json<Problem>().status, status);
        assert.ok(full.json<Problem>().detail);
      }
    });
  }

  it('finds one invalid character at the end of 20 MB of Base64', async () => {
    const body = Buffer.from(envelope(Buffer.concat([jpegOf(3000), Buffer.alloc(15 * MIB)])));
    for (const wrong of ['*', '=', ' ', '-', '\n', 'é'[0]!]) {
      body.write(wrong, body.length - 4, 'latin1');
      const start = performance.now();
      const answer = await inspect(body);
      assert.equal(answer.statusCode, 400, JSON.stringify(wrong));
      assert.ok(performance.now() - start < 3000);
    }
  });

  it('accepts 20 MiB and refuses 21', async () => {
    const large = await inspect(envelope(jpegOf(20 * MIB - 100)));
    assert.equal(large.statusCode, 200);
    assert.equal(large.json<InspectionResult>().labelState, 'none');
    const larger = await inspect(envelope(jpegOf(21 * MIB)), {accept: PROBLEM});
    assert.equal(larger.statusCode, 413, larger.body);
    const largest = await inspect(envelope(Buffer.alloc(23 * MIB)));
    assert.equal(largest.statusCode, 413);
  });

  it('accepts 20 MiB also with line breaks and escapes, which are not of the image', async () => {
    const base64 = jpegOf(20 * MIB - 100).toString('base64');
    const mime = JSON.stringify({image: base64.replaceAll(/.{64}/g, '$&\r\n')});
    for (const body of [
      mime.replaceAll('/', '\\/'),
      JSON.stringify({image: base64}).replaceAll('+', '\\u002B'),
    ]) {
      const answer = await inspect(body);
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal(answer.json<InspectionResult>().labelState, 'none');
    }
    const endless = await inspect(`{"image":"${' '.repeat(40 * MIB)}"}`);
    assert.equal(endless.statusCode, 413);
  });

  it('gives damaged and truncated media a verdict', async () => {
    const whole = jpegOf(40_000);
    for (const media of [
      whole.subarray(0, 20),
      whole.subarray(0, 10_000),
      Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40, 0xff)]),
      Buffer.from('RIFF\xff\xff\xff\xffWEBP', 'latin1'),
      Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'),
    ]) {
      const answer = await inspect(envelope(media));
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal(answer.json<InspectionResult>().labelValid, false);
    }
  });

  describe('with crJSON in Accept', () => {
    const CR_JSON = 'application/vnd.c2pa.crjson+json';
    const sealed = async (): Promise<Buffer> => {
      const {payload, headers} = await protectForm(jpegOf(3000), 'image/jpeg', {});
      return (await service.post('/protect', payload, headers)).rawPayload;
    };

    it('answers with crJSON, and sets Vary', async () => {
      const body = envelope(await sealed());
      const headers = {accept: `${CR_JSON}, ${PROBLEM}`, origin: 'https://page.example'};
      const answer = await inspect(body, headers);
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal(answer.headers['content-type'], `${CR_JSON}; charset=utf-8`);
      assert.match(String(answer.headers.vary), /\bAccept\b/);
      const {manifests} = answer.json<{manifests: {validationResults: unknown}[]}>();
      assert.equal(manifests.length, 1);
      assert.match(JSON.stringify(manifests[0]?.validationResults), /signingCredential\.trusted/);
    });

    it('answers as usual if Accept does not name it, or prefers the other type', async () => {
      const body = envelope(await sealed());
      for (const accept of [
        undefined,
        '*/*',
        'application/*',
        'application/json',
        `application/json, ${CR_JSON};q=0.5`,
        `${CR_JSON};q=0, */*`,
      ]) {
        const answer = await inspect(body, accept === undefined ? {} : {accept});
        assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8', accept);
        assert.equal(answer.json<InspectionResult>().labelState, 'valid');
        assert.match(String(answer.headers.vary), /\bAccept\b/);
      }
    });

    it('lists no manifest for a file without a seal', async () => {
      const answer = await inspect(envelope(jpegOf(3000)), {accept: CR_JSON});
      assert.equal(answer.statusCode, 200);
      const {manifests, ...rest} = answer.json<{manifests: unknown[]}>();
      assert.deepEqual(manifests, []);
      assert.deepEqual(Object.keys(rest).sort(), ['@context', 'jsonGenerator']);
    });

    it('answers 422 to a seal that cannot be read, which is not the same as no seal', async () => {
      const file = await sealed();
      file.write('c2xx', file.indexOf('c2pa.claim.v2') - 25, 'latin1');
      const whole = await inspect(envelope(file));
      assert.equal(whole.json<InspectionResult>().labelState, 'invalid');
      const answer = await inspect(envelope(file), {accept: `${CR_JSON}, ${PROBLEM}`});
      assert.equal(answer.statusCode, 422);
      assert.match(answer.json<Problem>().detail ?? '', /no crJSON of this file: The seal/);
    });
  });
});
