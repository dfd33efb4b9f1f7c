import assert from 'node:assert/strict';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {crc32} from 'node:zlib';
import type {SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import {fill} from '@sealed-capture/seal/containers/layout.js';
import {detectMediaType} from '@sealed-capture/seal/media-signature.js';
import {storeOf} from '@sealed-capture/seal/own-reader/files/embedded-store.js';
import {ManifestStore} from '@sealed-capture/seal/own-reader/manifests.js';
import {sandboxCertificates} from '../../src/certificates/certificates.js';
import {jpeg, mp3, png, webp} from '../../../seal/test/sources.js';
import {variants} from '../../../test/variants.js';
import {fileForm, idempotent, jpegOf, protectForm} from '../requests.js';
import {requestFor} from '../seal-and-inspect.js';
import {startFixture, type ServiceFixture} from '../service-fixture.js';
import {post, startLive} from './live-service.js';
import {inspect, protect, seal, stamperOf} from './live-requests.js';

describe('A live environment with time stamps of another service', () => {
  let other: ServiceFixture;
  let service: ServiceFixture;
  let clock: Uint8Array;

  before(async () => {
    other = await startFixture();
    await other.app.listen({port: 0, host: '127.0.0.1'});
    const {port} = other.app.server.address() as AddressInfo;
    const root = join(other.folder, 'sandbox', 'root.pem');
    const {identity} = await sandboxCertificates(other.folder, Date.now());
    clock = identity.timeStamp!.certificateChain[0]!;
    service = await startLive(
      {
        timestampAddresses: [`http://127.0.0.1:${port}/protection/sandbox/timestamp`],
        timeStampAnchors: root,
      },
      true,
    );
  });
  after(async () => {
    await service.close();
    await other.close();
  });

  const expectStamped = async (file: Buffer) => {
    assert.deepEqual(stamperOf(file), clock);
    if (detectMediaType(file) === 'image/png') {
      const {start, end} = storeOf(file)!.places[0]!;
      assert.equal(file.readUInt32BE(end - 4), crc32(file.subarray(start + 4, end - 4)));
    }
    const result = await inspect(service, file);
    assert.equal(result.labelState, 'valid', result.reason);
    assert.ok(result.signature?.timestamp);
    assert.deepEqual(result.tags, {site: 'A'});
  };

  it('uses its stamps for seals by digest, although it has its own authority', async () => {
    for (let round = 0; round < 2; round++) {
      const {answer, file} = await seal(service);
      assert.equal(answer.statusCode, 200, answer.body);
      await expectStamped(file());
    }
  });

  const files: [name: string, media: Uint8Array, type: SealableMediaType][] = [
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a PNG', png, 'image/png'],
    ['a WebP', webp, 'image/webp'],
    ['an MP3', mp3, 'audio/mpeg'],
  ];
  for (const [name, media, type] of variants(files, 2)) {
    it(`uses them for ${name} that is uploaded, with or without an earlier seal`, async () => {
      const first = await protect(service, media, type);
      assert.equal(first.statusCode, 200, first.body.slice(0, 300));
      await expectStamped(first.rawPayload);
      const second = await protect(service, first.rawPayload, type);
      assert.equal(second.statusCode, 200, second.body.slice(0, 300));
      await expectStamped(second.rawPayload);
    });
  }

  for (const [name, media, type] of variants(files, 2)) {
    it(`numbers ${name} that is uploaded in a set, with or without an earlier seal`, async () => {
      const set = {id: crypto.randomUUID(), job: 'claim 4711'};
      const first = await protect(service, media, type, set);
      assert.equal(first.statusCode, 200, first.body.slice(0, 300));
      const second = await protect(service, first.rawPayload, type, set);
      assert.equal(second.statusCode, 200, second.body.slice(0, 300));
      for (const {rawPayload} of [first, second]) await expectStamped(rawPayload);
      const {set: one} = await inspect(service, first.rawPayload);
      const {set: other} = await inspect(service, second.rawPayload);
      assert.deepEqual([one?.index, other?.index, other?.previous], [1, 2, one?.seal]);
    });
  }

  it('uses them for a seal whose signature is divided between segments', async () => {
    const tags = Object.fromEntries(
      Array.from({length: 100}, (_, i) => [`t${i}`, 'a'.repeat(510)]),
    );
    const {payload, headers} = await protectForm(jpegOf(5_000), 'image/jpeg', {tags});
    const {statusCode, rawPayload} = await post(service, '/protect', payload, headers);
    assert.equal(statusCode, 200);
    const {bytes, pieces} = storeOf(rawPayload)!;
    const last = pieces.at(-1)!;
    const {length} = new ManifestStore(bytes).active!.signatureContent;
    assert.ok(pieces.length > 1 && last.end - last.start < length, 'the signature is divided');
    assert.deepEqual(stamperOf(rawPayload), clock);
    assert.equal((await inspect(service, rawPayload)).labelState, 'valid');
  });

  for (const [name, media, type] of variants(files.toReversed())) {
    it(`uses them for the redaction of ${name}`, async () => {
      const {payload, headers} = await protectForm(media, type, {
        tags: {site: 'A'},
        gps: {latitude: 1, longitude: 2},
      });
      const {rawPayload: sealed} = await post(service, '/protect', payload, headers);
      const form = await fileForm(sealed, type, {sections: 'place'});
      const answer = await post(service, '/redact', form.payload, form.headers);
      assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
      assert.deepEqual(stamperOf(answer.rawPayload), clock);
      const {labelState, gps, reason} = await inspect(service, answer.rawPayload);
      assert.deepEqual([labelState, gps], ['valid', undefined], reason);
    });
  }

  it('reports that they work', async () => {
    const health = (await service.app.inject('/healthz')).json<{timeStamps?: unknown}>();
    assert.deepEqual(health.timeStamps, {live: 'working'});
    assert.equal('timeStamps' in (await other.app.inject('/healthz')).json<object>(), false);
  });

  it('does not change the time stamps of the sandbox', async () => {
    const {request, layout} = requestFor({});
    const answer = await service.post('/seal', request, idempotent(request));
    assert.equal(answer.statusCode, 200);
    const own = await sandboxCertificates(service.folder, Date.now());
    const file = Buffer.concat(fill(layout, answer.rawPayload));
    assert.deepEqual(stamperOf(file), own.identity.timeStamp!.certificateChain[0]);
  });
});
