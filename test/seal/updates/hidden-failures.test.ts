import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {WasmReader} from '@contentauth/c2pa-wasm';
import {objectAt, valueAt} from '../../../src/model/loose-json.js';
import {encode} from '../../../src/seal/encoding/cbor.js';
import {settingsWith, type Engine} from '../../../src/seal/engine/engine.js';
import {readSeal} from '../../../src/seal/engine/read-seal.js';
import {factsOf} from '../../../src/seal/own-reader/file-facts.js';
import {sealWithEngine} from '../../../src/seal/writing/engine-seal.js';
import {redactSeal} from '../../../src/seal/writing/redact-seal.js';
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

describe('A manifest that was put into the history of a seal', () => {
  let camera: TestAuthority;
  let stranger: TestAuthority;
  let engine: Engine;
  before(async () => {
    camera = await makeAuthority('Camera');
    stranger = await makeAuthority('Stranger');
    engine = await startEngine(camera.rootPem);
  });

  const engineState = async (file: Uint8Array, mediaType: string): Promise<unknown> => {
    const reader = await WasmReader.fromBytes(mediaType, file, settingsWith(camera.rootPem));
    const told: unknown = JSON.parse(reader.json());
    reader.free();
    return valueAt(objectAt({told}, 'told'), 'validation_state');
  };

  for (const {name, media, mediaType} of simplest.slice(0, 2)) {
    const type = mediaType as Surgical;
    /** Sealed twice, then redacted: the first seal is of the history, the second the one that is told. */
    async function layered() {
      const {sealed} = await sealFile({media, mediaType}, camera.signer, {metadata: {}});
      const more = {...options, captureId};
      const again = await sealWithEngine(engine, sealed, type, metadata, camera.signer, more);
      const request = {sections: ['place'] as const};
      const file = await redactSeal(engine, again, type, request, camera.signer, options);
      const [first, told, update] = manifestsOf(file);
      assert.ok(first && told && update);
      return {file, first, told, update};
    }

    it(`hides no change of the seal by recording it as known (${name})`, async () => {
      const {file, first, told, update} = await layered();
      assert.equal((await readSeal(engine, file, type)).labelState, 'valid');
      const [older, seal] = [partOf(first).label, partOf(told).label];
      const content = box('cbor', encode({device: {model: 'Forged'}}));
      const another = changed(told, {
        assertions: (all) =>
          all.map((one) => (one.label === DEVICE ? {...one, children: [content]} : one)),
      });
      for (const list of lists) {
        const findings: [string, string][] = [
          ['assertion.hashedURI.mismatch', urlOf(seal, DEVICE)],
          ['ingredient.manifest.mismatch', `self#jumbf=/c2pa/${older}`],
          ['signingCredential.untrusted', `self#jumbf=/c2pa/${older}/c2pa.signature`],
          ['assertion.action.malformed', `self#jumbf=/c2pa/${older}`],
        ];
        const assertion = cborAssertion('c2pa.ingredient.v3', recording(findings, [list]));
        const hiding = await forged({label: older, assertions: [assertion]}, stranger.signer);
        const forgery = withManifests(file, type, [hiding, another, update]);
        // What this test is for: the engine alone is taken in.
        assert.equal(await engineState(forgery, type), 'Trusted', list);
        const result = await readSeal(engine, forgery, type);
        assert.equal(result.labelState, 'invalid', list);
        assert.equal(result.reason, 'The seal of the file that this was made from was changed.');
        const facts = await factsOf(Uint8Array.from(forgery), crypto.subtle);
        assert.equal(facts.seal?.isAsSigned, false);
      }
    });

    it(`breaks the seal over it also where nothing else was changed (${name})`, async () => {
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

    it(`redacts nothing of a seal over it (${name})`, async () => {
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
