import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {factsOf} from '../../src/own-reader/files/file-facts.js';
import {evidenceOf} from '../../src/evidence/evidence-of.js';
import {
  assertionLink,
  cborAssertion,
  inBmff,
  inPng,
  inWav,
  manifest,
  manifestLink,
  pictureAssertion,
  store,
} from '../foreign-store.js';
import {changesOf, mutationNames, mutations, randomFrom} from '../mutations.js';
import {makeAuthority} from '../pki.js';
import {sealFile} from '../seal-file.js';
import {jpeg, mp3} from '../sources.js';

const {changes: ROUNDS, seed: SEED} = changesOf({changes: 24, seed: 20});
/** Processor time in milliseconds: far above the usual 5, and far below what a person would notice as a hang. */
const LONGEST = 2_000;

describe('a file that was changed anywhere', () => {
  const files: Record<string, Uint8Array> = {};

  before(async () => {
    const {signer} = await makeAuthority();
    const picture = pictureAssertion('c2pa.thumbnail.ingredient');
    const parent = await manifest({label: 'urn:c2pa:parent', assertions: [picture]}, signer);
    const child = await manifest(
      {
        label: 'urn:c2pa:child',
        assertions: [
          picture,
          cborAssertion('c2pa.ingredient.v3', {
            relationship: 'parentOf',
            thumbnail: assertionLink(picture),
            activeManifest: manifestLink('urn:c2pa:parent', parent),
          }),
        ],
      },
      signer,
    );
    const history = store(parent, child);
    Object.assign(files, {
      png: inPng(history),
      wav: inWav(history),
      bmff: inBmff(history, 'heic'),
      jpeg: (await sealFile({media: jpeg, mediaType: 'image/jpeg'}, signer)).sealed,
      mp3: (await sealFile({media: mp3, mediaType: 'audio/mpeg'}, signer)).sealed,
    });
  });

  for (const [index, name] of ['png', 'wav', 'bmff', 'jpeg', 'mp3'].entries()) {
    it(`is read quickly, with facts and evidence, and without an error (${name})`, async () => {
      const random = randomFrom(SEED + index);
      const file = files[name] ?? new Uint8Array(0);
      for (let round = 0; round < ROUNDS; round++) {
        const kind = mutationNames[round % mutationNames.length] ?? 'flip';
        const changed = Uint8Array.from(mutations[kind](file, random, files['png'] ?? file));
        // Wall-clock time would include the work of other tests.
        const started = process.cpuUsage();
        const facts = await factsOf(changed, crypto.subtle);
        const zip = await evidenceOf(
          {file: changed, fileName: 'a.bin', texts: [], made: new Date()},
          crypto.subtle,
        );
        const {user, system} = process.cpuUsage(started);
        const took = (user + system) / 1000;
        assert.ok(
          took < LONGEST,
          `${kind} of round ${round} and seed ${SEED + index} took ${took} ms`,
        );
        assert.equal(facts.sha256.length, 64);
        assert.ok(zip.length > changed.length);
      }
    });
  }

  it('is as signed if only unsigned bytes were changed, and otherwise not', async () => {
    const {signer} = await makeAuthority();
    const {sealed} = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, signer);
    const last = Uint8Array.from(sealed);
    last[last.length - 10] = (last[last.length - 10] ?? 0) ^ 1;
    assert.equal((await factsOf(last, crypto.subtle)).seal?.isAsSigned, true);
    const random = randomFrom(7);
    const claim = Buffer.from(sealed).indexOf('created_assertions');
    for (let round = 0; round < 20; round++) {
      const changed = Uint8Array.from(sealed);
      const at = claim + random(300);
      changed[at] = (changed[at] ?? 0) ^ (1 << random(8));
      const {seal} = await factsOf(changed, crypto.subtle);
      assert.notEqual(seal?.isAsSigned, true, `byte ${at - claim} of the claim`);
    }
  });
});
