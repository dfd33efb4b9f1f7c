import {
  isRefusal,
  toSealedCaptureError,
  type SealedCaptureError,
} from '@sealed-capture/seal/model/errors.js';
import {canMove, failureOf, released, type Job} from '@sealed-capture/seal/model/job/job.js';
import {lacksCredentials} from '../../credentials/authorized.js';
import type {Claims} from '../claims.js';
import type {Connection} from '../connection/connection.js';
import type {HandOver} from '../delivery/hand-over.js';
import type {QueueParts} from '../queue-parts.js';
import type {SetupChecks} from '../setup-checks.js';
import {afterAttempt, attempt, type AttemptPorts} from './attempt.js';
import type {Authorizer} from './authorizer.js';
import type {Moves} from './moves.js';
import {NO_RESTS, restsAfter, restsWithout, type Rests} from './rest.js';
import type {Silences} from './silences.js';

/** What attempts use of the queue. */
export interface AttemptParts {
  authorizer: Authorizer;
  claims: Claims;
  handOver: HandOver;
  moves: Moves;
  setup: SetupChecks;
  silences: Silences;
}

/** Has claimed captures sealed, stores what came of it, and delivers the sealed files. */
export class Attempts {
  readonly #parts: QueueParts;
  readonly #own: AttemptParts;
  readonly #onSealed: () => void;
  #rests: Rests = NO_RESTS;
  /** Number of captures that services have sealed. */
  #answers = 0;

  /** `onSealed` is called when a seal has arrived: the next capture may be claimed while this one is delivered. */
  constructor(parts: QueueParts, own: AttemptParts, onSealed: () => void) {
    this.#parts = parts;
    this.#own = own;
    this.#onSealed = onSealed;
  }

  /** Endpoints that are not asked now. */
  get rests(): Rests {
    return this.#rests;
  }

  /** Lets all endpoints be asked at once. */
  endRests(): void {
    this.#rests = NO_RESTS;
  }

  /** Makes one attempt to seal a claimed capture. */
  async run(claim: Job): Promise<void> {
    const {ledger, signal} = this.#parts;
    const {captureId} = claim;
    const controller = new AbortController();
    const job = ledger.get(captureId)?.isHastened ? withoutBackOff(claim) : claim;
    ledger.set(job, {isHastened: false, activity: {name: 'asking', controller}});
    try {
      await this.#seal(job, controller, AbortSignal.any([controller.signal, signal]));
    } finally {
      const activity = ledger.get(captureId)?.activity;
      if (activity && 'controller' in activity && activity.controller === controller) {
        ledger.note(captureId, {activity: {name: 'idle'}});
      }
    }
  }

  async #seal(job: Job, controller: AbortController, signal: AbortSignal): Promise<void> {
    const {ports, ledger, connections} = this.#parts;
    const {captureId} = job;
    const before = {answers: this.#answers, owner: connections.ownerOf(job)};
    const renewals = before.owner?.renewals;
    const storedState = ledger.get(captureId)?.storedState ?? job.state;
    const providers = this.#own.authorizer.providersFor(job);
    const sealer: AttemptPorts['sealer'] = {
      seal: (...request) => {
        // The time that the page needs for its credentials is no silence of the service.
        const since = ports.clock.now();
        ledger.note(captureId, {activity: {name: 'asking', controller, since}});
        return ports.sealer.seal(...request).catch((thrown: Partial<SealedCaptureError>) => {
          // After a 401, the attempt goes on with new credentials.
          if (thrown.status) this.#own.silences.answered(job.endpoint);
          throw thrown;
        });
      },
    };
    const attempted = await attempt(job, providers, {...ports, sealer}, signal, storedState);
    if (attempted.name === 'failed') {
      const {job: next, error} = attempted;
      this.#own.silences.attempted(next, failureOf(error));
      const isOfCredentials = isRefusal(error.code) || lacksCredentials(error.code);
      // If its element has got another endpoint or other credentials meanwhile, the capture is tried again with them.
      const {endpoint = ''} = connections.ownerOf(job) ?? {};
      if (canMove(job, endpoint)) return this.#tryAgain({...job, endpoint});
      if (isOfCredentials && this.#isRenewed(before.owner, renewals, job)) {
        return this.#tryAgain({...job, endpoint: before.owner.endpoint || job.endpoint});
      }
      await this.#putBack(job, next, error, this.#answers !== before.answers);
      // Its element may also have got them while the failure was being stored, and another one during the attempt.
      if (this.#isRenewed(before.owner, renewals, job)) {
        await this.#own.moves.rebind(before.owner, true);
      }
      if (isOfCredentials) await this.#own.moves.followAll();
      return;
    }
    const {job: done, blob, storing} = attempted.sealed;
    this.#answers++;
    this.#rests = restsWithout(this.#rests, job.endpoint);
    this.#own.setup.sealedAt(job.endpoint);
    this.#own.silences.answered(job.endpoint);
    ledger.note(captureId, {
      activity: {name: 'handing-over', controller},
      storedState: storing === 'failed' ? storedState : undefined,
    });
    this.#onSealed();
    const record = ledger.get(captureId);
    if (storing === 'superseded' && record?.media.name !== 'memory') {
      await this.#own.claims.reread(job);
    } else if (record) await this.deliver(done, blob);
    // Otherwise, the capture was discarded at this very moment.
  }

  /**
   * True if the client of its element has another configuration than at that number of renewals, is still there, and is
   * signed in to the capture's account.
   */
  #isRenewed(
    owner: Connection | undefined,
    renewals: number | undefined,
    {account}: Job,
  ): owner is Connection {
    if (!owner || owner.state.name === 'released') return false;
    return owner.renewals !== renewals && owner.account === account;
  }

  /** Makes a claimed job due now, also if the storage cannot record that. */
  async #tryAgain(job: Job): Promise<void> {
    const {ledger, ports} = this.#parts;
    const {claims} = this.#own;
    const due = released(job, ports.clock.now());
    if (await claims.replace(due, job.state).catch(() => true)) ledger.set(due);
    else await claims.reread(due);
  }

  /** Delivers a sealed capture. `blob` is its sealed file, if the page has that. */
  async deliver(job: Job, blob?: Blob): Promise<void> {
    const {handOver} = this.#own;
    this.#parts.ledger.set(job);
    try {
      await handOver.deliver(job, blob);
    } catch (thrown) {
      const error = toSealedCaptureError(thrown, 'storage_unavailable');
      // If it was delivered and only its removal failed, the next visit delivers it once more.
      if (handOver.isDelivered(job.captureId) || error.code === 'aborted') return;
      // It stays sealed: the scan after the worker's death delivers it.
      if (error.code === 'worker_unavailable') return;
      const {clock, random} = this.#parts.ports;
      const next = afterAttempt(job, error, clock.now(), random.number());
      await this.#putBack(job, next, error, true);
    }
  }

  /** Stores the next state of a job that was not sealed or not delivered. */
  async #putBack(
    job: Job,
    next: Job,
    error: SealedCaptureError,
    hasAnsweredOthers: boolean,
  ): Promise<void> {
    const {ledger, reports, ports} = this.#parts;
    const {claims} = this.#own;
    const failure = failureOf(error);
    if (error.code === 'internal_error') ports.report(error);
    this.#rests = restsAfter(this.#rests, next, failure, hasAnsweredOthers);
    if (!(await claims.replace(next, job.state).catch(() => true))) {
      await claims.reread(next);
      const current = ledger.get(job.captureId)?.job;
      // The worker stored the seal before it learned that the attempt was given up.
      if (current?.state.name === 'sealed') await this.deliver(current);
      return;
    }
    ledger.set(next);
    if (next.state.name === 'failed') reports.failure(next, failure);
    const needsPage = lacksCredentials(error.code) || error.code === 'origin_not_allowed';
    if (needsPage) reports.failureOnce(next, failure);
  }
}

/** The claim of a capture that is tried early. The first attempt after an outage often comes too soon: the delays restart. */
const withoutBackOff = (job: Job): Job =>
  job.state.name === 'sealing' ? {...job, state: {...job.state, unanswered: 0}} : job;
