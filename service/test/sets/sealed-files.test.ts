import assert from 'node:assert/strict';
import {createHash, randomUUID} from 'node:crypto';
import {before, describe, it} from 'node:test';
import {fill, hashedParts, layOut} from '@sealed-capture/seal/containers/layout.js';
import type {Engine} from '@sealed-capture/seal/engine/engine.js';
import {readSeal} from '@sealed-capture/seal/engine/read-seal.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {SealRequest} from '@sealed-capture/seal/model/seal/seal-request.js';
import {sealedSections} from '@sealed-capture/seal/model/seal/seal-format.js';
import {MOST_IN_SET, type SetRequest} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {addStamp, stampableSeal} from '@sealed-capture/seal/writing/add-stamp.js';
import {redactSeal} from '@sealed-capture/seal/writing/redaction/redact-seal.js';
import {takesUpdates} from '@sealed-capture/seal/writing/update-seal.js';
import {makeAuthority, sha256, type TestAuthority} from '../../../seal/test/pki.js';
import {options, sealFile, startEngine} from '../../../seal/test/seal-file.js';
import {metadata, simplest} from '../../../seal/test/sources.js';
import {serializeState} from '../../src/sets/set-state.js';
import {envelope, fileForm, idempotent, jpegOf, sealRequest} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';
import {closingOf, job, ofSet} from './set-requests.js';

describe('A file of a set', () => {
  const service = serviceOfSuite();
  const media = jpegOf(20_000);

  /** Seals a photo as a page does. */
  async function photo(
    set: SetRequest,
    change: Partial<SealRequest> = {},
    manifestSize = 16_384,
  ): Promise<Buffer> {
    const layout = layOut(media, 'image/jpeg', manifestSize);
    const request = sealRequest({
      mediaType: 'image/jpeg',
      digest: Buffer.from(sha256(...hashedParts(layout))).toString('base64'),
      exclusion: layout.exclusion,
      manifestSize,
      set,
      ...change,
    });
    const answer = await service.post('/seal', request, idempotent(request));
    if (answer.statusCode === 400) {
      const {needed} = answer.json<{needed?: number}>();
      assert.ok(needed, answer.body);
      return photo(set, {...change, captureId: request.captureId}, needed);
    }
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
    return Buffer.concat(fill(layout, answer.rawPayload));
  }
  const inspect = async (file: Uint8Array): Promise<InspectionResult> =>
    (await service.post('/inspect', envelope(file))).json<InspectionResult>();

  it('is valid, and its inspection says which one of the set it is', async () => {
    const id = randomUUID();
    const captureId = randomUUID();
    const origin = {origin: 'capture'} as const;
    const first = await inspect(await photo({id, job, index: 1}, origin));
    const told = {job, index: 2, previous: createHash('sha256').update('before').digest('base64')};
    const file = await photo({id, ...told}, {...origin, captureId});
    const {labelState, set} = await inspect(file);
    assert.equal(labelState, 'valid');
    assert.deepEqual(set, {
      set: first.set?.set,
      index: 2,
      previous: first.set?.seal,
      captureId,
      // The pixels are the same, and so is the digest.
      digest: first.set?.digest,
      seal: set?.seal,
      told,
    });
    assert.notEqual(set?.seal, first.set?.seal);
    const record = await photo({id, job, closing: closingOf([])});
    const closed = await inspect(record);
    assert.equal(closed.labelState, 'valid');
    assert.deepEqual(
      closed.set?.seals?.map(({seal}) => seal),
      [first.set?.seal, set?.seal],
    );
  });

  it('stays valid and the same one of the set after a redaction by POST redact', async () => {
    const file = await photo({id: randomUUID(), job, index: 1}, {metadata, origin: 'capture'});
    const {set} = await inspect(file);
    const {payload, headers} = await fileForm(file, 'image/jpeg', {sections: 'place,gathered'});
    const redacted = await service.post('/redact', payload, headers);
    assert.equal(redacted.statusCode, 200, redacted.body.slice(0, 300));
    const after = await inspect(redacted.rawPayload);
    assert.deepEqual([after.labelState, after.gps, after.tags], ['valid', undefined, undefined]);
    assert.ok(set);
    assert.deepEqual(after.set, set);
  });

  it('may be the closing record of a full set', async () => {
    const id = randomUUID();
    const requests = Array.from({length: MOST_IN_SET - 11}, () => ofSet(id));
    const seals = requests.map(({captureId, digest}): [string, string, string] => [
      captureId,
      digest,
      digest,
    ]);
    const key = `set:sandbox:${service.sandbox.id}:${id}`;
    const state = serializeState({set: randomUUID(), seals});
    await service.app.stores.sets.putIfAbsent(key, state, 60_000);
    await photo({id, job, index: MOST_IN_SET - 10});
    const closing = closingOf(requests);
    const record = await photo({id, job, closing});
    const {labelState, set} = await inspect(record);
    assert.equal(labelState, 'valid');
    assert.deepEqual([set?.index, set?.seals?.length], [MOST_IN_SET - 9, MOST_IN_SET - 10]);
    assert.deepEqual(set?.told, {job, closing});
  });
});

describe('The set of a file', () => {
  let authority: TestAuthority;
  let engine: Engine;
  before(async () => {
    authority = await makeAuthority();
    engine = await startEngine(authority.rootPem);
  });
  const set = {vouched: {set: randomUUID(), index: 1}, told: {job, index: 1}};

  for (const {name, media, mediaType} of simplest) {
    const source = {media, mediaType};

    for (const section of sealedSections) {
      it(`stays the same after a redaction of ${section} (${name})`, async () => {
        const {signer} = authority;
        const more = {metadata: {...metadata, tags: {case: '7'}}, isSalted: true, set};
        const {sealed} = await sealFile(source, signer, more);
        const before = await readSeal(engine, sealed, mediaType);
        const request = {sections: [section]};
        const redacted = await redactSeal(engine, sealed, mediaType, request, signer, options);
        const after = await readSeal(engine, redacted, mediaType);
        assert.equal(after.labelState, 'valid');
        assert.equal(after.redactions?.length, 1);
        const {captureId, ...kept} = before.set ?? {};
        assert.ok(captureId);
        // The id of the capture is among the values that are redacted as "capture".
        assert.deepEqual(after.set, section === 'capture' ? kept : before.set);
      });
    }

    if (takesUpdates[mediaType]) {
      it(`stays the same with a time stamp of later (${name})`, async () => {
        const {withoutTime, signer, stamp} = authority;
        const {sealed} = await sealFile(source, withoutTime, {set});
        const before = await readSeal(engine, sealed, mediaType);
        const {imprint, ...seal} = await stampableSeal(engine, sealed, mediaType, new Date());
        const added = {...seal, token: await stamp(imprint)};
        const stamped = await addStamp(engine, sealed, mediaType, added, signer, options);
        const after = await readSeal(engine, stamped, mediaType);
        assert.ok(after.signature?.timestamp && before.set);
        assert.deepEqual(after.set, before.set);
      });
    }
  }
});
