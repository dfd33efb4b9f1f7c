import type {CaptureMetadata} from '../../model/capture-metadata.js';
import type {Environment} from '../environment.js';
import type {SealableMediaType} from '../../model/media-type.js';
import type {SealingIdentity} from '../certificates/signing-identity.js';

/** What every worker thread is given when it starts. */
export interface EngineWorkerData {
  engine: WebAssembly.Module;
  /** PEM: what each environment's inspection trusts. */
  trustAnchors: Record<Environment, string>;
  /** Largest media, bytes. */
  imageLimit: number;
  audioLimit: number;
}

/** An inspection's body as it arrived. */
export interface InspectJob {
  name: 'inspect';
  /** Handed over, as every job's buffer, and back with the outcome. */
  buffer: ArrayBuffer;
  length: number;
  environment: Environment;
}

/** Media to seal. */
export interface ProtectJob {
  name: 'protect';
  buffer: ArrayBuffer;
  length: number;
  /** SHA-256 of the media. */
  digest: Uint8Array;
  mediaType: SealableMediaType;
  captureId: string;
  metadata: CaptureMetadata;
  /** By the device's clock, when it asked for the seal. */
  requestedAt?: string;
  environment: Environment;
  identity: SealingIdentity;
}

/** Starts the engine, so that the first request need not wait for it. */
export interface WarmUpJob {
  name: 'warm-up';
  environment: Environment;
}

export type EngineJob = InspectJob | ProtectJob | WarmUpJob;

/** What a thread answers. */
export type JobOutcome =
  /** The InspectionResult as JSON. */
  | {name: 'inspected'; json: string}
  /** The patch makes the sealed file of the upload. */
  | {name: 'protected'; patch: Uint8Array}
  /** The client's mistake, as status and words. */
  | {name: 'refused'; status: number; detail: string}
  | {name: 'warm'};

/** A job on its way to a thread, which posts the id back when it starts on it. */
export interface EngineTask {
  id: number;
  job: EngineJob;
}

export interface JobResult {
  outcome: JobOutcome;
  /** The job's own; empty where it had none. Its content is as the job left it: media are never changed. */
  buffer: ArrayBuffer;
}

/** An error of our own crosses as a value: what is thrown instead is a thread that ended. */
export type TaskAnswer = JobResult | {error: Error};
