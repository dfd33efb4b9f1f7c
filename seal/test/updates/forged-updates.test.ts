import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {type InspectionResult} from '../../src/model/inspection/inspection-result.js';
import {type Engine} from '../../src/engine/engine.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {compileEngine} from '../../src/node/engine-module.js';
import {factsOf} from '../../src/own-reader/files/file-facts.js';
import {redactSeal} from '../../src/writing/redaction/redact-seal.js';
import {Verification} from '../../../src/worker/inspection/verification.js';
import {box, cborAssertion} from '../foreign-store.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {options, sealFile, startEngine} from '../seal-file.js';
import {simplest, type Source} from '../sources.js';
import {
  assertionsOf,
  changed,
  forged,
  forgedUpdate,
  labelledAs,
  manifestsOf,
  partOf,
  recording,
  urlOf,
  withManifests,
  type Part,
  type Surgical,
} from './surgery.js';

const PLACE = 'org.sealed-capture.place';
const DEVICE = 'org.sealed-capture.device';

let camera: TestAuthority;
let desk: TestAuthority;
let stranger: TestAuthority;
let engine: Engine;
const verification = new Verification();
let roots: string;
before(async () => {
  camera = await makeAuthority('Camera');
  desk = await makeAuthority('Desk');
  stranger = await makeAuthority('Stranger');
  roots = `${camera.rootPem}\n${desk.rootPem}`;
  engine = await startEngine(roots);
  verification.prepare(await compileEngine(512 * 1024 * 1024));
});

const contents = async (file: Uint8Array) =>
  (await factsOf(Uint8Array.from(file), crypto.subtle)).seal;

/** Verifies as with `verify="local"`, whose worker runs this code. */
async function verifiedLocally(file: Uint8Array): Promise<InspectionResult> {
  await verification.open(new Blob([Uint8Array.from(file)]));
  const judgement = await verification.judge(roots);
  assert.ok(judgement.name === 'judged');
  return judgement.result;
}

type Change = (all: Part[]) => Part[];
const without =
  (...gone: string[]): Change =>
  (all) =>
    all.filter(({label}) => !gone.includes(label));
const withMore =
  (more: Part | undefined): Change =>
  (all) => {
    assert.ok(more);
    return [...all, more];
  };
const json = (value: unknown): Uint8Array => box('json', Buffer.from(JSON.stringify(value)));

const CHANGED = /^What the seal says was changed after it was signed\.$/;
const MISSING = /^A statement that was signed is missing\.$/;
const STILL_THERE = /^A statement that should have been taken out is still there\.$/;
const ANOTHER = /^The seal of the file that this was made from was changed\.$/;
const UNBOUND = /^The seal is not bound to any file\.$/;
const FILE_CHANGED = /^The file was changed after it was sealed\.$/;
const UNREADABLE = /^The seal or the file cannot be read\.$/;

/** What an attacker without the keys of camera and desk may have: a redacted file before and after, and other seals. */
async function materials(source: Pick<Source, 'media'> & {mediaType: Surgical}) {
  const {media, mediaType} = source;
  const {sealed} = await sealFile(source, camera.signer);
  const request = {sections: ['place'] as const};
  const redacted = await redactSeal(engine, sealed, mediaType, request, desk.signer, options);
  const sealOf = async (by: TestAuthority, digestOf = media) => {
    const file = await sealFile({media: digestOf, mediaType}, by.signer);
    const [manifest] = manifestsOf(file.sealed);
    assert.ok(manifest);
    return manifest;
  };
  const elsewhere = Uint8Array.from(media);
  elsewhere[elsewhere.length - 20]! ^= 1;
  const [a, u] = manifestsOf(redacted);
  const [original] = manifestsOf(sealed);
  assert.ok(a && u && original);
  return {
    mediaType,
    redacted,
    sealed,
    /** The seal after redaction, the update above it, and the seal before. */
    a,
    u,
    original,
    theirs: await sealOf(stranger),
    ours: await sealOf(camera),
    ofAnotherPicture: await sealOf(camera, elsewhere),
    put: (...manifests: Uint8Array[]) => withManifests(redacted, mediaType, manifests),
    with: (assertions: Change) => withManifests(redacted, mediaType, [changed(a, {assertions}), u]),
  };
}
type Materials = Awaited<ReturnType<typeof materials>>;

const of = (manifest: Uint8Array, label: string): Part | undefined =>
  assertionsOf(manifest).get(label);
const signatureIn = (manifest: Uint8Array) => partOf(partOf(manifest).children[2]!);
const replaced =
  (label: string, content: Uint8Array): Change =>
  (all) =>
    all.map((one) => (one.label === label ? {...one, children: [content]} : one));

const swaps: [what: string, forge: (m: Materials) => Uint8Array, why: RegExp][] = [
  ['the seal of a stranger', ({put, theirs, u}) => put(theirs, u), UNBOUND],
  ['it under the same name', ({put, theirs, a, u}) => put(labelledAs(theirs, a), u), ANOTHER],
  ['another seal of the same signer', ({put, ours, u}) => put(ours, u), UNBOUND],
  ['it under the same name, too', ({put, ours, a, u}) => put(labelledAs(ours, a), u), ANOTHER],
  [
    'the same signer’s seal of another picture',
    ({put, ofAnotherPicture, a, u}) => put(labelledAs(ofAnotherPicture, a), u),
    FILE_CHANGED,
  ],
  [
    'itself with the signature of a stranger',
    ({put, theirs, a, u}) => put(changed(a, {parts: ([x, y]) => [x!, y!, signatureIn(theirs)]}), u),
    ANOTHER,
  ],
  [
    'itself with another device',
    (m) => m.with(replaced(DEVICE, json({device: {model: 'Forged'}}))),
    CHANGED,
  ],
  [
    'itself with the binding of another picture',
    (m) => {
      const other = of(m.ofAnotherPicture, 'c2pa.hash.data');
      assert.ok(other);
      return m.with((all) => all.map((one) => (one.label === other.label ? other : one)));
    },
    /changed after it was (signed|sealed)/,
  ],
  ['itself without the device, of which nothing says so', (m) => m.with(without(DEVICE)), MISSING],
  ['itself without its actions', (m) => m.with(without('c2pa.actions.v2')), MISSING],
  ['itself without what binds it', (m) => m.with(without('c2pa.hash.data')), UNBOUND],
  ['itself as it was before', ({put, original, u}) => put(original, u), STILL_THERE],
  [
    'itself with the place that was taken out',
    (m) => m.with(withMore(of(m.original, PLACE))),
    STILL_THERE,
  ],
  [
    'itself with another place in its stead',
    (m) => {
      const place = of(m.original, PLACE);
      const gps = {latitude: 1, longitude: 2};
      return m.with(withMore(place && {...place, children: [json({gps})]}));
    },
    STILL_THERE,
  ],
  ['nothing', ({put, u}) => put(u), UNBOUND],
  ['itself under another name', ({put, a, u, ours}) => put(labelledAs(a, ours), u), UNBOUND],
];

describe('Another manifest below an update', () => {
  for (const {name, media, mediaType} of simplest.slice(0, 2)) {
    const files = () => materials({media, mediaType: mediaType as Surgical});

    it(`is detected, whatever it is (${name})`, async () => {
      const m = await files();
      const honest = m.put(m.a, m.u);
      assert.equal((await readSeal(engine, honest, mediaType)).labelState, 'valid');
      assert.equal((await contents(honest))?.isAsSigned, true);
      for (const [what, forge, why] of swaps) {
        const file = forge(m);
        const result = await readSeal(engine, file, mediaType);
        assert.equal(result.labelState, 'invalid', what);
        assert.match(result.reason, why, what);
        assert.deepEqual(await verifiedLocally(file), result, what);
        const seal = await contents(file);
        assert.ok(seal && !seal.isAsSigned, `${what}, to the page's own reader`);
      }
    });

    it(`is accepted if nothing is below it: then it is the seal itself, without the redacted data (${name})`, async () => {
      const {a, u, put} = await files();
      for (const file of [put(a), put(u, a)]) {
        const {labelState, reason, checks} = await readSeal(engine, file, mediaType);
        assert.equal(labelState, 'invalid');
        assert.match(reason, FILE_CHANGED);
        assert.ok(checks.some(({code, passed}) => code === 'assertion.missing' && !passed));
        assert.equal((await contents(file))?.isAsSigned, false);
      }
    });

    it(`has no effect beside the intended one, in any order (${name})`, async () => {
      const m = await files();
      const before = await readSeal(engine, m.redacted, mediaType);
      const twin = labelledAs(m.theirs, m.a);
      const fake = await forged(
        {
          label: 'urn:c2pa:00000000-0000-4000-8000-000000000000',
          assertions: [
            cborAssertion(
              'c2pa.ingredient.v3',
              recording([['assertion.dataHash.mismatch', 'self#jumbf=/c2pa/x']]),
            ),
          ],
          redacted: [urlOf(partOf(m.a).label, DEVICE)],
        },
        stranger.signer,
      );
      // Anyone can add a manifest to a store. Of two with the same label, the engine uses the last.
      for (const file of [m.put(twin, m.a, m.u), m.put(fake, m.a, m.u), m.put(m.a, fake, m.u)]) {
        assert.deepEqual(await readSeal(engine, file, mediaType), before);
      }
      for (const file of [
        m.put(m.a, twin, m.u),
        m.put(fake, changed(m.a, {assertions: without(DEVICE)}), m.u),
      ]) {
        assert.equal((await readSeal(engine, file, mediaType)).labelState, 'invalid');
        assert.equal((await contents(file))?.isAsSigned, false);
      }
      const undeclared = m.with(
        withMore(partOf(cborAssertion(`${DEVICE}__1`, {device: {model: 'Forged'}}).box)),
      );
      const {labelState, reason} = await readSeal(engine, undeclared, mediaType);
      assert.equal(labelState, 'invalid');
      assert.match(reason, UNREADABLE);
    });

    it(`may lose any assertion by redaction except its actions and its hard binding, and must lack it (${name})`, async () => {
      const {original, sealed} = await files();
      const under = (manifest: Uint8Array, update: Uint8Array) =>
        withManifests(sealed, mediaType as Surgical, [manifest, update]);
      const update = (label: string) =>
        forgedUpdate({over: original, redacted: [label]}, desk.signer);
      const lacking = (...gone: string[]) => changed(original, {assertions: without(...gone)});
      const file = under(lacking(PLACE), await update(PLACE));
      assert.equal((await readSeal(engine, file, mediaType)).labelState, 'valid');
      assert.equal((await contents(file))?.isAsSigned, true);
      const actions = await update('c2pa.actions.v2');
      const binding = await update('c2pa.hash.data');
      const refused: [file: Uint8Array, why: RegExp][] = [
        [under(original, await update(PLACE)), STILL_THERE],
        [under(original, await update(`${DEVICE}__7`)), STILL_THERE],
        [under(lacking(DEVICE, PLACE), await update(PLACE)), MISSING],
        [under(lacking('c2pa.actions.v2'), actions), /^The list of what was done .* was taken out/],
        [under(original, actions), STILL_THERE],
        [under(lacking('c2pa.hash.data'), binding), UNBOUND],
        [under(original, binding), STILL_THERE],
      ];
      for (const [forgery, why] of refused) {
        const result = await readSeal(engine, forgery, mediaType);
        assert.equal(result.labelState, 'invalid');
        assert.match(result.reason, why);
        assert.equal((await contents(forgery))?.isAsSigned, false, String(why));
      }
    });
  }
});
