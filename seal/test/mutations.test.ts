import assert from 'node:assert/strict';
import {it} from 'node:test';
import {type InspectionResult} from '../src/model/inspection/inspection-result.js';
import {readSeal} from '../src/engine/read-seal.js';
import {pickSections} from '../src/engine/sections.js';
import {changesOf, mutationNames, mutations, randomFrom} from './mutations.js';
import {makeAuthority} from './pki.js';
import {sealFile, startEngine, type Sealed} from './seal-file.js';
import {assertOnlyUnsignedChanged} from './own-reader/signed-ranges.js';
import {simplest} from './sources.js';

const {changes: CHANGES, seed: SEED} = changesOf({changes: 160, seed: 20_261_121});

it(`never accepts any of ${CHANGES} random changes of sealed files as unchanged, nor lets one affect the verdict on an unchanged file`, async () => {
  const authority = await makeAuthority();
  const engine = await startEngine(authority.rootPem);
  const seals: Sealed[] = [];
  const originals: InspectionResult[] = [];
  for (const source of simplest) {
    const seal = await sealFile(source, authority.signer, {manifestSize: 8_192});
    seals.push(seal);
    originals.push(await readSeal(engine, seal.sealed, source.mediaType));
  }
  const random = randomFrom(SEED);
  const states = {valid: 0, interim: 0, untrusted: 0, invalid: 0, none: 0, unchecked: 0};
  for (let i = 0; i < CHANGES; i++) {
    const source = simplest[i % simplest.length];
    const seal = seals[i % simplest.length];
    const original = originals[i % simplest.length];
    const other = seals[random(simplest.length)];
    const name = mutationNames[Math.floor(i / simplest.length) % mutationNames.length];
    assert.ok(source && seal && original && other && name);
    const changed = mutations[name](seal.sealed, random, other.sealed);
    const result = await readSeal(engine, changed, source.mediaType);
    states[result.labelState]++;
    // The changed file must not affect the engine's result for other files.
    assert.deepEqual(await readSeal(engine, seal.sealed, source.mediaType), original, source.name);
    if (!result.labelValid) continue;
    const what = `${source.name}, ${name}, change ${i} of seed ${SEED}`;
    assertOnlyUnsignedChanged(changed, seal, authority.signer.certificateChain, what);
    assert.deepEqual(pickSections(result), pickSections(original), what);
    // A damaged time stamp may be missing, but must never show another time.
    const {timestamp} = result.signature ?? {};
    assert.ok(timestamp === undefined || timestamp === original.signature?.timestamp, what);
  }
  // The changes did reach the seals: most break them, a few hit bytes that are not signed.
  assert.ok(states.invalid > CHANGES * 0.9, JSON.stringify(states));
  assert.ok(states.valid < CHANGES * 0.05, JSON.stringify(states));
});
