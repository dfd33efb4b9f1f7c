import {WasmReader} from '@contentauth/c2pa-wasm';
import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import type {Engine} from '@sealed-capture/seal/engine/engine.js';
import {settingsFor} from '../../seal/test/engine-signing.js';
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
