import {WasmBuilder} from '@contentauth/c2pa-wasm';
import {type CaptureMetadata} from '../model/capture-metadata.js';
import {type SealableMediaType} from '../model/media-type.js';
import {signatureSize, signClaim} from './cose.js';
import {statementsOf} from './assertions.js';
import {unsupported} from './containers/container.js';
import {BytesBlob, provideFileReaderSync} from './file-reader-sync.js';
import {type ManifestOptions} from './manifest.js';
import {engineMessage} from './reading/engine-errors.js';
import {type Engine} from './reading/engine.js';
import {readSeal} from './reading/read-seal.js';
import {type Signer} from './signer.js';
import {strictJson} from './strict-json.js';

export interface EngineSealOptions extends ManifestOptions {
  captureId: string;
  /** By the device's clock, when it asked for the seal. */
  requestedAt?: string;
}

/** The engine's seal did not read back as trusted; nothing of it may leave. */
export class EngineSealFailed extends Error {
  override readonly name = 'EngineSealFailed';
}

function definition(
  metadata: CaptureMetadata,
  mediaType: SealableMediaType,
  {captureId, requestedAt, now, generator}: EngineSealOptions,
): string {
  const statements = statementsOf({captureId, mediaType, metadata, requestedAt, sealedAt: now});
  return strictJson({
    claim_generator_info: [generator],
    format: mediaType,
    assertions: statements.map(({label, data}) => ({label, data, kind: 'Json', created: true})),
  });
}

/** A failure of the signer, which the engine would hand on as text only. */
export class SignerFailed extends Error {
  override readonly name = 'SignerFailed';
}

async function seal(
  engine: Engine,
  media: Uint8Array,
  mediaType: SealableMediaType,
  manifest: string,
  signer: Signer,
): Promise<Uint8Array> {
  const size = await signatureSize(signer);
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
  const builder = WasmBuilder.fromJson(manifest, engine.settings);
  try {
    builder.setIntent('edit');
    const blob = new BytesBlob(media, mediaType);
    return await builder.sign({alg: 'es256', reserveSize: size, sign}, [], mediaType, blob);
  } catch (thrown) {
    throw failure ?? unsupported(`This file cannot take a further seal: ${engineMessage(thrown)}`);
  } finally {
    builder.free();
  }
}

/**
 * Seals a file that may carry a seal already, which then stays as its parent. Blocks its thread, and takes about 6.5
 * times the file's size: by digest is the way for all other files. Node only.
 * Throws SealedCaptureError `media_unsupported` where the engine cannot read the file, {@link EngineSealFailed}
 * where the result does not read as trusted by `engine`, SignerFailed with the signer's error as cause, EngineCrashed.
 */
export async function sealWithEngine(
  engine: Engine,
  media: Uint8Array,
  mediaType: SealableMediaType,
  metadata: CaptureMetadata,
  signer: Signer,
  options: EngineSealOptions,
): Promise<Uint8Array> {
  provideFileReaderSync();
  const manifest = definition(metadata, mediaType, options);
  const sealed = await seal(engine, media, mediaType, manifest, signer);
  const {labelState, reason} = await readSeal(engine, sealed, mediaType);
  if (labelState !== 'valid') throw new EngineSealFailed(reason);
  return sealed;
}
