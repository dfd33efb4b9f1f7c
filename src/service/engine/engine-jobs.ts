import type {CaptureMetadata} from '../../model/capture-metadata.js';
import type {Environment} from '../../model/environment.js';
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

/** An inspection's body as it arrived; its buffer is handed over. */
export interface InspectJob {
  name: 'inspect';
  body: ArrayBuffer;
  length: number;
  environment: Environment;
}

/** An upload to seal; its buffer is handed over. */
export interface ProtectJob {
  name: 'protect';
  media: ArrayBuffer;
  length: number;
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
  /** The patch makes these media of the upload again. */
  | {name: 'protected'; media: Uint8Array; patch: Uint8Array}
  /** The client's mistake, as status and words. */
  | {name: 'refused'; status: number; detail: string}
  | {name: 'warm'};

/** A job on its way to a thread, which posts the id back when it starts on it. */
export interface EngineTask {
  id: number;
  job: EngineJob;
}

/** An error of our own crosses as a value: what is thrown instead is a thread that ended. */
export type TaskAnswer = JobOutcome | {name: 'failed'; error: Error};
