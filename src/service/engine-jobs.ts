import type {CaptureMetadata} from '../model/capture-metadata.js';
import type {Environment} from '../model/environment.js';
import type {SealableMediaType} from '../model/media-type.js';
import type {SealingIdentity} from './signing-identity.js';

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
  environment: Environment;
  identity: SealingIdentity;
}

/** Starts the engine, so that the first request need not wait for it. */
export interface WarmUpJob {
  name: 'warm-up';
}

export type EngineJob = InspectJob | ProtectJob | WarmUpJob;

/** What a thread answers. */
export type JobOutcome =
  /** The InspectionResult as JSON. */
  | {name: 'inspected'; json: string}
  | {name: 'protected'; media: Uint8Array}
  /** The client's mistake, as status and words. */
  | {name: 'refused'; status: number; detail: string}
  | {name: 'warm'};
