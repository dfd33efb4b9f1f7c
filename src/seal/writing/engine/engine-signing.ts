import {WasmBuilder} from '@contentauth/c2pa-wasm';
import {type SealableMediaType} from '../../../model/media-type.js';
import {unsupported} from '../../containers/container.js';
import {engineMessage} from '../../engine/refusals/engine-errors.js';
import {type Engine} from '../../engine/engine.js';
import {settingsFor} from '../../engine/reading.js';
import {signatureSize, signClaim} from '../cose.js';
import {BytesBlob, provideFileReaderSync} from '../file-reader-sync.js';
import {type Signer} from '../signer.js';

/** The engine's seal did not read back as it has to; nothing of it may leave. */
export class EngineSealFailed extends Error {
  override readonly name = 'EngineSealFailed';
}

/** A failure of the signer, which the engine would hand on as text only. */
export class SignerFailed extends Error {
  override readonly name = 'SignerFailed';
}

/**
 * Has the engine put a further manifest over the one that the media carry. `definition` is the engine's JSON; `intent`
 * says whether it is an update manifest; `prepare` may add to the builder what JSON cannot hold. `reserved` is how many
 * bytes the signature takes, by default as many as the signer needs. Node only.
 * Throws SealedCaptureError `media_unsupported` where the engine cannot do it, {@link SignerFailed}, EngineCrashed.
 */
export async function signWithEngine(
  engine: Engine,
  media: Uint8Array,
  mediaType: SealableMediaType,
  signer: Signer,
  definition: string,
  intent: 'edit' | 'update',
  prepare: (builder: WasmBuilder) => void = () => {},
  reserved?: number,
): Promise<Uint8Array> {
  provideFileReaderSync();
  const size = reserved ?? (await signatureSize(signer));
  let failure: SignerFailed | undefined;
  const sign = async (claim: Uint8Array) => {
    try {
      const signature = await signClaim(claim, signer, size);
      if (!signature) throw new RangeError('The time stamp is larger than ever before.');
      return Uint8Array.from(signature);
    } catch (cause) {
      failure = new SignerFailed('The claim could not be signed.', {cause});
      throw failure;
    }
  };
  let builder: WasmBuilder | undefined;
  try {
    // What the file's earlier seal is worth becomes part of the new one.
    builder = WasmBuilder.fromJson(definition, settingsFor(engine, media));
    prepare(builder);
    builder.setIntent(intent);
    const blob = new BytesBlob(media, mediaType);
    const alg = signer.algorithm.toLowerCase();
    return await builder.sign({alg, reserveSize: size, sign}, [], mediaType, blob);
  } catch (thrown) {
    if (failure) throw failure;
    // The engine's words are not for people, and may quote the file.
    engineMessage(thrown);
    throw unsupported('This file cannot take a further seal: what it carries cannot be read.');
  } finally {
    builder?.free();
  }
}
