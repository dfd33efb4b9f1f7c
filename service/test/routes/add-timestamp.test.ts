import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {jpeg, mp3, png, webp} from '../../../seal/test/sources.js';
import {variants} from '../../../test/variants.js';
import {envelope, jpegOf, protectForm, sentForm} from '../requests.js';
import {startFixture, type ServiceFixture} from '../service-fixture.js';
import {post, startLive} from '../timestamps/live-service.js';
import {serve, type TestServer} from '../timestamps/tsa.js';

const MIB = 1024 * 1024;
const PATH = '/add-timestamp';

function stampForm(
  media: readonly Uint8Array[],
  mediaType = 'image/jpeg',
  key?: string,
  fields: Record<string, string> = {},
) {
  const form = new FormData();
  for (const one of media) {
    form.append('media', new Blob([Buffer.from(one)], {type: mediaType}), 'media');
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return sentForm(form, key);
}

describe('POST add-timestamp', () => {
  /** Its sandbox authority issues the time stamps, through a server that can be made to fail. */
  let authority: ServiceFixture;
  let between: TestServer;
  /** Number of time stamps that the server returns before it fails. */
  let left = 0;
  let service: ServiceFixture;
  /** A file that was sealed while the authority was unreachable. */
  let sealed: Buffer;

  before(async () => {
    authority = await startFixture();
    await authority.app.listen({port: 0, host: '127.0.0.1'});
    const {port} = authority.app.server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/protection/sandbox/timestamp`;
    between = await serve((request, response) => {
      if (left === 0) return void response.writeHead(500).end();
      left--;
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        void fetch(address, {
          method: 'POST',
          headers: {'content-type': 'application/timestamp-query'},
          body: Buffer.concat(parts),
        })
          .then(async (answer) => Buffer.from(await answer.arrayBuffer()))
          .then((body) => response.writeHead(200).end(body));
      });
    });
    service = await startLive({
      imageLimit: 2 * MIB,
      audioLimit: 2 * MIB,
      timestampAddresses: [between.address.href],
      timeStampAnchors: join(authority.folder, 'sandbox', 'root.pem'),
      withoutTimestamp: 'seal',
    });
    sealed = await uploaded(jpegOf(50_000));
    left = Infinity;
  });
  after(async () => {
    await service.close();
    await between.close();
    await authority.close();
  });

  const uploaded = async (media: Uint8Array, mediaType: SealableMediaType = 'image/jpeg') => {
    const {payload, headers} = await protectForm(media, mediaType, {tags: {site: 'A'}});
    const answer = await post(service, '/protect', payload, headers);
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
    return answer.rawPayload;
  };
  const whileAway = async <T>(work: () => Promise<T>): Promise<T> => {
    left = 0;
    try {
      return await work();
    } finally {
      left = Infinity;
    }
  };
  const stamp = async (media: Uint8Array, mediaType?: string, key?: string) => {
    const {payload, headers} = await stampForm([media], mediaType, key);
    return post(service, PATH, payload, headers);
  };
  const inspect = async (media: Buffer) =>
    (
      await post(service, '/inspect', envelope(media), {'content-type': 'application/json'})
    ).json<InspectionResult>();

  const files: [name: string, media: Uint8Array, mediaType: SealableMediaType][] = [
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a PNG', png, 'image/png'],
  ];
  for (const [name, media, mediaType] of variants(files)) {
    it(`adds the time stamp to ${name} that was sealed while no authority answered`, async () => {
      const file = await whileAway(() => uploaded(media, mediaType));
      const earlier = await inspect(file);
      assert.deepEqual([earlier.labelState, earlier.signature?.timestamp], ['valid', undefined]);
      const from = Math.floor(Date.now() / 1000) * 1000;
      const answer = await stamp(file, mediaType);
      assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
      assert.equal(answer.headers['content-type'], mediaType);
      const result = await inspect(answer.rawPayload);
      assert.equal(result.labelState, 'valid', result.reason);
      const time = Date.parse(result.signature?.timestamp ?? '');
      assert.ok(time >= from && time <= Date.now());
      assert.deepEqual(result.signature, {
        ...earlier.signature,
        timestamp: result.signature?.timestamp,
      });
      assert.deepEqual(result.tags, {site: 'A'});
      const again = await stamp(answer.rawPayload, mediaType);
      assert.equal(again.statusCode, 422);
      assert.match(again.json<Problem>().detail ?? '', /has an independent time stamp already/);
    });
  }

  it('answers 503 with Retry-After while no authority answers', async () => {
    const answer = await whileAway(() => stamp(sealed));
    assert.equal(answer.statusCode, 503, answer.body.slice(0, 300));
    assert.ok(Number(answer.headers['retry-after']) >= 1);
    assert.match(answer.json<Problem>().detail ?? '', /No independent time stamp/);
  });

  it('answers 503 if only the stamp of the update is missing, although live seals need none', async () => {
    left = 1;
    const answer = await stamp(sealed);
    assert.equal(left, 0, 'the earlier seal was stamped');
    left = Infinity;
    assert.equal(answer.statusCode, 503, answer.body.slice(0, 300));
  });

  for (const withoutTimestamp of variants(['seal', 'refuse'] as const)) {
    it(`answers 503 before it reads the file if no authority is configured, and names the setting (${withoutTimestamp})`, async () => {
      const alone = await startLive({withoutTimestamp});
      try {
        for (const media of [sealed, jpegOf(5000)]) {
          const {payload, headers} = await stampForm([media]);
          const answer = await post(alone, PATH, payload, headers);
          assert.equal(answer.statusCode, 503, answer.body.slice(0, 300));
          assert.equal(answer.headers['retry-after'], undefined);
          const {detail = ''} = answer.json<Problem>();
          assert.match(detail, /operator has to name one with SEALED_CAPTURE_TIMESTAMP/);
          assert.doesNotMatch(detail, /[Tt]ry again/);
        }
      } finally {
        await alone.close();
      }
    });
  }

  it('gives the same answer to a repeated request, and requests no further stamps', async () => {
    const key = randomUUID();
    const first = await stamp(sealed, 'image/jpeg', key);
    assert.equal(first.statusCode, 200, first.body.slice(0, 300));
    const stamps = between.count;
    const again = await stamp(sealed, 'image/jpeg', key);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.deepEqual(again.rawPayload, first.rawPayload);
    assert.equal(between.count, stamps);
  });

  it("stamps seals of any signer in the sandbox, with the sandbox's own authority", async () => {
    const {payload, headers} = await stampForm([sealed]);
    const answer = await service.post(PATH, payload, headers);
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
    const found = await service.post('/inspect', envelope(answer.rawPayload));
    const {labelState, signature} = found.json<InspectionResult>();
    assert.equal(labelState, 'untrusted');
    assert.ok(signature?.timestamp);
  });

  it('requires credentials', async () => {
    const {payload, headers} = await stampForm([jpegOf(5000)]);
    const answer = await post(service, PATH, payload, {...headers, 'x-api-key': 'no key'});
    assert.equal(answer.statusCode, 401);
  });

  it('refuses a file that is not sealed or cannot be stamped, with the reason', async () => {
    const broken = Buffer.from(sealed);
    broken[broken.length - 100]! ^= 1;
    const [image, recording] = await whileAway(async () => [
      await uploaded(webp, 'image/webp'),
      await uploaded(mp3, 'audio/mpeg'),
    ]);
    type Form = Parameters<typeof stampForm>;
    const wrong: [form: Form, status: number, why: RegExp][] = [
      [[[]], 400, /"media" is missing/],
      [[[new Uint8Array()]], 400, /"media" is empty/],
      [[[jpeg], undefined, undefined, {reason: 'x'}], 400, /"reason" is not a part of this form/],
      [[[jpeg], 'image/gif'], 415, /image\/gif/],
      [[[jpeg], 'image/png'], 422, /not image\/png/],
      [[[jpegOf(2 * MIB + 100)]], 413, /./],
      [[[jpegOf(5000)]], 422, /^There is nothing to stamp\./],
      [[[broken]], 422, /does not hold: The file was changed/],
      [[[image], 'image/webp'], 422, /its seal cannot grow/],
      [[[recording], 'audio/mpeg'], 422, /of an MP3 recording/],
    ];
    const stamps = between.count;
    for (const [form, status, why] of wrong) {
      const {payload, headers} = await stampForm(...form);
      const answer = await post(service, PATH, payload, headers);
      assert.equal(answer.statusCode, status, answer.body.slice(0, 300));
      assert.equal(answer.headers['content-type'], 'application/problem+json');
      assert.match(answer.json<Problem>().detail ?? '', why);
    }
    assert.equal(between.count, stamps, 'no stamp was taken for them');
  });
});
