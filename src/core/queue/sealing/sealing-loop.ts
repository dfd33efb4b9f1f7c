import {toSealedCaptureError, type SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {isUnanswered} from '@sealed-capture/seal/model/errors/retryable.js';
import {
  canMove,
  failureOf,
  released,
  type Job,
  type JobState,
} from '@sealed-capture/seal/model/job/job.js';
import {claimableAt, isDue} from '@sealed-capture/seal/model/job/retries.js';
import {OneAtATime} from '../../async/one-at-a-time.js';
import {lacksCredentials} from '../../credentials/authorized.js';
import {afterAttempt, attempt} from './attempt.js';
import {Authorizer, keyOf} from './authorizer.js';
import {Claims} from '../claims.js';
import {isServed, type ClientConnection, type Served} from '../client-connection.js';
import type {Clients} from '../clients.js';
import type {HandOver} from '../delivery/hand-over.js';
import {isLacking, isRefused, Moves} from './moves.js';
import {SetupChecks} from '../setup-checks.js';
import type {CaptureRecord} from '../store/ledger.js';
import type {QueueParts} from '../queue-parts.js';
import {StoreScan} from '../store/store-scan.js';

/** Requests to the service at the same time. */
const PARALLEL = 3;
/**
 * Captures in progress at the same time, including those that are being delivered, whose sealed files are in
 * memory.
 */
const UNDER_WAY = 2 * PARALLEL;
/** Shortest timer in milliseconds, whatever the clock says. */
const SHORTEST_SLEEP_MS = 250;
/** Retry delay when a due capture could not be claimed. */
const STUCK_MS = 15_000;

type Waiting = Extract<JobState, {name: 'waiting'}>;

/** Seals due captures, three at a time, and sets a timer for the next due time. */
export class SealingLoop {
  readonly claims: Claims;
  readonly scan: StoreScan;
  readonly moves: Moves;
  readonly setup: SetupChecks;
  readonly #parts: QueueParts;
  readonly #clients: Clients;
  readonly #handOver: HandOver;
  readonly #authorizer: Authorizer;
  readonly #pumping = new OneAtATime(
    () => this.#pump(),
    () => this.#sleep(),
  );
  /** Endpoints that did not answer or asked to wait, with the wait until they may be asked again. */
  readonly #resting = new Map<string, Waiting>();
  /** For each endpoint and account, the number of the last pass in which a capture was claimed. */
  readonly #claimedIn = new Map<string, number>();
  /** Number of passes that were requested. */
  #checks = 0;
  #begun = false;
  #answers = 0;
  /** When the loop last began to claim. */
  #pumpedAt = 0;

  /**
   * `onScanned` is called when captures of earlier visits and changes by other pages are known. `recover`, called
   * before, adds interrupted recordings of earlier visits; it resolves to true if there may be more later.
   */
  constructor(
    parts: QueueParts,
    clients: Clients,
    handOver: HandOver,
    onScanned: () => void,
    recover: () => Promise<boolean> | undefined,
  ) {
    this.#parts = parts;
    this.#clients = clients;
    this.#handOver = handOver;
    this.#authorizer = new Authorizer(parts, clients);
    this.moves = new Moves(parts, clients, this.#authorizer, () => this.check());
    this.setup = new SetupChecks(parts);
    this.claims = new Claims(parts, clients);
    this.scan = new StoreScan(parts, clients, this.claims, {
      deliver: (job) => this.#deliver(job),
      serves: (job) => this.serves(job),
      recover,
      onScanned: () => {
        onScanned();
        this.check();
        // A page that is still loading may not have configured its elements yet.
        if (parts.ports.wakeUps.isLoaded) void this.moves.followAll();
      },
    });
  }

  /** Starts to listen for wake-ups when the first client connects. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    const {ports, ledger, signal} = this.#parts;
    ports.wakeUps.listen((why) => {
      if (why === 'left') this.scan.run();
      else if (why !== 'time') {
        this.setup.again();
        this.#hasten();
        this.scan.run();
      } else if (this.scan.againAt <= ports.clock.now()) this.scan.runAgain();
      else this.check();
    }, signal);
    ports.whenLost?.(() => this.scan.run());
    // If the page is closed, a service worker continues with these.
    const waits = (): boolean =>
      ledger.all.some(
        ({
          job: {
            state: {name},
          },
        }) => name === 'waiting' || name === 'sealing' || name === 'delivering',
      );
    ports.backgroundSync.begin(waits, () => this.scan.run(), signal);
  }

  /** Seals what is due, and ignores delays because the page or a person asks for it now. */
  pump(): void {
    this.#resting.clear();
    this.check();
  }

  /** Seals, and hands over again, what is due. */
  check(): void {
    this.#checks++;
    this.#pumping.run();
  }

  /** Acts on a client's configuration. `renewed` is true if it names another account, endpoint, key or storage now. */
  async rebind(connection: ClientConnection, renewed: boolean): Promise<void> {
    this.giveUpForeign();
    if (renewed) this.setup.renewed(connection);
    const {ledger, ports} = this.#parts;
    for (const {job} of ledger.all) {
      if (!renewed || job.state.name !== 'delivering') continue;
      if (this.#clients.receiverOf(job) !== connection) continue;
      ledger.note(job.captureId, {deliverAgainAt: ports.clock.now()});
    }
    await this.moves.follow(connection, (job) => isLacking(job) || (renewed && isRefused(job)));
    this.pump();
  }

  /** True if a client has credentials for the job's endpoint and account. */
  serves(job: Job): boolean {
    return this.#authorizer.serves(job);
  }

  /**
   * Gives up attempts whose account has no client any more: they would be sealed with another account's
   * credentials.
   */
  giveUpForeign(): void {
    const {ledger, connections} = this.#parts;
    for (const {job, activity} of ledger.all) {
      if (activity.name !== 'asking' && activity.name !== 'sending') continue;
      const isTheirs = [...connections].some(({account}) => account === job.account);
      if (!isTheirs) activity.controller.abort();
    }
  }

  /** Gives up attempts of captures that are withheld, and continues with those that are not any more. */
  withhold(captureIds: readonly string[], isWithheld: boolean): void {
    const {ledger} = this.#parts;
    for (const captureId of captureIds) {
      ledger.note(captureId, {isWithheld});
      const activity = ledger.get(captureId)?.activity;
      const isUnderway = activity?.name === 'asking' || activity?.name === 'sending';
      if (isWithheld && isUnderway) activity.controller.abort();
    }
    if (!isWithheld) this.pump();
  }

  async #pump(): Promise<void> {
    this.#authorizer.reportMissing();
    this.#pumpedAt = this.#parts.ports.clock.now();
    // Until it is known which visits are over, nearly all stored captures would be examined in vain.
    if (!this.scan.isListed) return;
    this.#deliverAgain();
    for (const served of this.#authorizer.served()) {
      const {endpoint} = served;
      // Credentials may turn out to be missing during the claim.
      while (this.#hasRoom() && !this.#rests(endpoint) && this.#authorizer.serves(served)) {
        const check = this.#checks;
        // Avoids a second, empty claim in the usual case of a single capture.
        if (this.#claimedIn.get(keyOf(served)) === check && !this.#mayBeMore(served)) break;
        const job = await this.claims.claim(served);
        this.#claimedIn.set(keyOf(served), check);
        if (!job) break;
        void this.#run(job).finally(() => this.#pumping.run());
      }
    }
  }

  #deliverAgain(): void {
    const {ledger} = this.#parts;
    for (const {job, deliverAgainAt, unstoredFile, isWithheld} of ledger.all) {
      if (deliverAgainAt === undefined || deliverAgainAt === Infinity || isWithheld) continue;
      const failure = 'failure' in job.state ? job.state.failure : undefined;
      const due = isDue({dueAt: deliverAgainAt, failure}, this.#pumpedAt);
      if (due) void this.#deliver(job, unstoredFile);
    }
  }

  /** False if, as far as this page knows, the storage has nothing more to seal for that endpoint and account. */
  #mayBeMore(served: Served): boolean {
    const waits = ({job, activity, isWithheld}: CaptureRecord): boolean =>
      isServed(job, served) &&
      !isWithheld &&
      activity.name === 'idle' &&
      claimableAt(job.state) < Infinity;
    return this.scan.othersWait || this.#parts.ledger.all.some(waits);
  }

  #hasRoom(): boolean {
    const {running} = this.#parts.ledger;
    const asking = running.filter(({activity}) => activity.name === 'asking');
    return asking.length < PARALLEL && running.length < UNDER_WAY;
  }

  async #run(job: Job): Promise<void> {
    const {ledger, signal} = this.#parts;
    const {captureId} = job;
    const controller = new AbortController();
    // The back-off restarts too: the first attempt after an outage often comes too early.
    if (ledger.get(captureId)?.isHastened && job.state.name === 'sealing') {
      job = {...job, state: {...job.state, unanswered: 0}};
    }
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
    const {ports, ledger} = this.#parts;
    const {captureId, endpoint} = job;
    const answers = this.#answers;
    const owner = this.#clients.ownerOf(job);
    const {renewals} = owner ?? {};
    const storedState = ledger.get(captureId)?.storedState ?? job.state;
    const providers = this.#authorizer.providersFor(job);
    const outcome = await attempt(job, providers, ports, signal, storedState);
    if (outcome.name === 'failed') {
      const {job: next, error} = outcome;
      const mayHelp = error.code === 'unauthorized' || lacksCredentials(error.code);
      // If its element has got another endpoint or other credentials meanwhile, the capture is tried again with them.
      const {endpoint: now = ''} = this.#clients.ownerOf(job) ?? {};
      if (canMove(job, now)) return this.#tryAgain({...job, endpoint: now});
      if (mayHelp && this.#isRenewed(owner, renewals, job)) {
        return this.#tryAgain({...job, endpoint: owner.endpoint || job.endpoint});
      }
      await this.#putBack(job, next, error, answers);
      // Its element may also have got them while the failure was being stored, and another one during the attempt.
      if (this.#isRenewed(owner, renewals, job)) await this.rebind(owner, true);
      if (mayHelp) await this.moves.followAll();
      return;
    }
    this.#answers++;
    this.#resting.delete(endpoint);
    this.setup.sealedAt(endpoint);
    const {job: done, blob, storing} = outcome.sealed;
    ledger.note(captureId, {
      activity: {name: 'handing-over', controller},
      storedState: storing === 'failed' ? storedState : undefined,
    });
    this.#pumping.run();
    const record = ledger.get(captureId);
    if (storing === 'superseded' && record?.media.name !== 'memory') await this.claims.reread(job);
    // Unless the capture was discarded at this very moment.
    else if (record) await this.#deliver(done, blob);
  }

  /**
   * True if the client of its element has another configuration than at that number of renewals, is still there, and is
   * signed in to the capture's account.
   */
  #isRenewed(
    owner: ClientConnection | undefined,
    renewals: number | undefined,
    {account}: Job,
  ): owner is ClientConnection {
    return (
      !!owner &&
      owner.renewals !== renewals &&
      owner.account === account &&
      this.#parts.connections.has(owner)
    );
  }

  /** Makes a job due now that was claimed, also if the storage cannot record that. */
  async #tryAgain(job: Job): Promise<void> {
    const {ledger, ports} = this.#parts;
    const due = released(job, ports.clock.now());
    if (await this.claims.replace(due, job.state).catch(() => true)) ledger.set(due);
    else await this.claims.reread(due);
  }

  async #deliver(job: Job, blob?: Blob): Promise<void> {
    this.#parts.ledger.set(job);
    try {
      await this.#handOver.deliver(job, blob);
    } catch (thrown) {
      const error = toSealedCaptureError(thrown, 'storage_unavailable');
      // If it was delivered and only its removal failed, the next visit delivers it once more.
      if (this.#handOver.isDelivered(job.captureId) || error.code === 'aborted') return;
      // It stays sealed: the scan after the worker's death delivers it.
      if (error.code === 'worker_unavailable') return;
      const {clock, random} = this.#parts.ports;
      await this.#putBack(job, afterAttempt(job, error, clock.now(), random.number()), error);
    }
  }

  /** Stores the next state of a job that was not sealed or not delivered. */
  async #putBack(job: Job, next: Job, error: SealedCaptureError, answers = NaN): Promise<void> {
    const {ledger} = this.#parts;
    const failure = failureOf(error);
    if (error.code === 'internal_error') this.#parts.ports.report(error);
    // If other requests were answered meanwhile, the failure is specific to this capture.
    const isAtFault = failure.retryAfter || (isUnanswered(error.code) && answers === this.#answers);
    if (isAtFault && next.state.name === 'waiting') this.#resting.set(job.endpoint, next.state);
    if (!(await this.claims.replace(next, job.state).catch(() => true))) {
      await this.claims.reread(next);
      const current = ledger.get(job.captureId)?.job;
      // The worker stored the seal before it learned that the attempt was given up.
      if (current?.state.name === 'sealed') await this.#deliver(current);
      return;
    }
    ledger.set(next);
    if (next.state.name === 'failed') this.#clients.reportFailure(next, failure);
    const isPersonal = lacksCredentials(error.code) || error.code === 'origin_not_allowed';
    if (isPersonal) this.#clients.reportFailureOnce(next, failure);
  }

  #rests(endpoint: string): boolean {
    const rest = this.#resting.get(endpoint);
    return !!rest && !isDue(rest, this.#parts.ports.clock.now());
  }

  /**
   * Called when the network or the person is back: retries at once what waited for an answer, or for its next
   * delivery.
   */
  #hasten(): void {
    const {ledger} = this.#parts;
    for (const {job, deliverAgainAt} of ledger.all) {
      const {captureId, state} = job;
      if (state.name === 'waiting' && isUnanswered(state.failure?.code)) {
        ledger.note(captureId, {isHastened: true});
      }
      // The page's storage has answered, and may have asked to wait.
      const isAnswered = state.name === 'delivering' && !isUnanswered(state.failure?.code);
      if (deliverAgainAt && !isAnswered)
        ledger.note(captureId, {deliverAgainAt: this.#parts.ports.clock.now()});
    }
    this.pump();
    this.scan.resumeAll();
  }

  #sleep(): void {
    const {ports, ledger, signal} = this.#parts;
    if (signal.aborted || !this.#hasRoom()) return;
    const now = ports.clock.now();
    const all = this.#authorizer.served();
    let due = this.scan.againAt;
    for (const {job, activity, isHastened, isWithheld, deliverAgainAt = Infinity} of ledger.all) {
      if (isWithheld) continue;
      const {endpoint, state} = job;
      due = Math.min(due, deliverAgainAt);
      if (activity.name !== 'idle' || !all.some((served) => isServed(job, served))) continue;
      const rest = this.#rests(endpoint) ? this.#resting.get(endpoint) : undefined;
      const dueAt = isHastened ? 0 : claimableAt(state);
      due = Math.min(due, Math.max(dueAt, rest?.dueAt ?? 0, ledger.obstacle?.dueAt ?? 0));
    }
    if (due === Infinity) return;
    // Timers may fire slightly early: a capture that has become due since is not stuck.
    const shortest = due > this.#pumpedAt ? SHORTEST_SLEEP_MS : STUCK_MS;
    ports.wakeUps.wakeAt(Math.max(now + shortest, due));
  }
}
