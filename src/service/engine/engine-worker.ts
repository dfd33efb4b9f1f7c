import {parentPort} from 'node:worker_threads';
import {transferableSymbol, valueSymbol, workerData} from 'piscina';
import type {Environment} from '../environment.js';
import {EngineCrashed, UnsupportedMedia} from '../../seal/engine/engine-errors.js';
import {createEngine, type Engine} from '../../seal/engine/engine.js';
import {detectMediaType} from '../../seal/media-signature.js';
import {readSeal} from '../../seal/engine/read-seal.js';
import type {
  EngineTask,
  EngineWorkerData,
  InspectJob,
  JobOutcome,
  JobResult,
  ProtectJob,
  TaskAnswer,
} from './engine-jobs.js';
import {decodeEnvelope, EnvelopeError} from './image-envelope.js';
import {protect} from './protect-upload.js';

// Runs in a worker thread: the only place where the engine reads files, or seals them.

const given = workerData as EngineWorkerData;
const engines = new Map<Environment, Engine>();

function engineFor(environment: Environment): Engine {
  const engine =
    engines.get(environment) ??
    createEngine(given.engine, {trustAnchors: given.trustAnchors[environment]});
  engines.set(environment, engine);
  return engine;
}

export default async function run({id, job}: EngineTask): Promise<TaskAnswer> {
  try {
    // Before the job's time begins: a new thread's engine is not the file's to wait for.
    const engine = engineFor(job.environment);
    parentPort?.postMessage(id);
    switch (job.name) {
      case 'warm-up':
        return {outcome: {name: 'warm'}, buffer: new ArrayBuffer(0)};
      case 'inspect':
        return handBack(job, await inspect(job, engine));
      case 'protect':
        return handBack(job, await protect(job, engine));
    }
  } catch (error) {
    if (error instanceof EngineCrashed) return endThread(error);
    return {error: error instanceof Error ? error : new Error(String(error))};
  }
}

/** A trapped engine must not be used again, and a thread has only one: the thread ends, with the trap as its reason. */
function endThread(trap: EngineCrashed): Promise<never> {
  setImmediate(() => {
    throw trap;
  });
  return new Promise(() => {});
}

async function inspect({buffer, length}: InspectJob, engine: Engine): Promise<JobOutcome> {
  let media: Uint8Array;
  try {
    media = decodeEnvelope(new Uint8Array(buffer, 0, length));
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    return {name: 'refused', status: 400, detail: error.message};
  }
  const mediaType = detectMediaType(media);
  if (mediaType === undefined) return unsupported;
  const limit = mediaType.startsWith('image/') ? given.imageLimit : given.audioLimit;
  if (media.length > limit) {
    const detail = `The image is larger than ${limit} bytes, which this service accepts.`;
    return {name: 'refused', status: 413, detail};
  }
  try {
    const result = await readSeal(engine, media, mediaType);
    return {name: 'inspected', json: JSON.stringify(result)};
  } catch (error) {
    if (error instanceof UnsupportedMedia) return unsupported;
    throw error;
  }
}

const unsupported: JobOutcome = {
  name: 'refused',
  status: 400,
  detail: 'The image is not of a media type that seals are read from.',
};

/** The outcome with the job's buffer, which is handed over instead of copied. */
function handBack({buffer}: InspectJob | ProtectJob, outcome: JobOutcome): JobResult {
  const result = {outcome, buffer};
  return Object.defineProperties(
    {...result},
    {
      [transferableSymbol]: {value: buffer},
      [valueSymbol]: {value: result},
    },
  );
}
