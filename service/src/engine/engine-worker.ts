import {hash} from 'node:crypto';
import {parentPort} from 'node:worker_threads';
import {workerData} from 'piscina';
import type {TrustAnchors} from '@sealed-capture/seal/model/inspection/trust-anchors.js';
import type {Environment} from '../environment.js';
import {
  EngineCrashed,
  UnsupportedMedia,
} from '@sealed-capture/seal/engine/refusals/engine-errors.js';
import {createEngine, type Engine} from '@sealed-capture/seal/engine/engine.js';
import {detectMediaType} from '@sealed-capture/seal/media-signature.js';
import {type Media} from '@sealed-capture/seal/ranged/ranged-media.js';
import {FileUnreadable} from '@sealed-capture/seal/ranged/watched-reads.js';
import {readSealAndCrJson} from '@sealed-capture/seal/engine/read-seal.js';
import {readDetached} from '@sealed-capture/seal/detached/read-detached.js';
import {withEngineClock} from '@sealed-capture/seal/node/engine-clock.js';
import {crJsonWithoutManifest} from './cr-json.js';
import type {
  EngineTask,
  EngineWorkerData,
  InspectFileJob,
  InspectJob,
  JobOutcome,
  SharedTrust,
  TaskAnswer,
  TaskStart,
  ThreadJob,
} from './engine-jobs.js';
import {decodeEnvelope, EnvelopeError} from './envelope/image-envelope.js';
import {openLarge} from './files/inspect-file.js';
import {protect, readPatchBack} from './protect-upload.js';
import {redact} from './redact-upload.js';
import {addStampTo, findStampable} from './stamp-upload.js';
import {refused} from './upload-refusals.js';
import {atValidationTime} from './validation-time.js';

// Runs in a worker thread, the only place where the engine reads or seals files.

const given = workerData as EngineWorkerData;
const engines = new Map<Environment, {version: number; engine: Engine}>();
const time = given.validationTime === undefined ? undefined : new Date(given.validationTime);
/** Bytes of memory that the engine uses before its first file. */
let smallest = 0;
let isUsed = false;
let isBusy = false;

/** The thread's engine. Trust anchors are parsed once, until others are used. */
function engineFor(environment: Environment, {version, json}: SharedTrust): Engine {
  const known = engines.get(environment);
  if (known?.version === version) return known.engine;
  // Written by this service, so it needs no check.
  const trust = JSON.parse(Buffer.from(json).toString()) as TrustAnchors;
  const now = time && (() => time.getTime());
  const create = () => createEngine(given.engine, {trust, now});
  const engine = time ? withEngineClock(time, create) : create();
  engines.set(environment, {version, engine});
  smallest ||= engine.memory();
  return engine;
}

export default async function run({id, job, trust}: EngineTask): Promise<TaskAnswer> {
  isBusy = true;
  try {
    // Created before the job's time starts: the start of an engine does not count for the file.
    const engine = engineFor(job.environment, trust);
    parentPort?.postMessage({id, isUsed} satisfies TaskStart);
    if (job.name === 'warm-up') return {name: 'warm'};
    isUsed = true;
    const outcome = await outcomeOf(job, engine);
    retireIfSpent(engine);
    return outcome;
  } catch (error) {
    if (error instanceof EngineCrashed) return endThread(error);
    return {name: 'error', error: error instanceof Error ? error : new Error(String(error))};
  } finally {
    isBusy = false;
  }
}

function outcomeOf(
  job: Exclude<ThreadJob, {name: 'warm-up'}>,
  engine: Engine,
): Promise<JobOutcome> {
  switch (job.name) {
    case 'inspect':
      return inspect(job, engine);
    case 'inspect-file':
      return inspectFile(job, engine);
    case 'protect':
      return protect(job, engine);
    case 'redact':
      return redact(job, engine);
    case 'read-back':
      return readPatchBack(job, engine);
    case 'find-stampable':
      return findStampable(job, engine);
    case 'add-stamp':
      return addStampTo(job, engine);
  }
}

/** Ends the thread with the trap as its reason: an engine that has trapped must not be used again. */
function endThread(trap: EngineCrashed): Promise<never> {
  setImmediate(() => {
    throw trap;
  });
  return new Promise(() => {});
}

/** Milliseconds until the answer has left the thread. */
const FAREWELL_MS = 50;

/**
 * Ends the idle thread if a file has left its engine with little memory, which the engine never returns: later
 * files would find too little.
 */
function retireIfSpent(engine: Engine): void {
  if (engine.memory() - smallest <= (given.engineMemory - smallest) / 2) return;
  const timer = setInterval(() => {
    if (isBusy) return;
    clearInterval(timer);
    throw new EngineCrashed('The engine has taken most of its memory.');
  }, FAREWELL_MS);
}

async function inspect(job: InspectJob, engine: Engine): Promise<JobOutcome> {
  let media: Uint8Array = new Uint8Array(job.buffer, 0, job.length);
  try {
    if (!job.isMedia) media = decodeEnvelope(media);
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    return refused(error.message, 400);
  }
  const mediaType = detectMediaType(media);
  const limit = limitOf(mediaType);
  if (media.length > limit) {
    const detail = `The file is larger than the ${limit} bytes that this service inspects of its kind.`;
    return refused(detail, 413);
  }
  if (mediaType === undefined) return unsupported;
  const outcome = await inspected(media, mediaType, engine, job);
  return job.digest && outcome.name === 'inspected'
    ? {...outcome, sha256: hash('sha256', media, 'hex')}
    : outcome;
}

async function inspectFile(job: InspectFileJob, engine: Engine): Promise<JobOutcome> {
  try {
    const opened = await openLarge(job.file);
    if (!opened) return unsupported;
    return await inspected(opened.media, opened.mediaType, engine, job);
  } catch (error) {
    if (error instanceof FileUnreadable) return refused('It cannot be read to its end.', 409);
    throw error;
  }
}

async function inspected(
  media: Media,
  mediaType: string,
  engine: Engine,
  {detached, crJson: wantsCrJson}: Pick<InspectJob, 'detached' | 'crJson'>,
): Promise<JobOutcome> {
  try {
    const embedded = await readSealAndCrJson(engine, media, mediaType);
    const isBeside = detached && embedded.result.labelState === 'none';
    const reading: typeof embedded = isBeside
      ? {result: await readDetached(engine, media, detached)}
      : embedded;
    const result = time ? atValidationTime(reading.result, time) : reading.result;
    const json = JSON.stringify(result);
    const verdict = result.labelState;
    if (!wantsCrJson) return {name: 'inspected', verdict, json};
    const none = verdict === 'none' ? crJsonWithoutManifest() : undefined;
    return {name: 'inspected', verdict, json, crJson: reading.crJson ?? none};
  } catch (error) {
    if (error instanceof UnsupportedMedia) return unsupported;
    throw error;
  }
}

/** Most bytes of a file of this type. */
function limitOf(mediaType: string | undefined): number {
  if (mediaType === undefined) return Math.max(given.imageLimit, given.audioLimit);
  return mediaType.startsWith('image/') ? given.imageLimit : given.audioLimit;
}

const unsupported = refused('The file is not of a media type that seals are read from.', 400);
