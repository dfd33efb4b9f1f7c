import assert from 'node:assert/strict';
import {it} from 'node:test';
import {type InspectionResult} from '../../src/model/inspection/inspection-result.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {pickSections} from '../../src/engine/sections.js';
import {storeOf} from '../../src/own-reader/files/embedded-store.js';
import {factsOf} from '../../src/own-reader/files/file-facts.js';
import {list} from '../../src/model/json/loose-json.js';
import {looseCbor} from '../../src/own-reader/loose-cbor.js';
import {ManifestStore} from '../../src/own-reader/manifests.js';
import {redactSeal} from '../../src/writing/redaction/redact-seal.js';
import {changesOf, randomFrom} from '../mutations.js';
import {makeAuthority} from '../pki.js';
import {options, sealFile, startEngine} from '../seal-file.js';
import {simplest} from '../sources.js';
import {manifestsOf, partOf} from './surgery.js';

const {changes: CHANGES, seed: SEED} = changesOf({changes: 96, seed: 20_261_123});

interface Redacted {
  name: string;
  mediaType: string;
  file: Uint8Array;
  original: InspectionResult;
  /** The range of the manifests, with the framing of their container. */
  seal: {start: number; end: number};
  /** The bytes of the seal that no signature covers. */
  open: ReadonlySet<number>;
}

/**
 * Covered are the media, every assertion, both claims, the certificates and the values of both signatures, and all of
 * the older signature, whose hash is in the update. Not covered are
 *
 * - the framing of the container: marker, length and numbers of an APP11 segment; length, name and checksum of a chunk,
 * - size and type of each box, and the description boxes (type, toggles, label) of the store, the manifests, their
 *   assertion stores, the claims, and the newer signature,
 * - the parts of the newer signature beside its value: its time stamp and padding.
 */
function coverageOf(file: Uint8Array): Pick<Redacted, 'seal' | 'open'> {
  const found = storeOf(file);
  const [place] = found?.places ?? [];
  assert.ok(found && place && found.pieces.length === 1);
  const covered: Uint8Array[] = [file.subarray(0, place.start), file.subarray(place.end)];
  const store = new ManifestStore(found.bytes);
  for (const bytes of manifestsOf(file)) {
    const manifest = store.find(partOf(bytes).label);
    assert.ok(manifest);
    const [header, , , value] = list(looseCbor(manifest.signatureContent));
    assert.ok(header instanceof Uint8Array && value instanceof Uint8Array);
    const assertions = [...manifest.boxes.values()].map((box) => box.hashed);
    covered.push(manifest.claim, header, value, ...assertions);
    if (!manifest.isUpdate) covered.push(manifest.signature.hashed);
  }
  const open = new Set<number>();
  for (let at = place.start; at < place.end; at++) open.add(at);
  for (const part of covered) {
    const isView = part.buffer === file.buffer;
    const start = isView ? part.byteOffset - file.byteOffset : Buffer.from(file).indexOf(part);
    for (let at = start; at < start + part.length; at++) open.delete(at);
  }
  return {seal: place, open};
}

/** Changes one or a few bytes, anywhere in the seal or, every second time, where no signature covers them. */
function change({file, seal, open}: Redacted, round: number, random: (below: number) => number) {
  const changed = Uint8Array.from(file);
  const isOpen = round % 2 === 0;
  const start = isOpen
    ? ([...open][random(open.size)] ?? 0)
    : seal.start + random(seal.end - seal.start);
  const length = random(3) === 0 ? 2 + random(7) : 1;
  for (let at = start; at < Math.min(start + length, seal.end); at++) {
    changed[at] = (changed[at] ?? 0) ^ (length === 1 ? 1 << random(8) : 1 + random(255));
  }
  return changed;
}

it(`never accepts any of ${CHANGES} random changes of redacted seals as unchanged`, async () => {
  const [camera, desk] = [await makeAuthority('Camera'), await makeAuthority('Desk')];
  const engine = await startEngine(`${camera.rootPem}\n${desk.rootPem}`);
  const files: Redacted[] = [];
  for (const {name, media, mediaType} of simplest.slice(0, 2)) {
    const {sealed} = await sealFile({media, mediaType}, camera.signer, {manifestSize: 8_192});
    const request = {sections: ['place'] as const};
    const file = Uint8Array.from(
      await redactSeal(engine, sealed, mediaType, request, desk.signer, options),
    );
    const original = await readSeal(engine, file, mediaType);
    assert.equal(original.labelState, 'valid', name);
    files.push({name, mediaType, file, original, ...coverageOf(file)});
  }
  const random = randomFrom(SEED);
  const states = {valid: 0, interim: 0, untrusted: 0, invalid: 0, none: 0, unchecked: 0};
  for (let round = 0; round < CHANGES; round++) {
    const one = files[(round >> 1) % files.length];
    assert.ok(one);
    const what = `${one.name}, change ${round} of seed ${SEED}`;
    const changed = change(one, round, random);
    const hit = changed.findIndex((byte, at) => byte !== one.file[at] && !one.open.has(at));
    const result = await readSeal(engine, changed, one.mediaType);
    states[result.labelState]++;
    const {seal} = await factsOf(changed, crypto.subtle);
    if (seal?.isAsSigned) assert.equal(hit, -1, `${what}, in the page's own reader`);
    if (!result.labelValid) continue;
    assert.equal(hit, -1, what);
    assert.deepEqual(pickSections(result), pickSections(one.original), what);
    assert.deepEqual(result.redactions, one.original.redactions, what);
    assert.deepEqual(result.signature, one.original.signature, what);
  }
  // The changes hit both kinds of bytes: most are covered by a signature, some are not.
  assert.ok(states.invalid > CHANGES * 0.5, JSON.stringify(states));
  assert.ok(states.valid > 0, JSON.stringify(states));
});
