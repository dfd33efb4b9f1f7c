import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {WasmReader} from '@contentauth/c2pa-wasm';
import {listAt, objectAt, textAt, valueAt} from '../../src/model/json/loose-json.js';
import {type Engine} from '../../src/engine/engine.js';
import {NOBODY, settingsWith} from '../../src/engine/engine-settings.js';
import {deltasOf} from '../../src/engine/findings.js';
import {readSeal, readSealAndCrJson} from '../../src/engine/read-seal.js';
import {factsOf} from '../../src/own-reader/files/file-facts.js';
import {sealFurther} from '../../src/writing/further-seal.js';
import {redactSeal} from '../../src/writing/redaction/redact-seal.js';
import {box, cborAssertion} from '../foreign-store.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {captureId, options, sealFile, startEngine} from '../seal-file.js';
import {metadata, simplest} from '../sources.js';
import {
  changed,
  forged,
  manifestsOf,
  partOf,
  recording,
  urlOf,
  withManifests,
  type Surgical,
} from './surgery.js';

const DEVICE = 'org.sealed-capture.device';
const lists = ['success', 'informational', 'failure'] as const;

describe('A manifest that was inserted into the history of a seal', () => {
  let camera: TestAuthority;
  let stranger: TestAuthority;
  let engine: Engine;
  before(async () => {
    camera = await makeAuthority('Camera');
    stranger = await makeAuthority('Stranger');
    engine = await startEngine(camera.rootPem);
  });

  /** The engine's own result, and its findings below the active manifest. */
  async function engineOn(file: Uint8Array, mediaType: string) {
    const reader = await WasmReader.fromBytes(
      mediaType,
      file,
      settingsWith({...NOBODY, signers: camera.rootPem, timeStamps: camera.rootPem}),
    );
    const told: unknown = JSON.parse(reader.json());
    reader.free();
    const deltas = deltasOf(objectAt(told, 'validation_results'));
    const failures = deltas
      .flatMap((delta) => listAt(delta, 'failure'))
      .map((one): [string, string] => [textAt(one, 'code') ?? '', textAt(one, 'url') ?? '']);
    return {state: valueAt(told, 'validation_state'), failures};
  }

  for (const {name, media, mediaType} of simplest.slice(0, 2)) {
    const type = mediaType as Surgical;
    /**
     * A file that was sealed twice and then redacted: the first seal is history, the second is the one that is shown.
     */
    async function layered() {
      const {sealed} = await sealFile({media, mediaType}, camera.signer, {metadata: {}});
      const more = {...options, captureId};
      const again = await sealFurther(engine, sealed, type, metadata, camera.signer, more);
      const request = {sections: ['place'] as const};
      const file = await redactSeal(engine, again, type, request, camera.signer, options);
      const [first, told, update] = manifestsOf(file);
      assert.ok(first && told && update);
      return {file, again, first, told, update};
    }

    it(`does not hide a change of the seal by recording it as known (${name})`, async () => {
      const {file, first, told, update} = await layered();
      assert.equal((await readSeal(engine, file, type)).labelState, 'valid');
      const content = box('json', Buffer.from(JSON.stringify({device: {model: 'Forged'}})));
      const another = changed(told, {
        assertions: (all) =>
          all.map((one) => (one.label === DEVICE ? {...one, children: [content]} : one)),
      });
      const label = partOf(first).label;
      const hiding = async (...[findings, found]: Parameters<typeof recording>) => {
        const assertions = [cborAssertion('c2pa.ingredient.v3', recording(findings, found))];
        const older = await forged({label, assertions}, stranger.signer);
        return withManifests(file, type, [older, another, update]);
      };
      const {state, failures} = await engineOn(await hiding([]), type);
      assert.equal(state, 'Invalid');
      assert.ok(failures.some(([code]) => code === 'assertion.hashedURI.mismatch'));
      for (const list of lists) {
        const forgery = await hiding(failures, [list]);
        // The reason for this test: the engine alone is deceived.
        assert.equal((await engineOn(forgery, type)).state, 'Trusted', list);
        const result = await readSeal(engine, forgery, type);
        assert.equal(result.labelState, 'invalid', list);
        assert.equal(result.reason, 'The seal of the file that this was made from was changed.');
        const facts = await factsOf(Uint8Array.from(forgery), crypto.subtle);
        assert.equal(facts.seal?.isAsSigned, false);
      }
    });

    it(`is detected if the engine lists no manifest of the file (${name})`, async () => {
      const {file, first, told, update} = await layered();
      // Adding this manifest, to which nothing refers, leaves the engine without crJSON.
      const link = {url: 'self#jumbf=/c2pa/urn:c2pa:nothing', hash: new Uint8Array(32)};
      const unlistable = await forged(
        {
          label: 'urn:c2pa:00000000-0000-4000-8000-000000000000',
          assertions: [
            cborAssertion('c2pa.ingredient.v3', {
              relationship: 'componentOf',
              activeManifest: link,
            }),
          ],
        },
        stranger.signer,
      );
      const content = box('json', Buffer.from(JSON.stringify({device: {model: 'Forged'}})));
      const another = changed(told, {
        assertions: (all) =>
          all.map((one) => (one.label === DEVICE ? {...one, children: [content]} : one)),
      });
      const {label} = partOf(first);
      const hiding = (findings: Parameters<typeof recording>[0]) => {
        const assertions = [cborAssertion('c2pa.ingredient.v3', recording(findings))];
        return forged({label, assertions}, stranger.signer);
      };
      const open = withManifests(file, type, [await hiding([]), another, update]);
      const older = await hiding((await engineOn(open, type)).failures);
      for (const manifests of [
        [unlistable, older, another, update],
        [unlistable, first, told, update],
      ]) {
        const forgery = withManifests(file, type, manifests);
        assert.equal((await engineOn(forgery, type)).state, 'Trusted');
        const {result, crJson} = await readSealAndCrJson(engine, forgery, type);
        assert.deepEqual([result.labelValid, result.labelState], [false, 'unchecked']);
        assert.match(
          result.reason,
          /could not be read, so nothing could be checked\. Ask for the original file\.$/,
        );
        assert.equal(crJson, undefined);
      }
    });

    it(`is detected below a seal without an update, too (${name})`, async () => {
      const {again} = await layered();
      const [first, told] = manifestsOf(again);
      assert.ok(first && told);
      const {label} = partOf(first);
      /** As long as the manifest that it replaces, because the exclusion of the hash has that length. */
      const hiding = async (...[findings, found]: Parameters<typeof recording>) => {
        const made = (pad: number) => {
          const ingredient = {...recording(findings, found), 'dc:title': 'x'.repeat(pad)};
          const assertions = [cborAssertion('c2pa.ingredient.v3', ingredient)];
          return forged({label, assertions}, stranger.signer);
        };
        const long = first.length - (await made(1_000)).length + 1_000;
        for (let pad = long - 4; pad <= long + 4; pad++) {
          const older = await made(pad);
          if (older.length === first.length) return withManifests(again, type, [older, told]);
        }
        throw new RangeError('No padding makes it of that length.');
      };
      const {state, failures} = await engineOn(await hiding([]), type);
      assert.equal(state, 'Invalid');
      for (const list of lists) {
        const forgery = await hiding(failures, [list]);
        assert.equal((await engineOn(forgery, type)).state, 'Trusted', list);
        assert.equal((await readSeal(engine, forgery, type)).labelState, 'invalid', list);
      }
    });

    it(`breaks the seal above it even if nothing else was changed (${name})`, async () => {
      const {file, first, told, update} = await layered();
      const {label} = partOf(first);
      const none = cborAssertion('c2pa.ingredient.v3', recording([]));
      const created = cborAssertion('c2pa.actions.v2', {actions: [{action: 'c2pa.created'}]});
      for (const assertions of [[none], [created]]) {
        const another = await forged({label, assertions}, stranger.signer);
        const forgery = withManifests(file, type, [another, told, update]);
        const {labelState, reason} = await readSeal(engine, forgery, type);
        assert.equal(labelState, 'invalid');
        assert.match(reason, /made from/);
      }
    });

    it(`redacts nothing from a seal above it (${name})`, async () => {
      const {file, first, told, update} = await layered();
      const redacted = [urlOf(partOf(told).label, DEVICE)];
      const another = await forged(
        {label: partOf(first).label, assertions: [], redacted},
        stranger.signer,
      );
      const lacking = changed(told, {
        assertions: (all) => all.filter(({label}) => label !== DEVICE),
      });
      const forgery = withManifests(file, type, [another, lacking, update]);
      assert.equal((await readSeal(engine, forgery, type)).labelState, 'invalid');
    });
  }
});
