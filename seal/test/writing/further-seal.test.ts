import {WasmReader} from '@contentauth/c2pa-wasm';
import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {sealFurther} from '../../src/writing/further-seal.js';
import {SealDoesNotHold} from '../../src/writing/new-seal.js';
import {carriesManifest} from '../../src/containers/layout.js';
import {type Engine} from '../../src/engine/engine.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {pickSections} from '../../src/engine/sections.js';
import {settingsFor} from '../engine-signing.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {captureId, options as manifestOptions, sealFile, startEngine} from '../seal-file.js';
import {hostileTags, metadata, simplest} from '../sources.js';

const options = {...manifestOptions, captureId};
let authority: TestAuthority;
let engine: Engine;

before(async () => {
  authority = await makeAuthority();
  engine = await startEngine(authority.rootPem);
});

/** The labels of the manifests in a file, and that of the active one's parent. */
async function history(media: Uint8Array, mediaType: string) {
  const reader = await WasmReader.fromBytes(mediaType, media, await settingsFor(engine, media));
  try {
    const store = reader.manifestStore() as {
      active_manifest: string;
      manifests: Record<string, {ingredients?: {relationship: string; active_manifest?: string}[]}>;
    };
    const active = store.manifests[store.active_manifest];
    const parent = active?.ingredients?.find(({relationship}) => relationship === 'parentOf');
    return {labels: Object.keys(store.manifests), parent: parent?.active_manifest};
  } finally {
    reader.free();
  }
}

describe('sealFurther', () => {
  for (const {name, media, mediaType} of simplest) {
    it(`keeps an earlier seal as the parent of the new one (${name})`, async () => {
      const first = await sealFile({media, mediaType}, authority.signer);
      const [earlier] = (await history(first.sealed, mediaType)).labels;
      const tagged = {...metadata, tags: hostileTags};
      const {signer} = authority;
      const again = await sealFurther(engine, first.sealed, mediaType, tagged, signer, options);
      assert.ok(carriesManifest(again));
      const result = await readSeal(engine, again, mediaType);
      assert.equal(result.labelState, 'valid');
      assert.ok(result.signature?.timestamp);
      assert.deepEqual(pickSections(result), pickSections(tagged));
      const {labels, parent} = await history(again, mediaType);
      assert.equal(labels.length, 2);
      assert.equal(parent, earlier);
    });
  }

  it('rejects a file that it cannot read, or without a seal, with the right code', async () => {
    const damaged = simplest[1]?.media.subarray(0, 100) ?? new Uint8Array();
    for (const media of [damaged, simplest[1]!.media]) {
      await assert.rejects(sealFurther(engine, media, 'image/png', {}, authority.signer, options), {
        code: 'media_unsupported',
      });
    }
  });

  it('returns no seal that its roots do not trust', async () => {
    const stranger = await makeAuthority('Stranger');
    const first = await sealFile(simplest[0]!, authority.signer);
    await assert.rejects(
      sealFurther(engine, first.sealed, 'image/jpeg', {}, stranger.signer, options),
      SealDoesNotHold,
    );
  });

  it('passes on the error of a signer that fails', async () => {
    const first = await sealFile(simplest[0]!, authority.signer);
    const gone = new Error('The key is gone.');
    const failing = {
      ...authority.withoutTime,
      sign: () => {
        throw gone;
      },
    };
    await assert.rejects(
      sealFurther(engine, first.sealed, 'image/jpeg', {}, failing, options),
      (error) => error === gone,
    );
  });
});
