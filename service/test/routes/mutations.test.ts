import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {concat} from '@sealed-capture/seal/encoding/bytes.js';
import {fill, hashedParts, layOut} from '@sealed-capture/seal/containers/layout.js';
import {pickSections} from '@sealed-capture/seal/engine/sections.js';
import {sandboxCertificates} from '../../src/certificates/certificates.js';
import {changesOf, mutationNames, mutations, randomFrom} from '../../../seal/test/mutations.js';
import {
  assertOnlyUnsignedChanged,
  type SealedBytes,
} from '../../../seal/test/own-reader/signed-ranges.js';
import {fileOfManyHashes} from '../../../seal/test/foreign-store.js';
import {makeAuthority} from '../../../seal/test/pki.js';
import {metadata, simplest, type Source} from '../../../seal/test/sources.js';
import {envelope, idempotent, sealRequest} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';

const {changes: CHANGES, seed: SEED} = changesOf({changes: 48, seed: 20_261_122});
const MANIFEST_SIZE = 12_288;

describe('Changed files over HTTP', () => {
  const service = serviceOfSuite();

  const seal = async ({media, mediaType}: Source): Promise<SealedBytes> => {
    const layout = layOut(media, mediaType, MANIFEST_SIZE);
    const {exclusion} = layout;
    const hash = createHash('sha256');
    for (const part of hashedParts(layout)) hash.update(part);
    const digest = hash.digest('base64');
    const manifestSize = MANIFEST_SIZE;
    const request = sealRequest({mediaType, digest, exclusion, manifestSize, metadata});
    const {rawPayload: store} = await service.post('/seal', request, idempotent(request));
    return {sealed: concat(fill(layout, store)), store, exclusion};
  };

  it(`are answered, all ${CHANGES} of them, and none is accepted as the sealed file`, async () => {
    const {identity} = await sandboxCertificates(service.folder, Date.now());
    const files = await Promise.all(
      simplest.map(async (source) => {
        const sealed = await seal(source);
        const answer = await service.post('/inspect', envelope(sealed.sealed));
        const original = answer.json<InspectionResult>();
        assert.equal(original.labelState, 'valid', source.name);
        return {...sealed, name: source.name, original};
      }),
    );
    const random = randomFrom(SEED);
    const states = {valid: 0, interim: 0, untrusted: 0, invalid: 0, none: 0, unchecked: 0};
    const hostile = await fileOfManyHashes(2_000, (await makeAuthority()).signer);
    let refused = 0;
    for (let i = 0; i < CHANGES; i++) {
      const file = files[i % files.length];
      const other = files[random(files.length)];
      const name = mutationNames[Math.floor(i / files.length) % mutationNames.length];
      assert.ok(file && other && name);
      const changed = mutations[name](file.sealed, random, other.sealed);
      // After every changed or hostile file, an unchanged one gets the same verdict as before.
      if (i % 10 === 0) await service.post('/inspect', envelope(hostile));
      const what = `${file.name}, ${name}, change ${i} of seed ${SEED}`;
      const answer = await service.post('/inspect', envelope(changed));
      const honest = await service.post('/inspect', envelope(file.sealed));
      assert.deepEqual(honest.json<InspectionResult>(), file.original, what);
      if (answer.statusCode === 400) {
        // The change hit the first bytes, which identify the file type.
        refused++;
        continue;
      }
      assert.equal(answer.statusCode, 200, what);
      const result = answer.json<InspectionResult>();
      states[result.labelState]++;
      assert.equal(result.labelValid, result.labelState === 'valid', what);
      if (!result.labelValid) continue;
      assertOnlyUnsignedChanged(changed, file, identity.signer.certificateChain, what);
      assert.deepEqual(pickSections(result), pickSections(file.original), what);
    }
    // The changes did reach the seals: most break them, a few hit bytes that are not signed.
    assert.ok(states.invalid > CHANGES * 0.8, JSON.stringify({...states, refused}));
    assert.ok(states.valid < CHANGES * 0.05, JSON.stringify({...states, refused}));
  });
});
