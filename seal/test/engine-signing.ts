import {WasmBuilder} from '@contentauth/c2pa-wasm';
import {type SealableMediaType} from '../src/model/media-type.js';
import {type Engine} from '../src/engine/engine.js';
import {settingsWith} from '../src/engine/engine-settings.js';
import {storeOf} from '../src/own-reader/files/embedded-store.js';
import {BytesBlob, provideFileReaderSync} from '../src/node/file-reader-sync.js';
import {judgeStore, trustNow} from '../src/engine/judged/store.js';
import {signatureSize, signClaim} from '../src/writing/cose.js';
import {type Signer} from '../src/writing/signer.js';

// Seals by the engine itself, as another program makes them.

/** The engine's settings by which it makes what an engine that trusts these anchors makes. */
export async function settingsFor({trust, now}: Engine, media: Uint8Array): Promise<string> {
  const store = storeOf(media)?.bytes;
  const judged = store && (await judgeStore(store, trustNow(trust, now())));
  return settingsWith(judged?.engine);
}

/** Has the engine seal the media, above the manifest in them. `definition` is the engine's JSON. */
export async function signWithEngine(
  engine: Engine,
  media: Uint8Array,
  mediaType: SealableMediaType,
  signer: Signer,
  definition: string,
  intent: 'edit' | 'update' = 'edit',
): Promise<Uint8Array> {
  provideFileReaderSync();
  const reserveSize = await signatureSize(signer);
  const sign = async (claim: Uint8Array) => {
    const signature = await signClaim(claim, signer, reserveSize);
    if (!signature) throw new RangeError('The time stamp is larger than ever before.');
    return Uint8Array.from(signature);
  };
  const builder = WasmBuilder.fromJson(definition, await settingsFor(engine, media));
  try {
    builder.setIntent(intent);
    const blob = new BytesBlob(media, mediaType);
    const alg = signer.algorithm.toLowerCase();
    return await builder.sign({alg, reserveSize, sign}, [], mediaType, blob);
  } finally {
    builder.free();
  }
}
