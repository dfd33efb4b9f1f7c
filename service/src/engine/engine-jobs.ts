import type {MessagePort} from 'node:worker_threads';
import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import type {LabelState} from '@sealed-capture/seal/model/inspection/label-state.js';
import type {Environment} from '../environment.js';
import type {SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import type {NumberedSeal} from '@sealed-capture/seal/model/seal/sealed-set.js';
import type {Statement} from '@sealed-capture/seal/writing/assertions.js';
import type {AddedStamp, Stampable} from '@sealed-capture/seal/writing/add-stamp.js';
import type {RedactionRequest} from '@sealed-capture/seal/writing/redaction/redaction-plan.js';
import type {SealAlgorithm} from '@sealed-capture/seal/encoding/cose-structures.js';
import type {Sealer} from '../certificates/sealer.js';
import type {DetachedSeal} from '@sealed-capture/seal/detached/read-detached.js';
import type {OpenFile} from './files/inspect-file.js';
import type {UnstampedPatch} from '../sealing/late-stamp.js';

/** Data that every worker thread gets when it starts. */
export interface EngineWorkerData {
  engine: WebAssembly.Module;
  /** Largest media in bytes. */
  imageLimit: number;
  audioLimit: number;
  /** Memory that the engine may use, in bytes. */
  engineMemory: number;
  /** Time as of which files are inspected, ISO 8601; default now. */
  validationTime?: string;
}

/** A file to inspect. */
export interface InspectJob {
  name: 'inspect';
  /** Shared memory, as of every job; a thread only reads it. */
  buffer: SharedArrayBuffer;
  length: number;
  /** True if the buffer holds the file itself. By default it holds a request's body, with the file as Base64. */
  isMedia?: boolean;
  /** Also returns the engine's crJSON. */
  crJson?: boolean;
  /** The seal in a file beside this one, which counts if this one carries none. */
  detached?: DetachedSeal;
  /** Also returns the file's SHA-256, hexadecimal. */
  digest?: boolean;
  environment: Environment;
}

/** A file of the command that is too large for memory. */
export interface InspectFileJob {
  name: 'inspect-file';
  file: OpenFile;
  detached?: DetachedSeal;
  crJson?: boolean;
  environment: Environment;
  /** Milliseconds that a thread may work on it, in place of the pool's. */
  timeLimit: number;
}

/** What to do with a file whose earlier seal is broken. Default: it is refused. */
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
  /** When the device requested the seal, by its own clock. */
  requestedAt?: string;
  /** Also seals a file whose earlier seal is broken. */
  parent?: Parent;
  /** Its place in a set. */
  set?: Statement['set'];
  environment: Environment;
  sealer: Sealer;
  /** Bytes to reserve for the time stamp of an external authority, which is inserted later. */
  tokenSize?: number;
}

/** Media from whose seal sections are to be removed. */
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

/** Media whose seal is to be stamped. Returns what the time stamp is to be made for. */
export interface FindStampableJob {
  name: 'find-stampable';
  buffer: SharedArrayBuffer;
  length: number;
  mediaType: SealableMediaType;
  environment: Environment;
}

/** Adds the time stamp to the same media. */
export interface AddStampJob {
  name: 'add-stamp';
  buffer: SharedArrayBuffer;
  length: number;
  mediaType: SealableMediaType;
  stamp: AddedStamp;
  environment: Environment;
  sealer: Sealer;
  /** Bytes to reserve for the time stamp of the update itself. */
  tokenSize?: number;
}

/** Reads the sealed file as any reader will: a thread made the patch with the seal, and a time stamp was added to it since. */
export interface ReadBackJob {
  name: 'read-back';
  buffer: SharedArrayBuffer;
  length: number;
  mediaType: SealableMediaType;
  patch: Uint8Array;
  /** The seal has a place in a set. */
  isInSet?: boolean;
  environment: Environment;
}

/** Jobs that sign. */
export type SealJob = ProtectJob | RedactJob | AddStampJob;

/** Starts the engine, so that the first request does not wait for it. */
export interface WarmUpJob {
  name: 'warm-up';
  environment: Environment;
}

export type EngineJob =
  | InspectJob
  | InspectFileJob
  | SealJob
  | ReadBackJob
  | FindStampableJob
  | WarmUpJob;

/** The parts of an identity that a thread needs. */
export interface ThreadIdentity {
  /** DER, leaf first, without the root. */
  certificateChain: readonly Uint8Array[];
  algorithm: SealAlgorithm;
  /** DER of the certificate of the environment's own time-stamp authority. */
  timestampedBy?: Uint8Array;
  /** DER of the OCSPResponse that seals carry. */
  ocspAnswer?: Uint8Array;
}

/** A job as its thread gets it: without any key, but with a port to request signatures. */
export type InThread<Job> = Job extends SealJob
  ? Omit<Job, 'sealer'> & {identity: ThreadIdentity; port: MessagePort}
  : Job;

export type ThreadJob = InThread<EngineJob>;

/** What a thread answers. */
export type JobOutcome =
  /** The InspectionResult as JSON; crJSON if it was requested and the seal could be read or there is none. */
  | {name: 'inspected'; verdict: LabelState; json: string; crJson?: string; sha256?: string}
  /** The patch turns the upload into the sealed, redacted or stamped file. */
  | {name: 'protected'; patch: Uint8Array; numbered?: NumberedSeal | undefined}
  /** The same, before its time stamp. */
  | {name: 'unstamped'; seal: UnstampedPatch}
  | {name: 'stampable'; seal: Stampable}
  /** A mistake of the client, as HTTP status and sentence. */
  | {name: 'refused'; status: number; detail: string}
  | {name: 'warm'};

/** The trust anchors of an environment's inspection, as JSON in shared memory, which each thread parses once. */
export interface SharedTrust {
  /** Differs for each content. */
  version: number;
  json: SharedArrayBuffer;
}

/** Returns the current trust anchors of an environment. */
export type TrustNow = (environment: Environment) => SharedTrust;

/** A job for a thread, which reports when it starts. */
export interface EngineTask {
  id: number;
  job: ThreadJob;
  trust: SharedTrust;
}

/** Reports that a thread has started the task with this id. */
export interface TaskStart {
  id: number;
  /** True if its engine has worked on other files before, which may have harmed it. */
  isUsed: boolean;
}

/** The thread's answer. Errors of this package are sent as values; a thrown error means that the thread ended. */
export type TaskAnswer = JobOutcome | {name: 'error'; error: Error};
