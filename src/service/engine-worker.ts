import {transferableSymbol, valueSymbol, workerData} from 'piscina';
import type {Environment} from '../model/environment.js';
import {EngineCrashed, UnsupportedMedia} from '../seal/reading/engine-errors.js';
import {createEngine, type Engine} from '../seal/reading/engine.js';
import {detectMediaType} from '../seal/media-signature.js';
import {readSeal} from '../seal/reading/read-seal.js';
import type {EngineJob, EngineWorkerData, InspectJob, JobOutcome} from './engine-jobs.js';
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

export default async function run(job: EngineJob): Promise<JobOutcome> {
  try {
    switch (job.name) {
      case 'warm-up':
        engineFor('sandbox');
        return {name: 'warm'};
      case 'inspect':
        return await inspect(job);
      case 'protect':
        return handOver(await protect(job, () => engineFor(job.environment)));
    }
  } catch (error) {
    // A trapped engine must not be used again, and a thread has only one: the thread ends with it.
    if (error instanceof EngineCrashed) process.exit(1);
    throw error;
  }
}

async function inspect({body, length, environment}: InspectJob): Promise<JobOutcome> {
  let media: Uint8Array;
  try {
    media = decodeEnvelope(new Uint8Array(body, 0, length));
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
    const result = await readSeal(engineFor(environment), media, mediaType);
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

/** The outcome with its media handed over instead of copied. */
function handOver(outcome: JobOutcome): JobOutcome {
  if (outcome.name !== 'protected') return outcome;
  return Object.defineProperties(outcome, {
    [transferableSymbol]: {value: outcome.media.buffer},
    [valueSymbol]: {value: {...outcome}},
  });
}
