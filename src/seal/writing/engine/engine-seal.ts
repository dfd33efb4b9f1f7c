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
  /** The file's earlier seal does not hold, or could not be checked: the new one has to say so. */
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
    // Once more as objects: numbers in the definition's text the engine may read with another last digit.
    for (const label of new Set(statements.map((one) => one.label))) {
      const all = statements.filter((one) => one.label === label);
      builder.updateAssertionsAt(label, JSON.parse(strictJson(all.map(({data}) => data))));
    }
  });
}

/**
 * Seals a file that may carry a seal already, which then stays as its parent. Blocks its thread, and takes about 6.5
 * times the file's size: by digest is the way for all other files. Node only.
 * Throws SealedCaptureError `media_unsupported` where the engine cannot read the file, {@link EngineSealFailed}
 * where the result does not read as trusted by `engine`, or does not say that its parent is broken, SignerFailed with the
 * signer's error as cause, EngineCrashed.
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
