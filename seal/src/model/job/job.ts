import type {Camera, CaptureMetadata, Gps} from '../capture-metadata.js';
import type {ErrorCode, SealedCaptureError} from '../errors.js';
import type {Mode, SealableMediaType} from '../media-type.js';
import type {PictureQuality} from '../picture-quality.js';
import type {CaptureSource} from './capture-source.js';
import type {JobSet} from './job-set.js';

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

/** Progress of sending a sealed file to the page's own storage. */
interface Sending {
  /** When the file may be sent; `Infinity` if only a person or the next visit starts it. */
  dueAt: number;
  /** Number of responses of the page's storage. */
  tries: number;
  /** Attempts since the last response, which only lengthen the delay. */
  unanswered?: number;
  failure?: Failure;
  /** Set if a service worker has sent it; the next page reports that. */
  sent?: {location?: string};
}

/**
 * What a person still has to do: confirm the license plate, or say whether to use the capture at all (`review`). The page
 * is told of a capture once it is used.
 */
export type HeldFor = 'license-plate' | 'review';

/**
 * State of a capture on its way to its seal: held → waiting → sealing → sealed → delivering → delivered, or the job
 * is deleted if the file is not kept; also sealing → waiting | failed, and sealed → delivered if the page has no
 * storage of its own. With `review`, `held` comes first, until a person has said to use the capture: then it is held for
 * another reason, or waits. Times are epoch milliseconds by the device's clock. `attempts` counts responses of the
 * service; `unanswered` counts attempts since the last response, which only lengthen the delay.
 */
export type JobState =
  /** Waits for the page to release it (`autoProtect` false), or for the decision of a person that `awaits` names. */
  | {name: 'held'; awaits?: HeldFor}
  /** Due at `dueAt`. */
  | {
      name: 'waiting';
      dueAt: number;
      attempts: number;
      unanswered?: number;
      /** The service may have been asked. A later request must be the same, because only the response may be lost. */
      asked?: boolean;
      failure?: Failure;
    }
  /**
   * Being sealed by `owner`. Other visits may claim it once the lease has run out. `asked` is from before this
   * claim.
   */
  | {
      name: 'sealing';
      owner: string;
      leaseUntil: number;
      attempts: number;
      unanswered?: number;
      asked?: boolean;
    }
  /**
   * The manifest is stored; the sealed file is assembled from it on delivery. In this state, only service workers
   * send the file to the page's own storage.
   */
  | ({
      name: 'sealed';
      manifest: ArrayBuffer;
      sealedAt: string;
      attempts: number;
      /** How often a page was given the file and asked to wait while it worked on it. */
      deliveries?: number;
    } & Partial<Sending>)
  /** A page was given the file, which is to be sent to the page's own storage. */
  | ({name: 'delivering'; manifest: ArrayBuffer; sealedAt: string; attempts: number} & Sending)
  /**
   * A page has the file, or its own storage. The job is listed for a while, and a file that the page did not ask to wait
   * for is kept as long, in case the page wants it again.
   */
  | ({
      name: 'delivered';
      manifest: ArrayBuffer;
      sealedAt: string;
      /** ISO 8601 in UTC. */
      deliveredAt: string;
      /** It has reached the page's own storage. */
      isSent?: true;
      attempts: number;
    } & Kept)
  /** The automatic retries have ended, or a person is needed. */
  | {name: 'failed'; failure: Failure; attempts: number};

/** A capture that is stored until its sealed file was delivered. Its media are stored separately. */
export interface Job {
  captureId: string;
  mode: Mode;
  mediaType: SealableMediaType;
  /** Base address of the environment, absolute. Only a queue with credentials for it takes the job. */
  endpoint: string;
  /** The account, as SHA-256 in hexadecimal. Only this account seals, sees and gets the capture. Absent: no account. */
  account?: string;
  /** The element that captured. */
  source?: CaptureSource;
  /** ISO 8601 in UTC. Of a file that a person has chosen, when that was. */
  capturedAt: string;
  /** Seconds; recordings only. */
  duration?: number;
  /** Seconds of sound that are missing from a recording. */
  missing?: number;
  /** The capture is the stored part of an interrupted recording. */
  recovered?: true;
  /** Set if a camera or microphone of this package made it. Absent: the page supplied the file. */
  origin?: 'capture';
  /** Sections whose values came from the page, not the device. */
  gathered?: (keyof CaptureMetadata)[];
  /** Id of the visit that captured. Another visit delivers it as `restored`. */
  visit: string;
  metadata: CaptureMetadata;
  /** The set that it is part of, if the page has named its job. */
  set?: JobSet;
  /** The last copy that a person has shared or saved. */
  lastCopy?: CaptureCopy;
  state: JobState;
}

/** A copy of a capture's file that a person has shared with another app, or saved. */
export interface CaptureCopy {
  made: 'shared' | 'saved';
  /** The file was in a ZIP, with the parts of its seal. */
  inZip?: true;
  /** The file had no seal yet. */
  unsealed?: true;
  /** ISO 8601 in UTC. */
  at: string;
}

/** The job with the later copy of both: what seals or sends it may not know of a copy that was made meanwhile. */
export function withLastCopy(job: Job, known: Pick<Job, 'lastCopy'> | undefined): Job {
  const copy = known?.lastCopy;
  return copy && copy.at > (job.lastCopy?.at ?? '') ? {...job, lastCopy: copy} : job;
}

/** How long a delivered capture stays: epoch milliseconds, 0 for not at all. */
export interface Kept {
  /** Until then its file is kept. */
  keptUntil: number;
  /** Until then the job is listed. Absent in jobs of earlier versions, which were listed as long as the file was kept. */
  listedUntil?: number;
  /** Where the page's own storage has put the file. */
  location?: string;
}

/** The state after a page was given the file. `delivering`: it is to be sent. */
export type AfterHandOver = ({name: 'delivered'} & Kept) | {name: 'delivering'};

/** Milliseconds for one attempt before another tab may take over. */
export const LEASE_MS = 60_000;
/** The same for a file that a person has chosen: if it has a seal, the whole file is sent, maybe on a slow line. */
const LEASE_OF_CHOSEN_MS = 5 * LEASE_MS;

export const leaseOf = ({metadata}: Pick<Job, 'metadata'>): number =>
  metadata.imported ? LEASE_OF_CHOSEN_MS : LEASE_MS;

export function claimed(job: Job, owner: string, now: number): Job {
  const leaseUntil = now + leaseOf(job);
  return {
    ...job,
    state: {
      name: 'sealing',
      owner,
      leaseUntil,
      attempts: attemptsOf(job),
      unanswered: unansweredOf(job),
      // The previous claimant may have asked the service before it died.
      asked: job.state.name === 'sealing' || wasAsked(job),
    },
  };
}

/** Number of responses of the service so far. */
export const attemptsOf = ({state}: Job): number => ('attempts' in state ? state.attempts : 0);
/** Attempts since the last response. */
export const unansweredOf = ({state}: Job): number =>
  'unanswered' in state ? (state.unanswered ?? 0) : 0;
/** True if the service may have been asked before the present claim. */
export const wasAsked = ({state}: Job): boolean | undefined =>
  'asked' in state ? state.asked : state.name === 'failed';

/** True if a person has yet to say whether to use the capture. */
export const awaitsReview = (state: {name: string; awaits?: string}): boolean =>
  state.name === 'held' && state.awaits === 'review';

/** True if two states of one job have the same name and wait for the same decision. */
export const isSameStage = (one: JobState, other: JobState): boolean =>
  one.name === other.name &&
  (one.name !== 'held' || other.name !== 'held' || one.awaits === other.awaits);

/** The capture that a person has said to use, in its next state. Undefined if that was decided before. */
export const accepted = (job: Job, state: JobState): Job | undefined =>
  awaitsReview(job.state) ? {...job, state} : undefined;

export function released(job: Job, dueAt: number): Job {
  return {...job, state: {name: 'waiting', dueAt, attempts: 0, asked: wasAsked(job)}};
}

/**
 * True if a capture that is not sealed may be sealed at another endpoint: one of a sandbox at that of a sandbox only, and
 * no other there. A capture that was made without a valid endpoint may be sealed at any.
 */
export const canMove = ({endpoint: from, state}: Job, to: string): boolean =>
  !('sealedAt' in state) &&
  to !== '' &&
  to !== from &&
  (!from || isSandbox(from) === isSandbox(to));

const isSandbox = (endpoint: string): boolean => endpoint.endsWith('/sandbox');

/** The job at this endpoint, due at `dueAt` unless it is held; undefined if it is being sealed, or is sealed. */
export function moved(job: Job, endpoint: string, dueAt: number): Job | undefined {
  const next = {...job, endpoint};
  const {name} = job.state;
  if (name === 'held') return next;
  return name === 'waiting' || name === 'failed' ? released(next, dueAt) : undefined;
}

/** True while the metadata may be changed. The service has not been asked to seal it. */
export const mayChangeMetadata = ({state}: Job): boolean =>
  state.name === 'held' || (state.name === 'waiting' && !state.asked);

/** The job that is due now at the earliest, if it waits: the time after which other pages may take it starts anew. */
export function postponed(job: Job, now: number): Job {
  const {state} = job;
  if (state.name !== 'waiting') return job;
  return {...job, state: {...state, dueAt: Math.max(state.dueAt, now)}};
}

/**
 * The job with the location and measurement that came later; undefined if they come too late. A job that waited for
 * nothing else becomes due.
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
  if (!mayChangeMetadata(job)) return undefined;
  if (state.name !== 'waiting') return {...job, metadata};
  return {...job, metadata, state: state.failure ? state : {...state, dueAt: now}};
}

/** A page that switched the section off gets none of it. */
function measured(camera: Camera = {}, quality: PictureQuality): Camera {
  const {unavailableReason, ...values} = camera;
  return unavailableReason === 'disabled' ? camera : {...values, ...quality};
}

/**
 * Returns a claimed job to `waiting` without counting an attempt, because the claimant could not try, or gave up
 * (without a failure). `asked`: the service may have been asked, in this attempt or before.
 */
export function handedBack(
  job: Job,
  dueAt: number,
  failure?: Failure,
  asked = !failure || wasAsked(job),
): Job {
  const [attempts, unanswered] = [attemptsOf(job), unansweredOf(job)];
  return {...job, state: {name: 'waiting', dueAt, attempts, unanswered, asked, failure}};
}

export function sealed(job: Job, manifest: ArrayBuffer, sealedAt: string): Job {
  return {...job, state: {name: 'sealed', manifest, sealedAt, attempts: attemptsOf(job) + 1}};
}

/** The job after a page was given its sealed file. */
export function handedOver(job: Job, now: number, next: AfterHandOver): Job {
  return next.name === 'delivered' ? delivered(job, now, next) : toBeSent(job, now);
}

/** The sealed job whose file is to be sent. */
function toBeSent(job: Job, dueAt: number): Job {
  if (job.state.name !== 'sealed') return job;
  return {...job, state: {...job.state, name: 'delivering', dueAt, tries: 0, failure: undefined}};
}

/** The sealed job whose file a service worker has sent, before any page was told. */
export function sentUnheard(job: Job, location?: string): Job {
  if (job.state.name !== 'sealed' && job.state.name !== 'delivering') return job;
  return {...job, state: {...job.state, sent: {...(location && {location})}}};
}

/** Returns the job to `sealed`, if there is no storage for the file any more. */
export function sealedAgain(job: Job): Job | undefined {
  if (job.state.name !== 'delivering') return undefined;
  const {manifest, sealedAt, attempts} = job.state;
  return {...job, state: {name: 'sealed', manifest, sealedAt, attempts, deliveries: 1}};
}

/** The sealed job after a page has the file, or it was sent. */
export function delivered(
  job: Job,
  now: number,
  {keptUntil, listedUntil, location}: Kept = {keptUntil: 0},
): Job {
  if (job.state.name !== 'sealed' && job.state.name !== 'delivering') return job;
  const {manifest, sealedAt, attempts} = job.state;
  const deliveredAt = new Date(now).toISOString();
  const isSent = job.state.name === 'delivering' && ({isSent: true} as const);
  const seal = {manifest, sealedAt, attempts};
  const kept = {keptUntil, listedUntil, ...(location && {location})};
  return {...job, state: {name: 'delivered', ...seal, deliveredAt, ...kept, ...isSent}};
}

/** When a delivered job is no longer listed, in epoch milliseconds. */
export const endOfList = ({keptUntil, listedUntil = keptUntil}: Kept): number =>
  Math.max(keptUntil, listedUntil);

/** False for a delivered job of which only the list is left. */
export const hasFile = ({state}: Job): boolean => state.name !== 'delivered' || state.keptUntil > 0;

/**
 * A delivered job without its file: what the page and the element have said of the capture, its times and its state. What
 * the device knew, such as the place, is in the delivered file alone.
 */
export function withoutFile(job: Job): Job {
  const {state} = job;
  if (state.name !== 'delivered') return job;
  const {tags, features, imported} = job.metadata;
  const metadata = {
    ...(tags && {tags}),
    ...(features && {features}),
    ...(imported && {imported}),
  };
  const listed = {keptUntil: 0, listedUntil: endOfList(state)};
  return withoutManifest({...job, metadata, state: {...state, ...listed}});
}

/** True once a page was given the sealed capture, and is not given it again. */
export const isHandedOver = ({state: {name}}: Job): boolean =>
  name === 'delivering' || name === 'delivered';

/** Removes the manifest, which is large, once the file is assembled or nobody needs it. */
export const withoutManifest = (job: Job): Job =>
  'manifest' in job.state ? {...job, state: {...job.state, manifest: new ArrayBuffer(0)}} : job;
