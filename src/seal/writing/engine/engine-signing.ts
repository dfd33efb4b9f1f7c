import {WasmBuilder} from '@contentauth/c2pa-wasm';
import {type SealableMediaType} from '../../../model/media-type.js';
import {unsupported} from '../../containers/container.js';
import {engineMessage} from '../../engine/refusals/engine-errors.js';
import {type Engine} from '../../engine/engine.js';
import {settingsFor} from '../../engine/reading.js';
import {signatureSize, signClaim} from '../cose.js';
import {BytesBlob, provideFileReaderSync} from '../../node/file-reader-sync.js';
import {type Signer} from '../signer.js';

/** The engine's seal is not as expected, and must not be sent. */
export class EngineSealFailed extends Error {
  override readonly name = 'EngineSealFailed';
}

/** The signer's failure, which the engine itself would only report as text. */
export class SignerFailed extends Error {
  override readonly name = 'SignerFailed';
}

/**
 * Has the engine add a manifest above the one in the media. `definition` is the engine's JSON; `intent` says whether
 * it is an update manifest; `prepare` may add to the builder what JSON cannot express. `reserved` is the size of the
 * signature in bytes, by default what the signer needs. Node only. Throws SealedCaptureError `media_unsupported` if
 * the engine cannot do it, {@link SignerFailed}, EngineCrashed.
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
    // The verdict on the file's earlier seal becomes part of the new one.
    builder = WasmBuilder.fromJson(definition, settingsFor(engine, media));
    prepare(builder);
    builder.setIntent(intent);
    const blob = new BytesBlob(media, mediaType);
    const alg = signer.algorithm.toLowerCase();
    return await builder.sign({alg, reserveSize: size, sign}, [], mediaType, blob);
  } catch (thrown) {
    if (failure) throw failure;
    // The engine's message is not for people, and may quote the file.
    engineMessage(thrown);
    throw unsupported('This file cannot take a further seal: what it carries cannot be read.');
  } finally {
    builder?.free();
  }
}
