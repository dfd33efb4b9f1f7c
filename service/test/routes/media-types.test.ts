import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {jpeg, mp3, png, simplest, webp} from '../../../seal/test/sources.js';
import {envelope, fileForm, jpegOf, protectForm} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';

const MIB = 1024 * 1024;
const BOUNDARY = '----a-boundary';

/** A form as a client sends it that writes the headers of the part `media` itself. */
function rawForm(media: Uint8Array, headers: readonly string[], key: string = randomUUID()) {
  const part = (head: readonly string[], content: Uint8Array | string) => [
    Buffer.from(`--${BOUNDARY}\r\n${head.map((line) => `${line}\r\n`).join('')}\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ];
  return {
    payload: Buffer.concat([
      ...part(headers, media),
      ...part(['Content-Disposition: form-data; name="metadata"'], '{}'),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ]),
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'idempotency-key': key,
    },
  };
}

const NAMED = 'Content-Disposition: form-data; name="media"; filename="media"';

describe('The media type of an upload', () => {
  const service = serviceOfSuite({imageLimit: 1 * MIB, audioLimit: 2 * MIB});

  const inspect = async (media: Buffer) =>
    (await service.post('/inspect', envelope(media))).json<InspectionResult>();
  const protect = async (media: Uint8Array, type: string, key?: string) => {
    const {payload, headers} = await fileForm(media, type, {metadata: '{}'}, key);
    return service.post('/protect', payload, headers);
  };

  const other: [type: string, media: Uint8Array, mediaType: string][] = [
    ['image/jpg', jpeg, 'image/jpeg'],
    ['image/pjpeg', jpeg, 'image/jpeg'],
    ['image/x-png', png, 'image/png'],
    ['audio/mp3', mp3, 'audio/mpeg'],
    ['audio/x-mp3', mp3, 'audio/mpeg'],
    ['audio/mpeg3', mp3, 'audio/mpeg'],
  ];
  for (const [type, media, mediaType] of other) {
    it(`may be called ${type}, and the answer has ${mediaType}`, async () => {
      const answer = await protect(media, type);
      assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
      assert.equal(answer.headers['content-type'], mediaType);
      assert.equal((await inspect(answer.rawPayload)).labelState, 'valid');
    });
  }

  for (const {name, media, mediaType} of simplest) {
    it(`is found in the bytes of a part without a type, or with application/octet-stream (${name})`, async () => {
      const forms = [
        rawForm(media, [NAMED]),
        rawForm(media, [NAMED, 'Content-Type: application/octet-stream']),
        rawForm(media, [
          'content-disposition: form-data; name=media',
          'content-type: Application/Octet-Stream',
        ]),
      ];
      for (const {payload, headers} of forms) {
        const answer = await service.post('/protect', payload, headers);
        assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
        assert.equal(answer.headers['content-type'], mediaType);
        assert.equal((await inspect(answer.rawPayload)).labelState, 'valid');
      }
    });
  }

  it('may differ in name when a request is repeated: the same seal is answered', async () => {
    const key = randomUUID();
    const first = await protect(jpeg, 'image/jpeg', key);
    assert.equal(first.statusCode, 200, first.body.slice(0, 300));
    for (const type of ['image/jpg', 'application/octet-stream', '']) {
      const again = await protect(jpeg, type, key);
      assert.equal(again.statusCode, 200, again.body.slice(0, 300));
      assert.equal(again.headers['idempotency-replayed'], 'true');
      assert.equal(again.headers['content-type'], 'image/jpeg');
      assert.deepEqual(again.rawPayload, first.rawPayload);
    }
  });

  it('may have the other names for a redaction and a time stamp, too', async () => {
    const {payload, headers} = await protectForm(jpeg, 'image/jpeg', {
      gps: {latitude: 1, longitude: 2},
    });
    const sealed = (await service.post('/protect', payload, headers)).rawPayload;
    for (const type of ['image/jpg', 'application/octet-stream']) {
      const form = await fileForm(sealed, type, {sections: 'place'});
      const answer = await service.post('/redact', form.payload, form.headers);
      assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
      assert.equal(answer.headers['content-type'], 'image/jpeg');
      assert.equal((await inspect(answer.rawPayload)).labelState, 'valid');
      // The sandbox has stamped the seal: the file was read, as its type is known.
      const stamp = await fileForm(sealed, type);
      const stamped = await service.post('/add-timestamp', stamp.payload, stamp.headers);
      assert.equal(stamped.statusCode, 422);
      assert.match(stamped.json<Problem>().detail ?? '', /has .*time stamp/);
    }
  });

  const refused: [what: string, media: Uint8Array, type: string, status: number, detail: RegExp][] =
    [
      [
        'a JPEG that is called a PNG',
        jpeg,
        'image/png',
        422,
        /not image\/png, .* is image\/jpeg\./,
      ],
      [
        'a WebP that is called audio/mp3',
        webp,
        'audio/mp3',
        422,
        /not audio\/mpeg, .* image\/webp/,
      ],
      [
        'a text that is called image/jpg',
        Buffer.from('Hi'),
        'image/jpg',
        422,
        /no known media type/,
      ],
      [
        'a GIF without a type',
        Buffer.from('GIF89a'),
        '',
        415,
        /image\/gif by its bytes.*image\/png/,
      ],
      ['a text without a type', Buffer.from('Hello'), '', 415, /of no known one.*image\/jpeg/],
      ['a GIF', Buffer.from('GIF89a'), 'image/gif', 415, /has the type image\/gif/],
      ['an empty file without a type', Buffer.alloc(0), '', 400, /"media" is empty/],
      ['an image above its limit without a type', jpegOf(1.5 * MIB), '', 413, /larger than/],
    ];
  for (const [what, media, type, status, detail] of refused) {
    it(`answers ${status} to ${what}, and says why`, async () => {
      const answer = await protect(media, type);
      assert.equal(answer.statusCode, status, answer.body.slice(0, 300));
      assert.match(answer.json<Problem>().detail ?? '', detail);
    });
  }

  it('is in the description of the service, with its other names', async () => {
    const {paths} = (await service.app.inject('/openapi.json')).json<{
      paths: Record<string, {post?: {requestBody?: unknown}}>;
    }>();
    for (const path of ['protect', 'redact', 'add-timestamp']) {
      const body = JSON.stringify(paths[`/protection/sandbox/${path}`]?.post?.requestBody);
      for (const type of ['image/jpg', 'audio/mp3', 'application/octet-stream']) {
        assert.ok(body.includes(type), `${path}: ${type}`);
      }
    }
  });
});

describe('The metadata of an upload', () => {
  const service = serviceOfSuite();

  it('may be a field whose type is application/json', async () => {
    const form = rawForm(jpeg, [NAMED, 'Content-Type: image/jpeg']);
    const field = 'Content-Disposition: form-data; name="metadata"\r\n';
    const payload = Buffer.from(
      form.payload
        .toString('latin1')
        .replace(field, `${field}Content-Type: application/json\r\n`)
        .replace('{}', '{"tags":{"site":"A"}}'),
      'latin1',
    );
    const answer = await service.post('/protect', payload, form.headers);
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
    const result = await service.post('/inspect', envelope(answer.rawPayload));
    assert.deepEqual(result.json<InspectionResult>().tags, {site: 'A'});
  });
});
