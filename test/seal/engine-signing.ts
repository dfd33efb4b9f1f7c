import {WasmBuilder} from '@contentauth/c2pa-wasm';
import {type SealableMediaType} from '../../src/model/media-type.js';
import {settingsWith, type Engine} from '../../src/seal/engine/engine.js';
import {storeOf} from '../../src/seal/own-reader/files/embedded-store.js';
import {chooseAnchors} from '../../src/seal/trust/choose-anchors.js';
import {chainsIn} from '../../src/seal/trust/file-chains.js';
import {signatureSize, signClaim} from '../../src/seal/writing/cose.js';
import {type Signer} from '../../src/seal/writing/signer.js';

// Seals by the engine itself, as another program makes them.

/** A Blob over bytes in memory. The engine reads files to seal only through Blob. */
class BytesBlob extends Blob {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, type: string) {
    super([], {type});
    this.#bytes = bytes;
  }

  override get size(): number {
    return this.#bytes.length;
  }

  override slice(start = 0, end = this.size, type = this.type): Blob {
    return new BytesBlob(this.#bytes.subarray(start, end), type);
  }

  toArrayBuffer(): ArrayBuffer {
    return Uint8Array.from(this.#bytes).buffer;
  }
}

class BytesReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer {
    if (!(blob instanceof BytesBlob)) throw new TypeError('Only blobs of bytes are read here.');
    return blob.toArrayBuffer();
  }
}

/** The engine's settings with the anchors that the file's chains can end in. */
export function settingsFor({trust}: Engine, media: Uint8Array): string {
  const store = storeOf(media)?.bytes;
  const choice = store && chooseAnchors(trust, chainsIn(store));
  if (!choice) return settingsWith('');
  return settingsWith(choice.name === 'at once' ? choice.anchors : choice.signers);
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
  if (!('FileReaderSync' in globalThis)) {
    Object.defineProperty(globalThis, 'FileReaderSync', {value: BytesReader, configurable: true});
  }
  const reserveSize = await signatureSize(signer);
  const sign = async (claim: Uint8Array) => {
    const signature = await signClaim(claim, signer, reserveSize);
    if (!signature) throw new RangeError('The time stamp is larger than ever before.');
    return Uint8Array.from(signature);
  };
  const builder = WasmBuilder.fromJson(definition, settingsFor(engine, media));
  try {
    builder.setIntent(intent);
    const blob = new BytesBlob(media, mediaType);
    const alg = signer.algorithm.toLowerCase();
    return await builder.sign({alg, reserveSize, sign}, [], mediaType, blob);
  } finally {
    builder.free();
  }
}
