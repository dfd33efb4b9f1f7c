import type {MessagePort} from 'node:worker_threads';
import type {CaptureMetadata} from '../../model/capture-metadata.js';
import type {LabelState} from '../../model/inspection/label-state.js';
import type {Environment} from '../environment.js';
import type {SealableMediaType} from '../../model/media-type.js';
import type {AddedStamp, Stampable} from '../../seal/writing/add-stamp.js';
import type {RedactionRequest} from '../../seal/writing/redaction-plan.js';
import type {SealAlgorithm} from '../../seal/encoding/cose-structures.js';
import type {Sealer} from '../certificates/sealer.js';
import type {UnstampedPatch} from '../sealing/late-stamp.js';

/** What every worker thread is given when it starts. */
export interface EngineWorkerData {
  engine: WebAssembly.Module;
  /** Largest media, bytes. */
  imageLimit: number;
  audioLimit: number;
  /** Memory that the engine may take, bytes. */
  engineMemory: number;
  /** Inspections are made as of this time, ISO 8601; by default as of now. */
  validationTime?: string;
}

/** A file to inspect. */
export interface InspectJob {
  name: 'inspect';
  /** Shared, as every job's: a thread only reads it. */
  buffer: SharedArrayBuffer;
  length: number;
  /** The buffer holds the file itself; by default it holds a request's body, with the file as Base64. */
  isMedia?: boolean;
  /** Asks for the engine's crJSON as well. */
  crJson?: boolean;
  /** Asks for the file's SHA-256, hexadecimal, beside the result. */
  digest?: boolean;
  environment: Environment;
}

/** What is done with a file whose earlier seal is broken; by default it is refused. */
export type Parent = 'keep-broken';

/** Media to seal. */
export interface ProtectJob {
  name: 'protect';
  buffer: SharedArrayBuffer;
  length: number;
  /** SHA-256 of the media. */
  digest: Uint8Array;
  mediaType: SealableMediaType;
  captureId: string;
  metadata: CaptureMetadata;
  /** By the device's clock, when it asked for the seal. */
  requestedAt?: string;
  /** A file whose earlier seal is broken is sealed as well. */
  parent?: Parent;
  environment: Environment;
  sealer: Sealer;
  /** Bytes to leave free for the time stamp of an authority elsewhere, which is put in later. */
  tokenSize?: number;
}

/** Media whose seal is to hold less. */
export interface RedactJob {
  name: 'redact';
  buffer: SharedArrayBuffer;
  length: number;
  mediaType: SealableMediaType;
  redaction: RedactionRequest;
  environment: Environment;
  sealer: Sealer;
  tokenSize?: number;
}

/** Media whose seal is to be stamped: what the time stamp is to be made for. */
export interface FindStampableJob {
  name: 'find-stampable';
  buffer: SharedArrayBuffer;
  length: number;
  mediaType: SealableMediaType;
  environment: Environment;
}

/** The same media, with the time stamp. */
export interface AddStampJob {
  name: 'add-stamp';
  buffer: SharedArrayBuffer;
  length: number;
  mediaType: SealableMediaType;
  stamp: AddedStamp;
  environment: Environment;
  sealer: Sealer;
  /** Bytes to leave free for the time stamp of the update itself. */
  tokenSize?: number;
}

/** Jobs that sign. */
export type SealJob = ProtectJob | RedactJob | AddStampJob;

/** Starts the engine, so that the first request need not wait for it. */
export interface WarmUpJob {
  name: 'warm-up';
  environment: Environment;
}

export type EngineJob = InspectJob | SealJob | FindStampableJob | WarmUpJob;

/** Who seals, as far as a thread has to know. */
export interface ThreadIdentity {
  /** DER, leaf first, without the root. */
  certificateChain: readonly Uint8Array[];
  algorithm: SealAlgorithm;
  /** DER of the certificate of the environment's own time-stamp authority. */
  timestampedBy?: Uint8Array;
  /** DER of the OCSPResponse that seals carry. */
  ocspAnswer?: Uint8Array;
}

/** A job as its thread gets it: no key among it, but a port to ask for signatures. */
export type InThread<Job> = Job extends SealJob
  ? Omit<Job, 'sealer'> & {identity: ThreadIdentity; port: MessagePort}
  : Job;

export type ThreadJob = InThread<EngineJob>;

/** What a thread answers. */
export type JobOutcome =
  /** The InspectionResult as JSON; crJSON where it was asked for, and the seal could be read or there is none. */
  | {name: 'inspected'; verdict: LabelState; json: string; crJson?: string; sha256?: string}
  /** The patch makes the sealed, redacted or stamped file of the upload. */
  | {name: 'protected'; patch: Uint8Array}
  /** The same, before its time stamp. */
  | {name: 'unstamped'; seal: UnstampedPatch}
  | {name: 'stampable'; seal: Stampable}
  /** The client's mistake, as status and words. */
  | {name: 'refused'; status: number; detail: string}
  | {name: 'warm'};

/** Whom an environment's inspection trusts, for threads to read once: TrustAnchors as JSON in memory that all share. */
export interface SharedTrust {
  /** Another one for each content. */
  version: number;
  json: SharedArrayBuffer;
}

/** Whom each environment's inspection trusts now. */
export type TrustNow = (environment: Environment) => SharedTrust;

/** A job on its way to a thread, which says so when it starts on it. */
export interface EngineTask {
  id: number;
  job: ThreadJob;
  trust: SharedTrust;
}

/** A thread has started on the task of this id. */
export interface TaskStart {
  id: number;
  /** Its engine has worked on other files before, which may have harmed it. */
  isUsed: boolean;
}

/** An error of our own crosses as a value: what is thrown instead is a thread that ended. */
export type TaskAnswer = JobOutcome | {name: 'error'; error: Error};
