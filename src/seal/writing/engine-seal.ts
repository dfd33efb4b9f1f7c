import {WasmBuilder} from '@contentauth/c2pa-wasm';
import {type CaptureMetadata} from '../../model/capture-metadata.js';
import {type SealableMediaType} from '../../model/media-type.js';
import {signatureSize, signClaim} from './cose.js';
import {statementsOf, type Statement} from './assertions.js';
import {unsupported} from '../containers/container.js';
import {BytesBlob, provideFileReaderSync} from './file-reader-sync.js';
import {type ManifestOptions} from './manifest.js';
import {engineMessage} from '../engine/engine-errors.js';
import {type Engine} from '../engine/engine.js';
import {readSeal} from '../engine/read-seal.js';
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
  mediaType: SealableMediaType,
  statements: ReturnType<typeof statementsOf>,
  {generator}: EngineSealOptions,
): string {
  return strictJson({
    claim_generator_info: [generator],
    format: mediaType,
    assertions: statements.map((one) => ({...one, kind: 'Json', created: true})),
  });
}

/** A failure of the signer, which the engine would hand on as text only. */
export class SignerFailed extends Error {
  override readonly name = 'SignerFailed';
}

async function seal(
  engine: Engine,
  media: Uint8Array,
  statement: Statement,
  signer: Signer,
  options: EngineSealOptions,
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
  const {mediaType} = statement;
  const statements = statementsOf(statement);
  const manifest = definition(mediaType, statements, options);
  const builder = WasmBuilder.fromJson(manifest, engine.settings);
  try {
    // Once more as objects: numbers in the definition's text the engine may read with another last digit.
    for (const {label, data} of statements) {
      builder.updateAssertionsAt(label, [JSON.parse(strictJson(data))]);
    }
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
  const {captureId, requestedAt, now: sealedAt} = options;
  const statement = {captureId, mediaType, metadata, requestedAt, sealedAt};
  const sealed = await seal(engine, media, statement, signer, options);
  const {labelState, reason} = await readSeal(engine, sealed, mediaType);
  if (labelState !== 'valid') throw new EngineSealFailed(reason);
  return sealed;
}
