import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {DetachedSeal} from '@sealed-capture/seal/detached/read-detached.js';
import {beyondLimits} from '@sealed-capture/seal/engine/refusals/beyond-limits.js';
import {ENGINE_TIME_PER_MIB_MS} from '@sealed-capture/seal/engine/refusals/limits.js';
import {JobFailed, type EnginePool} from '../engine/engine-pool.js';
import type {EngineJob} from '../engine/engine-jobs.js';
import {DetachedSeals} from './detached-seal.js';
import {STANDARD_INPUT, type FoundFile} from './media-files.js';
import {
  readMedia,
  type LargeMedia,
  type Media,
  type OtherFile,
  type ReadMediaOptions,
} from './read-media.js';
import type {Unreadable} from './unreadable.js';

/** Result of inspecting a file. */
export interface InspectedFile {
  name: 'inspected';
  path: string;
  result: InspectionResult;
  /** Set if requested, and the seal could be read or there is none. */
  crJson?: string;
}

export type FileOutcome = InspectedFile | OtherFile | Unreadable;

export interface InspectFilesOptions extends ReadMediaOptions {
  pool: Pick<EnginePool, 'run'>;
  crJson: boolean;
  /** Milliseconds that an engine may work on one file in memory; one that is read by ranges gets more. */
  timeLimit: number;
  /** Files that may be in progress or done while an earlier one is not. */
  ahead: number;
}

/** Inspects many files at a time and yields the outcomes in the order of the files. */
export async function* inspectFiles(
  files: AsyncIterable<FoundFile>,
  options: InspectFilesOptions,
): AsyncGenerator<FileOutcome> {
  const underWay: Promise<FileOutcome>[] = [];
  const seals = new DetachedSeals();
  for await (const file of files) {
    options.signal.throwIfAborted();
    const outcome = outcomeOf(file, seals, options);
    // It is awaited later; until then a rejection must not count as unhandled.
    outcome.catch(() => {});
    underWay.push(outcome);
    if (underWay.length >= options.ahead) yield await inTime(underWay.shift()!, options.signal);
  }
  while (underWay.length > 0) yield await inTime(underWay.shift()!, options.signal);
}

/** Rejects as soon as `signal` aborts, because reading a pipe without a writer never ends. */
async function inTime<T>(outcome: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let giveUp = () => {};
  try {
    return await new Promise<T>((resolve, reject) => {
      giveUp = () => reject(signal.reason as Error);
      signal.addEventListener('abort', giveUp);
      outcome.then(resolve, reject);
    });
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

async function outcomeOf(
  file: FoundFile,
  seals: DetachedSeals,
  options: InspectFilesOptions,
): Promise<FileOutcome> {
  if (file.name === 'unreadable') return file;
  const media = await readMedia(file, options);
  if (media.name !== 'media' && media.name !== 'large') return media;
  try {
    const detached = media.path === STANDARD_INPUT ? undefined : await seals.of(media.path);
    return await inspect(media, detached, options);
  } finally {
    await media.leave();
  }
}

const MIB = 1024 * 1024;

function jobFor(
  media: Media | LargeMedia,
  detached: DetachedSeal | undefined,
  {crJson, timeLimit: forAnyFile}: InspectFilesOptions,
): EngineJob {
  const environment = 'sandbox';
  if (media.name === 'media') {
    const {buffer, length} = media;
    return {name: 'inspect', buffer, length, isMedia: true, detached, crJson, environment};
  }
  const {file} = media;
  const timeLimit = forAnyFile + (file.size / MIB) * ENGINE_TIME_PER_MIB_MS;
  return {name: 'inspect-file', file, detached, crJson, environment, timeLimit};
}

async function inspect(
  media: Media | LargeMedia,
  detached: DetachedSeal | undefined,
  options: InspectFilesOptions,
): Promise<FileOutcome> {
  const {path} = media;
  try {
    const outcome = await options.pool.run(jobFor(media, detached, options), options.signal);
    if (outcome.name === 'refused') {
      const code = outcome.status === 400 ? 'not_media' : 'read_failed';
      return {name: 'unreadable', path, code, message: outcome.detail};
    }
    if (outcome.name !== 'inspected') throw new Error(`Unexpected outcome ${outcome.name}.`);
    const result = JSON.parse(outcome.json) as InspectionResult;
    return {name: 'inspected', path, result, crJson: outcome.crJson};
  } catch (error) {
    if (!(error instanceof JobFailed)) throw error;
    return {name: 'inspected', path, result: beyondLimits(error.reason)};
  }
}
