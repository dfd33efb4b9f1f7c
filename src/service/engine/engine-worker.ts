import {hash} from 'node:crypto';
import {parentPort} from 'node:worker_threads';
import {workerData} from 'piscina';
import type {TrustAnchors} from '../../model/inspection/trust-anchors.js';
import type {Environment} from '../environment.js';
import {EngineCrashed, UnsupportedMedia} from '../../seal/engine/engine-errors.js';
import {createEngine, type Engine} from '../../seal/engine/engine.js';
import {detectMediaType} from '../../seal/media-signature.js';
import {readSealAndCrJson} from '../../seal/engine/read-seal.js';
import {withEngineClock} from '../../seal/node/engine-clock.js';
import {crJsonWithoutManifest} from './cr-json.js';
import type {
  EngineTask,
  EngineWorkerData,
  InspectJob,
  JobOutcome,
  SharedTrust,
  TaskAnswer,
  TaskStart,
  ThreadJob,
} from './engine-jobs.js';
import {decodeEnvelope, EnvelopeError} from './image-envelope.js';
import {protect} from './protect-upload.js';
import {redact} from './redact-upload.js';
import {addStampTo, findStampable} from './stamp-upload.js';
import {refused} from './upload-refusals.js';
import {atValidationTime} from './validation-time.js';

// Runs in a worker thread: the only place where the engine reads files, or seals them.

const given = workerData as EngineWorkerData;
const engines = new Map<Environment, {version: number; engine: Engine}>();
const time = given.validationTime === undefined ? undefined : new Date(given.validationTime);
/** Bytes that the engine has before its first file. */
let smallest = 0;
let isUsed = false;
let isBusy = false;

/** Its anchors are read once for all files, until others are trusted. */
function engineFor(environment: Environment, {version, json}: SharedTrust): Engine {
  const known = engines.get(environment);
  if (known?.version === version) return known.engine;
  // Our own service wrote it.
  const trust = JSON.parse(Buffer.from(json).toString()) as TrustAnchors;
  const create = () => createEngine(given.engine, {trust});
  const engine = time ? withEngineClock(time, create) : create();
  engines.set(environment, {version, engine});
  smallest ||= engine.memory();
  return engine;
}

export default async function run({id, job, trust}: EngineTask): Promise<TaskAnswer> {
  isBusy = true;
  try {
    // Before the job's time begins: a new thread's engine is not the file's to wait for.
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
    case 'protect':
      return protect(job, engine);
    case 'redact':
      return redact(job, engine);
    case 'find-stampable':
      return findStampable(job, engine);
    case 'add-stamp':
      return addStampTo(job, engine);
  }
}

/** A trapped engine must not be used again, and a thread has only one: the thread ends, with the trap as its reason. */
function endThread(trap: EngineCrashed): Promise<never> {
  setImmediate(() => {
    throw trap;
  });
  return new Promise(() => {});
}

/** Until the answer has left the thread. */
const FAREWELL_MS = 50;

/**
 * Ends the thread once it has nothing to do, where a file has left its engine little memory, which it never gives back:
 * honest files that follow would find too little.
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
  if (mediaType === undefined) return unsupported;
  const limit = mediaType.startsWith('image/') ? given.imageLimit : given.audioLimit;
  if (media.length > limit) {
    const detail = `The image is larger than ${limit} bytes, which this service accepts.`;
    return refused(detail, 413);
  }
  try {
    const reading = await readSealAndCrJson(engine, media, mediaType);
    const result = time ? atValidationTime(reading.result, time) : reading.result;
    const json = JSON.stringify(result);
    const verdict = result.labelState;
    const sha256 = job.digest ? hash('sha256', media, 'hex') : undefined;
    if (!job.crJson) return {name: 'inspected', verdict, json, sha256};
    const none = verdict === 'none' ? crJsonWithoutManifest() : undefined;
    return {name: 'inspected', verdict, json, crJson: reading.crJson ?? none, sha256};
  } catch (error) {
    if (error instanceof UnsupportedMedia) return unsupported;
    throw error;
  }
}

const unsupported = refused('The image is not of a media type that seals are read from.', 400);
