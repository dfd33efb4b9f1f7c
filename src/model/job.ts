import type {Camera, CaptureMetadata, Gps} from './capture-metadata.js';
import type {ErrorCode, SealedCaptureError} from './errors.js';
import type {Mode, SealableMediaType} from './media-type.js';
import type {PictureQuality} from './picture-quality.js';

/** Why an attempt failed, in a form that survives structured cloning. */
export interface Failure {
  code: ErrorCode;
  message: string;
  status?: number;
  /** How long the service asked to wait, in milliseconds. */
  retryAfter?: number;
}

export function failureOf(error: SealedCaptureError): Failure {
  const {code, message, status, retryAfter} = error;
  return {code, message, status, retryAfter};
}

/** How far a sealed file has come on its way to the page's own storage. */
interface Sending {
  /** When the file may be sent; `Infinity`: when a person, or the next visit, wants it. */
  dueAt: number;
  /** Answers of the page's storage so far. */
  tries: number;
  /** Tries since the last answer, which only lengthen the delay. */
  unanswered?: number;
  failure?: Failure;
  /** A service worker has sent it, of which the next page tells. */
  sent?: {location?: string};
}

/**
 * Where a capture stands on its way to its seal.
 * held → waiting → sealing → sealed → delivering → delivered, where it is kept, or the job is deleted;
 * sealing → waiting | failed; sealed → delivered, where the page's own storage takes no files.
 * Times are epoch milliseconds by the device's clock. `attempts` counts answers of the service;
 * `unanswered` counts the tries since the last answer, which only lengthen the delay.
 */
export type JobState =
  /** Waits for the page to release it (`autoProtect` false), or for a person to confirm what stands here. */
  | {name: 'held'; awaits?: 'license-plate'}
  /** Due at `dueAt`. */
  | {
      name: 'waiting';
      dueAt: number;
      attempts: number;
      unanswered?: number;
      /** The service may have been asked: whatever it is asked next is the same, as its answer may only be lost. */
      asked?: boolean;
      failure?: Failure;
    }
  /** Being sealed by `owner`; free for others once the lease has run out. `asked` is of the time before. */
  | {
      name: 'sealing';
      owner: string;
      leaseUntil: number;
      attempts: number;
      unanswered?: number;
      asked?: boolean;
    }
  /** The manifest is here; the sealed file is put together again from it on delivery. Only service workers send it yet. */
  | ({
      name: 'sealed';
      manifest: ArrayBuffer;
      sealedAt: string;
      attempts: number;
      /** How often a page has had the file and asked to wait while it was at work on it. */
      deliveries?: number;
    } & Partial<Sending>)
  /** A page has heard of it, and the file is to be sent to the page's own storage. */
  | ({name: 'delivering'; manifest: ArrayBuffer; sealedAt: string; attempts: number} & Sending)
  /** A page has the file and did not ask to wait: it is kept for a while, should the page want it again. */
  | {
      name: 'delivered';
      manifest: ArrayBuffer;
      sealedAt: string;
      /** ISO 8601 in UTC. */
      deliveredAt: string;
      keptUntil: number;
      /** It has reached the page's own storage. */
      isSent?: true;
      attempts: number;
    }
  /** Automatic retries have ended, or a person is needed. */
  | {name: 'failed'; failure: Failure; attempts: number};

/** A capture that is kept until its sealed bytes were delivered. Its media are stored beside it. */
export interface Job {
  captureId: string;
  mode: Mode;
  mediaType: SealableMediaType;
  /** Base address with environment, absolute: only a queue with credentials for it takes the job. */
  endpoint: string;
  /** Whose it is, as SHA-256 in hexadecimal digits: nobody else seals it, sees it or gets it. Absent: nobody's. */
  account?: string;
  /** Id of the element that captured. */
  source?: string;
  /** ISO 8601 in UTC. */
  capturedAt: string;
  /** Seconds; recordings only. */
  duration?: number;
  /** Seconds of sound that are missing from a recording. */
  missing?: number;
  /** The capture is the stored part of an interrupted recording. */
  recovered?: true;
  /** Made by a camera or microphone that this package ran. Absent: the page brought the file. */
  origin?: 'capture';
  /** Sections of which the page gave the values, not the device. */
  gathered?: (keyof CaptureMetadata)[];
  /** The page visit that captured; another visit delivers it as `restored`. */
  visit: string;
  metadata: CaptureMetadata;
  state: JobState;
}

/** `delivered`: its file is kept until then, or for 0 not at all. `delivering`: it is to be sent. */
export type HandedOver = {name: 'delivered'; keptUntil: number} | {name: 'delivering'};

/** How long one attempt may take before another tab may take over. */
export const LEASE_MS = 60_000;
export function claimed(job: Job, owner: string, now: number): Job {
  const leaseUntil = now + LEASE_MS;
  return {
    ...job,
    state: {
      name: 'sealing',
      owner,
      leaseUntil,
      attempts: attemptsOf(job),
      unanswered: unansweredOf(job),
      // By whom it is taken from, who may have died.
      asked: job.state.name === 'sealing' || wasAsked(job),
    },
  };
}

/** Answers of the service so far. */
export const attemptsOf = ({state}: Job): number => ('attempts' in state ? state.attempts : 0);
/** Tries since the last answer. */
export const unansweredOf = ({state}: Job): number =>
  'unanswered' in state ? (state.unanswered ?? 0) : 0;
const wasAsked = ({state}: Job): boolean | undefined =>
  'asked' in state ? state.asked : state.name === 'failed';

export function released(job: Job, dueAt: number): Job {
  return {...job, state: {name: 'waiting', dueAt, attempts: 0, asked: wasAsked(job)}};
}

/**
 * The job once its place was looked for and its picture measured; undefined where that comes too late. What waited for
 * nothing else is due.
 */
export function completed(
  job: Job,
  {gps, quality}: {gps?: Gps; quality?: PictureQuality},
  now: number,
): Job | undefined {
  const {state} = job;
  const metadata = {
    ...job.metadata,
    ...(gps && {gps}),
    ...(quality && {camera: measured(job.metadata.camera, quality)}),
  };
  if (state.name === 'held') return {...job, metadata};
  if (state.name !== 'waiting' || state.asked) return undefined;
  return {...job, metadata, state: state.failure ? state : {...state, dueAt: now}};
}

/** A page that turned the section off has none of it. */
function measured(camera: Camera = {}, quality: PictureQuality): Camera {
  const {unavailableReason, ...values} = camera;
  return unavailableReason === 'disabled' ? camera : {...values, ...quality};
}

/** A job put back untried, because whoever claimed it turned out unable to try; without a failure, given up amid it. */
export function handedBack(job: Job, dueAt: number, failure?: Failure): Job {
  const attempts = attemptsOf(job);
  const asked = !failure || wasAsked(job);
  return {
    ...job,
    state: {name: 'waiting', dueAt, attempts, unanswered: unansweredOf(job), asked, failure},
  };
}

export function sealed(job: Job, manifest: ArrayBuffer, sealedAt: string): Job {
  return {...job, state: {name: 'sealed', manifest, sealedAt, attempts: attemptsOf(job) + 1}};
}

/** What a sealed job becomes when a page has heard of it. */
export function handedOver(job: Job, now: number, next: HandedOver): Job {
  return next.name === 'delivered' ? delivered(job, now, next.keptUntil) : toBeSent(job, now);
}

/** A sealed job of which the file is to be sent. */
function toBeSent(job: Job, dueAt: number): Job {
  if (job.state.name !== 'sealed') return job;
  return {...job, state: {...job.state, name: 'delivering', dueAt, tries: 0, failure: undefined}};
}

/** A sealed job whose file has reached the page's own storage, of which no page has heard. */
export function sentUnheard(job: Job, location?: string): Job {
  if (job.state.name !== 'sealed' && job.state.name !== 'delivering') return job;
  return {...job, state: {...job.state, sent: {...(location && {location})}}};
}

/** Sealed once more, where no storage takes the file any more. */
export function sealedAgain(job: Job): Job | undefined {
  if (job.state.name !== 'delivering') return undefined;
  const {manifest, sealedAt, attempts} = job.state;
  return {...job, state: {name: 'sealed', manifest, sealedAt, attempts, deliveries: 1}};
}

/** A sealed job that a page has, or that was sent; `keptUntil` 0 where its file is not kept. */
export function delivered(job: Job, now: number, keptUntil: number): Job {
  if (job.state.name !== 'sealed' && job.state.name !== 'delivering') return job;
  const {manifest, sealedAt, attempts} = job.state;
  const deliveredAt = new Date(now).toISOString();
  const isSent = job.state.name === 'delivering' && ({isSent: true} as const);
  const seal = {manifest, sealedAt, attempts};
  return {...job, state: {name: 'delivered', ...seal, deliveredAt, keptUntil, ...isSent}};
}

/** True once a page has heard of the sealed capture, and is not told again. */
export const isHandedOver = ({state: {name}}: Job): boolean =>
  name === 'delivering' || name === 'delivered';

/** Once its file is put together, or where nobody needs it: a manifest is large. */
export const withoutManifest = (job: Job): Job =>
  'manifest' in job.state ? {...job, state: {...job.state, manifest: new ArrayBuffer(0)}} : job;
