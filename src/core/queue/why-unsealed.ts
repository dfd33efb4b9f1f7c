import {isSilent} from '@sealed-capture/seal/model/errors.js';
import {isUnanswered} from '@sealed-capture/seal/model/errors/retryable.js';
import {
  awaitsReview,
  failureOf,
  type Failure,
  type HeldFor,
  type JobState,
} from '@sealed-capture/seal/model/job/job.js';
import {credentialsMissing} from '../credentials/authorized.js';
import {isServed, type Served} from './connection/connection.js';
import type {PresentClients} from './connection/present-clients.js';
import type {CaptureRecord, Obstacle} from './store/ledger.js';

/** A wait after `failure`, for the next attempt at `dueAt` (epoch milliseconds) or for an answer. */
export interface Wait {
  dueAt?: number;
  failure?: Failure;
}

/** Why a capture is not sealed. */
export type WhyUnsealed =
  | {name: 'sealed'; state: Extract<JobState, {sealedAt: string}>}
  /** The page has yet to release it, or a person to take the decision that `awaits` names. */
  | {name: 'held'; awaits?: HeldFor | 'caption'}
  /** The service has refused it, it cannot be stored, or its automatic retries have ended. */
  | {name: 'failed'; failure: Failure}
  /** The service is being asked for the seal, by this page or another one. */
  | {name: 'sealing'}
  /** A person can still undo its deletion. */
  | {name: 'withheld'; wait: Wait}
  /** No client in the page is signed in to its account. */
  | {name: 'other-account'; wait: Wait}
  /** No client of its account has credentials for its endpoint. Its own element, if that is in the page, has this problem. */
  | {name: 'no-credentials'; problem?: Failure; wait: Wait}
  /**
   * It waits for its next attempt, or for an answer that is long overdue. The failure may be that of another capture or of
   * this page: there is no network (`network_failed`), the service does not answer (`service_unreachable`, `timeout`) or
   * has asked to wait, or no worker can be run.
   */
  | {name: 'waiting'; wait: Wait};

/** What keeps several captures from being sealed. */
export interface Circumstances {
  present: PresentClients;
  /** Endpoints and accounts for which a client has credentials. */
  served: readonly Served[];
  /** For each endpoint that does not answer, the wait of a capture whose request was not answered there. */
  unanswered: ReadonlyMap<string, Wait>;
  /** False while the browser reports that it has no network. */
  isOnline: boolean;
  /** Why this page can seal nothing. */
  obstacle?: Obstacle;
}

/** For each endpoint, the wait of one of these captures whose request was not answered there. */
export function unansweredAmong(records: readonly CaptureRecord[]): ReadonlyMap<string, Wait> {
  const unanswered = new Map<string, Wait>();
  for (const {job} of records) {
    const {endpoint, state} = job;
    if (state.name !== 'waiting' || !isUnanswered(state.failure?.code)) continue;
    unanswered.set(endpoint, state);
  }
  return unanswered;
}

/** Without a network, no service can answer, whatever it was that came before. */
export const NO_NETWORK: Failure = {code: 'network_failed', message: 'There is no network.'};

const waitOf = ({dueAt, failure}: Wait, isOnline: boolean): Wait => ({
  dueAt,
  failure: !isOnline && isSilent(failure?.code) ? NO_NETWORK : failure,
});

/** Returns the first reason that applies. */
export function whyUnsealed(
  record: CaptureRecord,
  {present, served, unanswered, isOnline, obstacle}: Circumstances,
): WhyUnsealed {
  const {job, media, withheldFor, maker} = record;
  // A person is asked whether to use a capture although it could not be stored. The failure is shown once it is used.
  const state = media.name === 'nowhere' && awaitsReview(media.state) ? media.state : job.state;
  if ('sealedAt' in state) return {name: 'sealed', state};
  if (state.name === 'held') return state;
  if (state.name === 'failed') return {name: 'failed', failure: state.failure};
  if (withheldFor?.includes('caption')) return {name: 'held', awaits: 'caption'};
  const silence = unanswered.get(job.endpoint);
  if (state.name === 'sealing') {
    return silence ? {name: 'waiting', wait: waitOf(silence, isOnline)} : {name: 'sealing'};
  }
  const wait = waitOf(state.failure ? state : (silence ?? obstacle ?? state), isOnline);
  if (withheldFor) return {name: 'withheld', wait};
  if (served.some((one) => isServed(job, one))) return {name: 'waiting', wait};
  if (!present.accounts.has(job.account)) return {name: 'other-account', wait};
  const owner = maker && present.ownerOf(record);
  const problem = owner && failureOf(owner.settingsError ?? credentialsMissing());
  return {name: 'no-credentials', problem, wait};
}
