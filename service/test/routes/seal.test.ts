import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import type {SealRequest} from '@sealed-capture/seal/model/seal/seal-request.js';
import {factsOf} from '@sealed-capture/seal/own-reader/files/file-facts.js';
import {fill, hashedParts, layOut} from '@sealed-capture/seal/containers/layout.js';
import {envelope, idempotent, jpegOf, MANIFEST_SIZE, sealRequest} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';

describe('POST seal', () => {
  const service = serviceOfSuite();

  const seal = (payload: object | string, headers: Record<string, string> = {}) =>
    service.post('/seal', payload, headers);

  it('returns a manifest that makes the file valid with all metadata', async () => {
    const media = jpegOf(30_000);
    const layout = layOut(media, 'image/jpeg', MANIFEST_SIZE);
    const hash = createHash('sha256');
    for (const part of hashedParts(layout)) hash.update(part);
    const request = sealRequest({
      mediaType: 'image/jpeg',
      digest: hash.digest('base64'),
      exclusion: layout.exclusion,
      metadata: {
        capturedAt: '2026-11-20T15:00:00Z',
        tags: {'<b>site</b>': '"quoted" & <script>alert(1)</script>', constructor: 'a word'},
        gps: {latitude: 51.5, longitude: -0.125, timestamp: '2026-11-20T15:00:00Z'},
        camera: {deviceName: 'Back camera', zoomLevel: 1},
        acceleration: {unavailableReason: 'permission_denied'},
      },
    });
    const answer = await seal(request, idempotent(request));
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.headers['content-type'], 'application/c2pa');
    assert.equal(answer.rawPayload.length, MANIFEST_SIZE);
    const sealed = Buffer.concat(fill(layout, answer.rawPayload));
    const inspection = await service.post('/inspect', envelope(sealed));
    const result = inspection.json<InspectionResult>();
    assert.equal(result.labelValid, true, result.reason);
    assert.deepEqual(result.tags, request.metadata.tags);
    assert.equal(result.gps?.latitude, 51.5);
    assert.equal(result.camera?.deviceName, 'Back camera');
    assert.deepEqual(result.acceleration, {unavailableReason: 'permission_denied'});
    assert.ok(result.signature?.timestamp, 'the time stamp is trusted');
    sealed[sealed.length - 3]! ^= 1;
    const tampered = await service.post('/inspect', envelope(sealed));
    assert.equal(tampered.json<InspectionResult>().labelState, 'invalid');
  });

  /** The first action in the seal of this request, and the source of the file. */
  async function inceptionOf(change: Partial<SealRequest>, headers: Record<string, string> = {}) {
    const media = jpegOf(30_000);
    const layout = layOut(media, 'image/jpeg', MANIFEST_SIZE);
    const hash = createHash('sha256');
    for (const part of hashedParts(layout)) hash.update(part);
    const {exclusion} = layout;
    const digest = hash.digest('base64');
    const request = sealRequest({mediaType: 'image/jpeg', digest, exclusion, ...change});
    const answer = await seal(request, {...idempotent(request), ...headers});
    assert.equal(answer.statusCode, 200, answer.body);
    const sealed = Buffer.concat(fill(layout, answer.rawPayload));
    const facts = await factsOf(Uint8Array.from(sealed), crypto.subtle);
    const {actions = [], ingredients = []} = facts.seal ?? {};
    const [{name, digitalSourceType} = {name: ''}] = actions;
    return {
      name,
      source: digitalSourceType?.split('/').at(-1),
      parents: ingredients.map(({relationship, hasSeal = false}) => [relationship, hasSeal]),
    };
  }

  it('records a capture as created, and any other file as opened', async () => {
    assert.deepEqual(await inceptionOf({origin: 'capture'}), {
      name: 'c2pa.created',
      source: 'digitalCapture',
      parents: [],
    });
    assert.deepEqual(await inceptionOf({}), {
      name: 'c2pa.opened',
      source: undefined,
      parents: [['parentOf', false]],
    });
  });

  it('refuses a capture claim for a key without that right, and seals other files for that key', async () => {
    const options = {mayClaimCapture: false};
    const {key} = await service.keys.create('sandbox', 'uploads', options);
    const claiming = sealRequest({origin: 'capture'});
    const refused = await seal(claiming, {...idempotent(claiming), 'x-api-key': key});
    assert.equal(refused.statusCode, 403);
    assert.match(refused.json<Problem>().detail ?? '', /--may-claim-capture/);
    assert.equal((await inceptionOf({}, {'x-api-key': key})).name, 'c2pa.opened');
  });

  it('never records a file that a person chose as captured, whatever the key may claim', async () => {
    const imported = {chosenAt: '2026-11-20T14:00:00.000Z'};
    const {metadata} = sealRequest();
    const claiming = sealRequest({origin: 'capture', metadata: {...metadata, imported}});
    const refused = await seal(claiming, idempotent(claiming));
    assert.equal(refused.statusCode, 400);
    assert.deepEqual(
      refused.json<Problem>().errors?.map(({pointer}) => pointer),
      ['/origin'],
    );
    assert.equal((await inceptionOf({metadata: {imported}})).name, 'c2pa.opened');
  });

  it('requires a known origin and known sections', async () => {
    for (const change of [{origin: 'camera'}, {gathered: ['soul']}, {gathered: ['gps', 'gps']}]) {
      const request = {...sealRequest(), ...change};
      const refused = await seal(request, idempotent(request));
      assert.equal(refused.statusCode, 400, JSON.stringify(change));
    }
  });

  it('treats a repeated request without an origin from older page scripts as the same request: the first one counts', async () => {
    const {origin, ...older} = sealRequest({origin: 'capture'});
    const first = await seal({...older, origin}, idempotent(older));
    const second = await seal(older, idempotent(older));
    assert.deepEqual([first.statusCode, second.statusCode], [200, 200]);
    assert.deepEqual(first.rawPayload, second.rawPayload);
  });

  it('returns the required size if the exclusion is too small for the manifest', async () => {
    const tags = Object.fromEntries(
      Array.from({length: 90}, (_, i) => [`tag ${i}`, 'x'.repeat(400)]),
    );
    const request = sealRequest({metadata: {tags}});
    const refused = await seal(request, idempotent(request));
    assert.equal(refused.statusCode, 400);
    const {needed} = refused.json<Problem>();
    assert.ok(needed !== undefined && needed > MANIFEST_SIZE);
    const larger = {...request, manifestSize: needed, exclusion: {start: 33, length: needed + 12}};
    assert.equal((await seal(larger, idempotent(request))).statusCode, 200);
  });

  const good = sealRequest();
  const wrong: [what: string, body: object, pointer: string][] = [
    ['a digest of the wrong length', {...good, digest: 'AAAA'}, '/digest'],
    ['a digest that is a number', {...good, digest: 7}, '/digest'],
    ['a captureId that is not a UUID', {...good, captureId: 'one'}, '/captureId'],
    [
      'an exclusion below zero',
      {...good, exclusion: {start: -1, length: 20_000}},
      '/exclusion/start',
    ],
    [
      'an exclusion far beyond any file',
      {...good, exclusion: {start: 1e12, length: 20_000}},
      '/exclusion/start',
    ],
    [
      'an exclusion smaller than the manifest',
      {...good, exclusion: {start: 33, length: 100}},
      '/exclusion/length',
    ],
    [
      'an exclusion that would leave media unsealed',
      {...good, exclusion: {start: 33, length: 60_000}},
      '/exclusion/length',
    ],
    [
      'a manifestSize that is too small for any manifest',
      {...good, manifestSize: 1},
      '/manifestSize',
    ],
    ['a manifestSize beyond the largest', {...good, manifestSize: 2 ** 31}, '/manifestSize'],
    [
      'an odd manifestSize in WebP',
      {
        ...good,
        mediaType: 'image/webp',
        manifestSize: 16_385,
        exclusion: {start: 33, length: 16_394},
      },
      '/manifestSize',
    ],
    ['another media type', {...good, mediaType: 'image/gif'}, '/mediaType'],
    [
      'tags of 10,000 characters',
      {...good, metadata: {tags: {a: 'x'.repeat(10_000)}}},
      '/metadata/tags/a',
    ],
    [
      'a tag with a line break in its key and a number as its value',
      {...good, metadata: {tags: {'a\nb': 1}}},
      '/metadata/tags/a\nb',
    ],
    [
      'impossible coordinates',
      {...good, metadata: {gps: {latitude: 91}}},
      '/metadata/gps/latitude',
    ],
    ['an unknown section', {...good, metadata: {weather: {}}}, '/metadata/weather'],
    ['a missing member', {...good, metadata: undefined}, '/metadata'],
    ['a number as text', {...good, manifestSize: '16384'}, '/manifestSize'],
  ];
  for (const [what, body, pointer] of wrong) {
    it(`refuses ${what}, with the location of the error`, async () => {
      const answer = await seal(body, idempotent(good));
      assert.equal(answer.statusCode, 400, answer.body);
      assert.equal(answer.headers['content-type'], 'application/problem+json');
      const problem = answer.json<Problem>();
      assert.equal(problem.status, 400);
      assert.deepEqual(
        problem.errors?.map((one) => one.pointer),
        [pointer],
      );
    });
  }

  const raw: [what: string, body: string, type: string, status: number][] = [
    ['no body', '', 'application/json', 400],
    ['broken JSON', '{"captureId": ', 'application/json', 400],
    [
      '__proto__ in tags',
      JSON.stringify(good).replace('"site"', '"__proto__"'),
      'application/json',
      400,
    ],
    ['an infinite number', JSON.stringify(good).replace('33', '1e999'), 'application/json', 400],
    ['JSON that is not an object', '[]', 'application/json', 400],
    ['text', JSON.stringify(good), 'text/plain', 415],
    ['an invalid media type', JSON.stringify(good), 'application/json garbage', 415],
    [
      'a body beyond the limit',
      JSON.stringify({x: 'x'.repeat(5_000_000)}),
      'application/json',
      413,
    ],
  ];
  for (const [what, body, type, status] of raw) {
    it(`answers ${status} with a problem to ${what}`, async () => {
      const answer = await seal(body, {...idempotent(good), 'content-type': type});
      assert.equal(answer.statusCode, status, answer.body);
      assert.equal(answer.headers['content-type'], 'application/problem+json');
      assert.equal(answer.json<Problem>().status, status);
      assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
    });
  }

  it('requires an Idempotency-Key that equals the captureId', async () => {
    assert.equal((await seal(good)).statusCode, 400);
    const other = await seal(good, idempotent(sealRequest()));
    assert.equal(other.statusCode, 400);
    assert.equal(other.json<Problem>().errors?.[0]?.pointer, '/captureId');
  });
});
