import {randomUUID} from 'node:crypto';
import {
  constants,
  copyFile,
  link,
  open,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import {dirname, join, parse} from 'node:path';
import {parseArgs} from 'node:util';
import {SealedCaptureError} from '../../model/errors.js';
import {isSealableMediaType, type SealableMediaType} from '../../model/media-type.js';
import {sealedSections, sectionNames} from '../../model/seal-format.js';
import {createEngine, type Engine} from '../../seal/engine/engine.js';
import {readSeal} from '../../seal/engine/read-seal.js';
import {detectMediaType} from '../../seal/media-signature.js';
import {compileEngine} from '../../seal/node/engine-module.js';
import {EngineSealFailed, SignerFailed} from '../../seal/writing/engine-signing.js';
import {redactSeal} from '../../seal/writing/redact-seal.js';
import {
  LONGEST_REASON,
  RedactionRefused,
  type RedactionRequest,
} from '../../seal/writing/redaction-plan.js';
import type {Signer} from '../../seal/writing/signer.js';
import {openEnvironments, type Environments} from '../certificates/environments.js';
import type {Sealer} from '../certificates/sealer.js';
import {environments, type Environment} from '../environment.js';
import {generator} from '../sealing/seal-digest.js';
import {readSettings} from '../settings/settings.js';
import {SettingsError, UsageError} from '../settings/settings-error.js';
import {TimeStampUnavailable} from '../timestamps/independent-time.js';
import {loadList} from '../trust/list-files.js';

interface Order {
  file: string;
  /** Undefined: over the file itself. */
  out: string | undefined;
  environment: Environment | undefined;
  request: RedactionRequest;
}

const silent = {info: () => {}, warn: () => {}, error: () => {}};

/** `sealed-capture redact`: takes parts of the capture metadata out of the seal of a file, with no service running. */
export async function runRedact(args: readonly string[]): Promise<void> {
  const {file, out, environment, request} = orderOf(args);
  const settings = readSettings(process.env);
  const media = await readFile(file).catch((cause: unknown) => {
    throw new SettingsError(`${file} cannot be read (${codeOf(cause)}).`, {cause});
  });
  const mediaType = detectMediaType(media);
  if (mediaType === undefined || !isSealableMediaType(mediaType)) {
    throw new SettingsError(`${file} is of a type whose seals cannot be redacted here.`);
  }
  const module = await compileEngine(settings.engineMemory);
  const {list: authorities} = await loadList(settings.dataFolder, 'c2pa-tsa-trust-list', () => {});
  const listed = () => (settings.trustLists.live.includes('official') ? authorities.pem : '');
  // Where the service listens is not known here: its certificates stay as they are.
  const here = {...settings, port: 0};
  const known = await openEnvironments(here, () => {}, silent, {listed});
  try {
    const engineOf = (one: Environment) => createEngine(module, {trust: known.anchors[one]});
    const chosen = environment ?? (await environmentFor(file, media, mediaType, engineOf, known));
    const obstacle = known.obstacle(chosen);
    if (obstacle) {
      const what = obstacle.name === 'revoked' ? 'was revoked' : 'has expired';
      throw new SettingsError(`The certificate of the ${chosen} environment ${what}.`);
    }
    const {signer, untimed} = sealerOf(chosen, known);
    const options = {now: new Date(), generator};
    const redactBy = (by: Signer) =>
      redactSeal(engineOf(chosen), media, mediaType, request, by, options);
    const redacted = await redactBy(signer)
      .catch((error: unknown) => {
        if (!untimed || !lacksTime(error)) throw error;
        return redactBy(untimed.signer);
      })
      .catch((error: unknown) => explained(file, error));
    await write(redacted, file, out);
  } finally {
    known.close();
  }
  const what = request.sections.map((section) => sectionNames[section]).join(', ');
  process.stdout.write(`${out ?? file}: ${what} taken out of the seal\n`);
  if (request.placeInFile === 'keep') {
    process.stderr.write(
      'sealed-capture: a place in the EXIF or XMP of the file itself is kept.\n',
    );
  }
}

function orderOf(args: readonly string[]): Order {
  const {values, positionals} = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      place: {type: 'boolean'},
      device: {type: 'boolean'},
      gathered: {type: 'boolean'},
      capture: {type: 'boolean'},
      reason: {type: 'string'},
      out: {type: 'string'},
      'in-place': {type: 'boolean'},
      'keep-place-in-file': {type: 'boolean'},
      environment: {type: 'string'},
    },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError('Name one file to redact.');
  const sections = sealedSections.filter((section) => values[section]);
  if (sections.length === 0) {
    const flags = sealedSections.map((section) => `--${section}`).join(', ');
    throw new UsageError(`Say what to take out of the seal: ${flags}.`);
  }
  const {reason, out, environment} = values;
  if (out !== undefined && values['in-place']) {
    throw new UsageError('Give either --out or --in-place.');
  }
  if (reason !== undefined && (reason === '' || reason.length > LONGEST_REASON)) {
    throw new UsageError(`--reason takes 1 to ${LONGEST_REASON} characters.`);
  }
  const named = environments.find((one) => one === environment);
  if (environment !== undefined && !named) {
    throw new UsageError(`Give --environment ${environments.join(' or ')}.`);
  }
  return {
    file,
    out: values['in-place'] ? undefined : (out ?? besides(file)),
    environment: named,
    request: {
      sections,
      ...(reason !== undefined && {reason}),
      ...(values['keep-place-in-file'] && {placeInFile: 'keep'}),
    },
  };
}

/** "photo.redacted.jpg" for "photo.jpg". */
function besides(file: string): string {
  const {dir, name, ext} = parse(file);
  return join(dir, `${name}.redacted${ext}`);
}

function sealerOf(environment: Environment, {sealer}: Environments): Sealer {
  const found = sealer(environment);
  if (!found) {
    throw new SettingsError(
      `The ${environment} environment has no certificate, so it signs no redaction.`,
    );
  }
  return found;
}

/** The environment that trusts the seal as it is. @throws {SettingsError} where it holds, and none does */
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
    // What is wrong with the file itself is told when it is to be redacted.
    if (labelState !== 'untrusted' && labelState !== 'interim') return one;
  }
  throw new SettingsError(
    `${file}: no environment here trusts this seal, so readers would not trust what is signed here over it. Name one with --environment to sign all the same.`,
  );
}

const lacksTime = (error: unknown): boolean =>
  error instanceof SignerFailed && error.cause instanceof TimeStampUnavailable;

function explained(file: string, error: unknown): never {
  if (lacksTime(error)) {
    throw new SettingsError(
      `${file}: no independent time stamp is to be had now. Try again later, or set SEALED_CAPTURE_WITHOUT_TIMESTAMP=seal.`,
      {cause: error},
    );
  }
  const isOfTheFile =
    error instanceof RedactionRefused ||
    error instanceof EngineSealFailed ||
    error instanceof SealedCaptureError;
  if (!isOfTheFile) throw error;
  throw new SettingsError(`${file}: ${error.message}`, {cause: error});
}

/** A reader of the file sees the old or the new, whole. A file beside it is never overwritten. */
async function write(content: Uint8Array, file: string, out: string | undefined): Promise<void> {
  // Beside the file itself where a link was named: another file system may be there.
  const target = out ?? (await realpath(file));
  const draft = join(dirname(target), `.${randomUUID()}.new`);
  try {
    const {mode} = await stat(file);
    const handle = await open(draft, 'wx', mode & 0o777);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (out === undefined) await rename(draft, target);
    else await putBeside(draft, target);
  } catch (cause) {
    const isThere = codeOf(cause) === 'EEXIST';
    const why = isThere
      ? 'is there already: name another with --out'
      : `cannot be written (${codeOf(cause)})`;
    throw new SettingsError(`${target} ${why}.`, {cause});
  } finally {
    await rm(draft, {force: true});
  }
}

/** Never over a file that is there. File systems of memory cards have no links. */
async function putBeside(draft: string, target: string): Promise<void> {
  try {
    await link(draft, target);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error))) throw error;
    await copyFile(draft, target, constants.COPYFILE_EXCL);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
