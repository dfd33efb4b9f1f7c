import {type CaptureMetadata} from '../model/capture-metadata.js';
import {type Check} from '../model/inspection/inspection-result.js';
import {type SealableMediaType} from '../model/media-type.js';
import {type Engine} from '../engine/engine.js';
import {readSeal, readSealAndCrJson} from '../engine/read-seal.js';
import {isBreaking} from '../engine/verdict.js';
import {statementAssertions, type Statement} from './assertions.js';
import {earlierSeal, unreadable, type SealFindings} from './earlier-seal.js';
import {linkTo, type ManifestOptions} from './manifest.js';
import {bindAnew, readsOtherwise, SealDoesNotHold} from './new-seal.js';
import {withoutUnvouchedFindings} from './redaction/broken-history.js';
import {type Signer} from './signer.js';

export interface FurtherSealOptions extends ManifestOptions, Pick<Statement, 'set'> {
  captureId: string;
  /** When the device requested the seal, by its own clock. */
  requestedAt?: string;
  /** The file's earlier seal is broken or could not be checked, which the new seal must say. */
  isParentBroken?: boolean;
  /** What the engine says of the earlier seal, if the caller has read it. */
  findings?: SealFindings;
}

/**
 * Seals a file that has a seal, which becomes the parent of the new one, and reads the result as any reader will.
 * Blocks its thread. Node only. Throws SealedCaptureError `media_unsupported` if the file or its earlier seal cannot
 * be read, {@link SealDoesNotHold} if the result is not trusted by `engine` or does not say that its parent is broken,
 * EngineCrashed, or what the signer throws.
 */
export async function sealFurther(
  engine: Engine,
  media: Uint8Array,
  mediaType: SealableMediaType,
  metadata: CaptureMetadata,
  signer: Signer,
  options: FurtherSealOptions,
): Promise<Uint8Array> {
  const {captureId, requestedAt, now: sealedAt, isParentBroken, set} = options;
  const file = isParentBroken ? await withoutUnvouchedFindings(media, mediaType) : media;
  const known = file === media ? options.findings : undefined;
  const findings = known ?? (await readSealAndCrJson(engine, file, mediaType)).findings;
  if (!findings) throw unreadable();
  const earlier = earlierSeal(file, mediaType, findings);
  const statement = {captureId, mediaType, metadata, requestedAt, sealedAt, isSalted: true, set};
  const assertions = statementAssertions(statement, linkTo, earlier.ingredient);
  const sealed = await bindAnew(file, mediaType, earlier, {assertions}, signer, options);
  const {labelState, reason, checks} = await readSeal(engine, sealed, mediaType);
  if (labelState !== 'valid') throw readsOtherwise(reason);
  if (isParentBroken && !checks.some(saysBroken)) {
    throw new SealDoesNotHold('The new seal would not say that the earlier one is broken.');
  }
  return sealed;
}

const saysBroken = ({code, passed, inIngredient}: Check): boolean =>
  inIngredient === true && !passed && isBreaking(code);
