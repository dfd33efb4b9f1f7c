import {join, parse} from 'node:path';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {
  isSealableMediaType,
  type SealableMediaType,
} from '@sealed-capture/seal/model/media-type.js';
import {createEngine, type Engine} from '@sealed-capture/seal/engine/engine.js';
import {readSeal} from '@sealed-capture/seal/engine/read-seal.js';
import {detectMediaType} from '@sealed-capture/seal/media-signature.js';
import {compileEngine} from '@sealed-capture/seal/node/engine-module.js';
import {SealDoesNotHold} from '@sealed-capture/seal/writing/new-seal.js';
import {openEnvironments, type Environments} from '../../certificates/environments.js';
import {obstacleText} from '../../certificates/validity.js';
import type {Sealer} from '../../certificates/sealer.js';
import {SignerUnavailable} from '../../signing/claim-signer.js';
import {reasonOf} from '../../signing/external-signer.js';
import {environments, type Environment} from '../../environment.js';
import {readSettings} from '../../settings/settings.js';
import {SettingsError, UsageError} from '../../settings/settings-error.js';
import {loadList} from '../../trust/list-files.js';
import {readOriginal, writeChanged} from './changed-file.js';

/** A file whose seal is to be changed, and the path of the result. */
export interface RewriteOrder {
  file: string;
  /** Path of the result; undefined to overwrite the file itself. */
  out: string | undefined;
  environment: Environment | undefined;
}

/** A command's change to the seal of a file. */
export interface SealChange {
  /** Past participle for messages, such as "redacted". */
  done: string;
  /** Predicate for messages, such as "signs no redaction". */
  unable: string;
  /** Classes of errors that are about the file itself. */
  refusals: readonly (new (...given: never[]) => Error)[];
  change: (
    media: Uint8Array,
    mediaType: SealableMediaType,
    engine: Engine,
    sealer: Sealer,
  ) => Promise<Uint8Array>;
}

const silent = {info: () => {}, warn: () => {}, error: () => {}};

/** Flags that all such commands have. */
export const rewriteFlags = {
  out: {type: 'string'},
  'in-place': {type: 'boolean'},
  environment: {type: 'string'},
} as const;

/** @param name inserted into the name of the written file, such as "redacted" */
export function rewriteOrder(
  file: string,
  flags: {out?: string; 'in-place'?: boolean; environment?: string},
  name: string,
): RewriteOrder {
  const {out, environment} = flags;
  if (out !== undefined && flags['in-place']) {
    throw new UsageError('Give either --out or --in-place.');
  }
  const named = environments.find((one) => one === environment);
  if (environment !== undefined && !named) {
    throw new UsageError(`Give --environment ${environments.join(' or ')}.`);
  }
  return {
    file,
    out: flags['in-place'] ? undefined : (out ?? besides(file, name)),
    environment: named,
  };
}

/** Changes the seal of a file with the certificates of the data folder, without a running service. */
export async function rewriteFile(
  {file, out, environment}: RewriteOrder,
  {done, unable, refusals, change}: SealChange,
): Promise<void> {
  const settings = readSettings(process.env);
  const original = await readOriginal(file);
  const {content: media} = original;
  const mediaType = detectMediaType(media);
  if (mediaType === undefined || !isSealableMediaType(mediaType)) {
    throw new SettingsError(`${file} is of a type whose seals cannot be ${done} here.`);
  }
  const module = await compileEngine(settings.engineMemory);
  const {list: authorities} = await loadList(settings.dataFolder, 'c2pa-tsa-trust-list', () => {});
  const listed = () => (settings.trustLists.live.includes('official') ? authorities.pem : '');
  // The service's address is unknown here, so the sandbox's certificates are not renewed for another one.
  const here = {...settings, port: 0};
  const known = await openEnvironments(here, () => {}, silent, {listed});
  try {
    const engineOf = (one: Environment) => createEngine(module, {trust: known.anchors[one]});
    const chosen = environment ?? (await environmentFor(file, media, mediaType, engineOf, known));
    const obstacle = known.obstacle(chosen);
    if (obstacle) {
      throw new SettingsError(
        `The certificate of the ${chosen} environment, or one that it leads to, ${obstacleText(obstacle)}.`,
      );
    }
    const sealer = known.sealer(chosen);
    if (!sealer) {
      throw new SettingsError(`The ${chosen} environment has no certificate, so it ${unable}.`);
    }
    const changed = await change(media, mediaType, engineOf(chosen), sealer).catch(
      (error: unknown) => {
        if (error instanceof SignerUnavailable) {
          const why = reasonOf(error.cause);
          throw new SettingsError(`${file}: Nothing was written. ${error.message} ${why}`, {
            cause: error,
          });
        }
        const ofTheFile = [SealDoesNotHold, SealedCaptureError, ...refusals];
        const isOfTheFile = error instanceof Error && ofTheFile.some((one) => error instanceof one);
        if (!isOfTheFile) throw error;
        throw new SettingsError(`${file}: ${error.message}`, {cause: error});
      },
    );
    await writeChanged(changed, original, out);
  } finally {
    known.close();
  }
}

/** Inserts a word into a file's name: "photo.redacted.jpg" for "photo.jpg". */
function besides(file: string, what: string): string {
  const {dir, name, ext} = parse(file);
  return join(dir, `${name}.${what}${ext}`);
}

/**
 * The environment that trusts the existing seal.
 * @throws {SettingsError} if the seal is intact and neither environment trusts it
 */
async function environmentFor(
  file: string,
  media: Uint8Array,
  mediaType: SealableMediaType,
  engineOf: (environment: Environment) => Engine,
  {sealer}: Environments,
): Promise<Environment> {
  const able = (['live', 'sandbox'] as const).filter((one) => sealer(one));
  for (const one of able) {
    const {labelState} = await readSeal(engineOf(one), media, mediaType);
    // Faults of the file itself are reported when its seal is to be changed.
    if (labelState !== 'untrusted' && labelState !== 'interim') return one;
  }
  throw new SettingsError(
    `${file}: no environment here trusts this seal, so readers would not trust what is signed here over it. Name one with --environment to sign all the same.`,
  );
}
