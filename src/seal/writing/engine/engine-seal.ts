import {type CaptureMetadata} from '../../../model/capture-metadata.js';
import {type Check} from '../../../model/inspection/inspection-result.js';
import {type SealableMediaType} from '../../../model/media-type.js';
import {statementsOf, type Statement} from '../assertions.js';
import {withoutUnvouchedFindings} from '../redaction/broken-history.js';
import {EngineSealFailed, signWithEngine} from './engine-signing.js';
import {type ManifestOptions} from '../manifest.js';
import {type Engine} from '../../engine/engine.js';
import {readSeal} from '../../engine/read-seal.js';
import {isBreaking} from '../../engine/verdict.js';
import {type Signer} from '../signer.js';
import {strictJson} from '../strict-json.js';

export interface EngineSealOptions extends ManifestOptions {
  captureId: string;
  /** When the device requested the seal, by its own clock. */
  requestedAt?: string;
  /** The file's earlier seal is broken or could not be checked, which the new seal must say. */
  isParentBroken?: boolean;
}

function definition(
  mediaType: SealableMediaType,
  statements: ReturnType<typeof statementsOf>,
  {generator}: EngineSealOptions,
): string {
  return strictJson({
    claim_generator_info: [generator],
    format: mediaType,
    assertions: statements.map(({label, list, data}) => ({
      label,
      data,
      kind: 'Json',
      created: list === 'created',
    })),
  });
}

function seal(
  engine: Engine,
  media: Uint8Array,
  statement: Statement,
  signer: Signer,
  options: EngineSealOptions,
): Promise<Uint8Array> {
  const {mediaType} = statement;
  const statements = statementsOf(statement);
  const manifest = definition(mediaType, statements, options);
  return signWithEngine(engine, media, mediaType, signer, manifest, 'edit', (builder) => {
    // Added again as objects, because the engine may change the last digit of numbers in the definition's text.
    for (const label of new Set(statements.map((one) => one.label))) {
      const all = statements.filter((one) => one.label === label);
      builder.updateAssertionsAt(label, JSON.parse(strictJson(all.map(({data}) => data))));
    }
  });
}

/**
 * Seals a file that may have a seal, which becomes the parent of the new one. Blocks its thread, and needs about
 * 6.5 times the file's size; seal other files by digest. Node only. Throws SealedCaptureError `media_unsupported`
 * if the engine cannot read the file, {@link EngineSealFailed} if the result is not trusted by `engine` or does not
 * say that its parent is broken, SignerFailed with the signer's error as cause, EngineCrashed.
 */
export async function sealWithEngine(
  engine: Engine,
  media: Uint8Array,
  mediaType: SealableMediaType,
  metadata: CaptureMetadata,
  signer: Signer,
  options: EngineSealOptions,
): Promise<Uint8Array> {
  const {captureId, requestedAt, now: sealedAt, isParentBroken} = options;
  const statement = {captureId, mediaType, metadata, requestedAt, sealedAt};
  const file = isParentBroken ? await withoutUnvouchedFindings(media, mediaType) : media;
  const sealed = await seal(engine, file, statement, signer, options);
  const {labelState, reason, checks} = await readSeal(engine, sealed, mediaType);
  if (labelState !== 'valid') throw new EngineSealFailed(reason);
  if (isParentBroken && !checks.some(saysBroken)) {
    throw new EngineSealFailed('The new seal would not say that the earlier one is broken.');
  }
  return sealed;
}

const saysBroken = ({code, passed, inIngredient}: Check): boolean =>
  inIngredient === true && !passed && isBreaking(code);
