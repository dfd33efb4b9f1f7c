import {WasmReader} from '@contentauth/c2pa-wasm';
import assert from 'node:assert/strict';
import {createHash, randomUUID} from 'node:crypto';
import {before, describe, it} from 'node:test';
import type {Engine} from '@sealed-capture/seal/engine/engine.js';
import {settingsFor} from '../../seal/test/engine-signing.js';
import {readSeal} from '@sealed-capture/seal/engine/read-seal.js';
import {MOST_IN_SET, setAssertions} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {sealFurther} from '@sealed-capture/seal/writing/further-seal.js';
import {addStamp, stampableSeal} from '@sealed-capture/seal/writing/add-stamp.js';
import {redactSeal} from '@sealed-capture/seal/writing/redaction/redact-seal.js';
import {takesUpdates} from '@sealed-capture/seal/writing/update-seal.js';
import {makeAuthority, type TestAuthority} from '../../seal/test/pki.js';
import {captureId, options, sealFile, startEngine} from '../../seal/test/seal-file.js';
import {metadata as sections, simplest} from '../../seal/test/sources.js';
import {allHold, inception, statementsOf} from './statements.js';

const device = {...sections.device, appId: 'app.example', appVersion: '7'};
const metadata = {...sections, device, tags: {case: '4711'}};
const gathered = ['magnetometer'];

const hash = createHash('sha256').update('x').digest('base64');
const set = randomUUID();
const job = 'claim 4711';
/** The third capture of a set, whose first answer was lost. */
const ofSet = {
  vouched: {set, index: 4, previous: hash, again: 3},
  told: {job, index: 3, previous: hash},
};
const many = Array.from({length: MOST_IN_SET - 1}, (_, i) => ({
  index: i + 1,
  captureId: randomUUID(),
  digest: hash,
}));
const closesSet = {
  vouched: {
    set,
    index: MOST_IN_SET,
    previous: hash,
    seals: many.map((one) => ({...one, seal: hash})),
  },
  told: {
    job,
    closing: {
      captures: many.map((one) => ({...one, capturedAt: '2026-11-21T08:00:00.000Z', shot: 'a'})),
      discarded: [
        {
          captureId,
          index: MOST_IN_SET,
          capturedAt: '2026-11-21T08:00:00.000Z',
          discardedAt: '2026-11-21T08:01:00.000Z',
        },
      ],
      moved: [
        {
          captureId,
          index: MOST_IN_SET + 1,
          capturedAt: '2026-11-21T08:00:00.000Z',
          movedAt: '2026-11-21T08:01:00.000Z',
        },
      ],
      shots: [{id: 'a', label: 'Front', skipped: {reason: 'other' as const, words: 'Too dark'}}],
    },
  },
};

let authority: TestAuthority;
let engine: Engine;
before(async () => {
  authority = await makeAuthority();
  engine = await startEngine(authority.rootPem);
});

interface Manifest {
  label: string;
  assertions: Record<string, Record<string, unknown>>;
  claim?: Claim;
  'claim.v2'?: Claim;
}
interface Claim {
  created_assertions: {url: string}[];
  gathered_assertions?: {url: string}[];
}

async function crJsonOf(media: Uint8Array, mediaType: string): Promise<{manifests: Manifest[]}> {
  const reader = await WasmReader.fromBytes(mediaType, media, await settingsFor(engine, media));
  try {
    return JSON.parse(reader.crJson()) as {manifests: Manifest[]};
  } finally {
    reader.free();
  }
}

/** Labels of the assertions in one list of a claim. */
function listed(manifest: Manifest | undefined, list: keyof Claim): string[] {
  const claim = manifest?.['claim.v2'] ?? manifest?.claim;
  return (claim?.[list] ?? []).map(({url}) => url.slice(url.lastIndexOf('/') + 1)).sort();
}

for (const {name, media, mediaType} of simplest) {
  describe(`${name}, by the rubrics of the conformance program,`, () => {
    const source = {media, mediaType};

    async function passes(file: Uint8Array): Promise<Manifest[]> {
      const crJson = await crJsonOf(file, mediaType);
      const {spec22, spec24, integrity} = statementsOf(crJson);
      assert.deepEqual({spec22, spec24, integrity}, allHold);
      return crJson.manifests;
    }

    it('is captured media if our own camera or microphone made it, with gathered assertions separate', async () => {
      const {sealed} = await sealFile(source, authority.signer, {metadata, gathered});
      const [manifest] = await passes(sealed);
      assert.deepEqual(inception(manifest ?? {}), ['inception:signal_capturedMedia']);
      assert.deepEqual(listed(manifest, 'gathered_assertions'), [
        'org.sealed-capture.device__1',
        'org.sealed-capture.gathered',
      ]);
      const {assertions = {}} = manifest ?? {};
      assert.deepEqual(Object.keys(assertions['org.sealed-capture.gathered'] ?? {}).sort(), [
        'features',
        'magnetometer',
        'tags',
      ]);
      assert.deepEqual(assertions['org.sealed-capture.device__1'], {
        device: {appId: 'app.example', appVersion: '7'},
      });
    });

    it('has unknown provenance if it existed before, with only gathered assertions', async () => {
      const {sealed} = await sealFile(source, authority.signer, {metadata, origin: 'file'});
      const [manifest] = await passes(sealed);
      assert.deepEqual(inception(manifest ?? {}), ['inception:signal_mediaUnknownProvenance']);
      assert.deepEqual(listed(manifest, 'created_assertions'), [
        'c2pa.actions.v2',
        'c2pa.hash.data',
        'c2pa.ingredient.v3',
        'org.sealed-capture.capture',
      ]);
      const {capturedAt, gps} = manifest?.assertions['org.sealed-capture.capture'] ?? {};
      assert.deepEqual([capturedAt, gps], [undefined, undefined]);
    });

    it('has unknown provenance if a person chose it, and says when', async () => {
      const imported = {chosenAt: '2026-11-21T07:59:00.000Z'};
      const chosen = {metadata: {imported, tags: {case: '4711'}}, origin: 'file'} as const;
      const {sealed} = await sealFile(source, authority.signer, chosen);
      const [manifest] = await passes(sealed);
      assert.deepEqual(inception(manifest ?? {}), ['inception:signal_mediaUnknownProvenance']);
      const {assertions = {}} = manifest ?? {};
      assert.deepEqual(assertions['org.sealed-capture.gathered'], {
        imported,
        tags: {case: '4711'},
      });
      assert.ok(!JSON.stringify(manifest).includes('capturedAt'));
    });

    it('was transcoded, by others, if a copy was made of the chosen file', async () => {
      const original = {mediaType: 'image/heic', sha256: 'ab'.repeat(32)};
      const imported = {chosenAt: '2026-11-21T07:59:00.000Z', original};
      const chosen = {metadata: {imported}, origin: 'file'} as const;
      const {sealed} = await sealFile(source, authority.signer, chosen);
      const [manifest] = await passes(sealed);
      assert.deepEqual(inception(manifest ?? {}), ['inception:signal_mediaUnknownProvenance']);
      const {assertions = {}} = manifest ?? {};
      assert.equal(assertions['c2pa.ingredient.v3']?.['dc:format'], 'image/heic');
      assert.match(JSON.stringify(assertions['c2pa.actions.v2__1']), /c2pa.transcoded/);
      assert.ok(listed(manifest, 'gathered_assertions').includes('c2pa.actions.v2__1'));
      const {labelState, origin, imported: read} = await readSeal(engine, sealed, mediaType);
      assert.deepEqual(
        {labelState, origin, read},
        {labelState: 'valid', origin: 'file', read: imported},
      );
    });

    it('is captured media as part of a set, whose number the signer vouches for', async () => {
      const {sealed} = await sealFile(source, authority.signer, {metadata, set: ofSet});
      const [manifest] = await passes(sealed);
      assert.deepEqual(inception(manifest ?? {}), ['inception:signal_capturedMedia']);
      assert.deepEqual(manifest?.assertions[setAssertions.vouched], ofSet.vouched);
      assert.deepEqual(manifest?.assertions[setAssertions.told], ofSet.told);
      assert.ok(listed(manifest, 'created_assertions').includes(setAssertions.vouched));
      assert.ok(listed(manifest, 'gathered_assertions').includes(setAssertions.told));
      const {set: read} = await readSeal(engine, sealed, mediaType);
      const {seal, captureId: of, digest, ...others} = read ?? {};
      assert.deepEqual(others, {...ofSet.vouched, told: ofSet.told});
      assert.ok(seal && digest && of === captureId);
    });

    it('has unknown provenance as the closing record of a set, also of the largest', async () => {
      const request = {metadata: {}, origin: 'file', set: closesSet} as const;
      const {sealed} = await sealFile(source, authority.signer, {
        ...request,
        manifestSize: 768 * 1024,
      });
      const [manifest] = await passes(sealed);
      assert.deepEqual(inception(manifest ?? {}), ['inception:signal_mediaUnknownProvenance']);
      assert.deepEqual(manifest?.assertions[setAssertions.vouched], closesSet.vouched);
      assert.deepEqual(manifest?.assertions[setAssertions.told], closesSet.told);
      const {labelState, set} = await readSeal(engine, sealed, mediaType);
      assert.equal(labelState, 'valid');
      assert.equal(set?.seals?.length, MOST_IN_SET - 1);
      assert.deepEqual(set.told?.closing?.moved, closesSet.told.closing.moved);
    });

    it('has the source file as an ingredient if that had a seal', async () => {
      const {sealed} = await sealFile(source, authority.signer, {metadata});
      const {signer} = authority;
      const more = {...options, captureId};
      const again = await sealFurther(engine, sealed, mediaType, metadata, signer, more);
      const [manifest, earlier] = await passes(again);
      assert.ok(manifest && earlier);
      assert.deepEqual(inception(manifest), []);
      assert.deepEqual(inception(earlier), ['inception:signal_capturedMedia']);
      const {actions, allActionsIncluded} = manifest.assertions['c2pa.actions.v2'] ?? {};
      assert.equal(allActionsIncluded, true);
      assert.deepEqual(
        (actions as {action: string}[]).map(({action}) => action),
        ['c2pa.opened'],
      );
      const parent = manifest.assertions['c2pa.ingredient.v3'];
      assert.match(JSON.stringify(parent?.['activeManifest']), new RegExp(earlier.label));
      assert.ok(listed(manifest, 'created_assertions').includes('c2pa.ingredient.v3'));
      assert.ok(listed(manifest, 'gathered_assertions').includes('org.sealed-capture.place'));
      assert.ok(!listed(manifest, 'created_assertions').includes('org.sealed-capture.place'));
    });

    it('is part of a set above an earlier seal, too', async () => {
      const {signer} = authority;
      const {sealed} = await sealFile(source, signer, {metadata});
      const more = {...options, captureId, set: ofSet};
      const further = await sealFurther(engine, sealed, mediaType, metadata, signer, more);
      const [manifest] = await passes(further);
      assert.ok(listed(manifest, 'created_assertions').includes(setAssertions.vouched));
      assert.ok(listed(manifest, 'gathered_assertions').includes(setAssertions.told));
      const {labelState, set} = await readSeal(engine, further, mediaType);
      assert.deepEqual([labelState, set?.index], ['valid', ofSet.vouched.index]);
    });

    it('stays conformant after the location was redacted', async () => {
      const {sealed} = await sealFile(source, authority.signer, {metadata});
      const request = {sections: ['place'] as const};
      const {signer} = authority;
      const redacted = await redactSeal(engine, sealed, mediaType, request, signer, options);
      const [manifest, earlier] = await passes(redacted);
      assert.deepEqual(inception(manifest ?? {}), []);
      assert.deepEqual(inception(earlier ?? {}), ['inception:signal_capturedMedia']);
    });

    if (takesUpdates[mediaType]) {
      it('stays conformant after a time stamp was added', async () => {
        const {withoutTime, signer, stamp} = authority;
        const {sealed} = await sealFile(source, withoutTime, {metadata});
        const {imprint, ...seal} = await stampableSeal(engine, sealed, mediaType, new Date());
        const added = {...seal, token: await stamp(imprint)};
        const stamped = await addStamp(engine, sealed, mediaType, added, signer, options);
        const [manifest, earlier] = await passes(stamped);
        assert.ok(manifest?.assertions['c2pa.time-stamp']);
        assert.ok(listed(manifest, 'created_assertions').includes('c2pa.time-stamp'));
        assert.deepEqual(inception(earlier ?? {}), ['inception:signal_capturedMedia']);
      });
    }

    it('has the location in separate assertions, so that it can be redacted', async () => {
      const {sealed} = await sealFile(source, authority.signer, {metadata});
      const [manifest] = await passes(sealed);
      const latitude = String(metadata.gps?.latitude);
      const labels = Object.entries(manifest?.assertions ?? {})
        .filter(([, data]) => /"(latitude|exif:GPSLatitude)"/.test(JSON.stringify(data)))
        .map(([label]) => label);
      assert.ok(latitude.length > 1);
      assert.deepEqual(labels.sort(), ['c2pa.metadata', 'org.sealed-capture.place']);
      assert.deepEqual(Object.keys(manifest?.assertions['org.sealed-capture.place'] ?? {}), [
        'gps',
      ]);
    });
  });
}
