import {
  isRetryable,
  isUnanswered,
  toSealedCaptureError,
  type ErrorCode,
  type SealedCaptureError,
} from '../../model/errors.js';
import {
  failureOf,
  isClaimable,
  LEASE_MS,
  released,
  sealed,
  type Job,
  type JobState,
} from '../../model/job.js';
import {afterAttempt} from './after-attempt.js';
import {lacksCredentials} from '../credentials/authorization-in-time.js';
import {Claims} from './claims.js';
import type {ClientConnection} from './client-connection.js';
import {Credentials} from './authorizer.js';
import type {Delivery} from './delivery.js';
import type {QueueParts} from './queue-parts.js';
import {keep} from './keeping.js';
import {OneAtATime} from '../async/one-at-a-time.js';

/** Requests that the service is asked at a time. */
const PARALLEL = 3;
/** With those that are being delivered, whose sealed files are in memory. */
const UNDER_WAY = 2 * PARALLEL;
/** How often captures of other pages are looked at, while there are any. */
const LOOK_AGAIN_MS = LEASE_MS;
/** A timer never fires sooner, whatever a clock says. */
const SHORTEST_SLEEP_MS = 250;
/** Until what is due, and could not be claimed all the same, is looked at again. */
const STUCK_MS = 15_000;

/** Seals what is due, three at a time, and wakes up for what will be. */
export class SealingLoop {
  readonly #parts: QueueParts;
  readonly #delivery: Delivery;
  readonly #credentials: Credentials;
  readonly #running = new Map<string, AbortController>();
  /** Captures that the service is being asked for; of those that were sealed, the next are not kept waiting. */
  readonly #asking = new Set<string>();
  readonly #looking = new OneAtATime(
    () => this.#look(),
    () => {
      this.#onLooked();
      this.#onFirstLook();
      this.#pumping.run();
    },
  );
  readonly #pumping = new OneAtATime(
    () => this.#pump(),
    () => this.#sleep(),
  );
  /** Endpoints that gave no answer, or asked to wait, with a capture that is due when they may be asked again. */
  readonly #resting = new Map<string, Job>();
  readonly #claims: Claims;
  readonly #resuming = new OneAtATime(
    async () => {
      for (const {job, unkept} of this.#parts.known.all) if (!unkept) await this.#resume(job);
    },
    () => this.#pumping.run(),
  );
  readonly #onLooked: () => void;
  #onFirstLook: () => void = () => undefined;
  /** Resolves once the captures of earlier visits are known, as far as the storage tells them. */
  readonly looked = new Promise<void>((resolve) => (this.#onFirstLook = resolve));
  readonly #recover: () => Promise<boolean> | undefined;
  #begun = false;
  #isListed = false;
  #answers = 0;
  #othersWait = false;
  /** When it last began to claim. */
  #pumpedAt = 0;

  /**
   * `onLooked` is called when the captures of earlier visits are known, and what other pages did; `recover`, before,
   * adds those that earlier visits left half made, and answers true where there may be more of them later.
   */
  constructor(
    parts: QueueParts,
    delivery: Delivery,
    onLooked: () => void,
    recover: () => Promise<boolean> | undefined,
  ) {
    this.#parts = parts;
    this.#delivery = delivery;
    this.#onLooked = onLooked;
    this.#recover = recover;
    this.#credentials = new Credentials(parts, delivery);
    this.#claims = new Claims(parts);
  }

  /** Listens for wake-ups from the first client on. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    const {ports, signal} = this.#parts;
    ports.wakeUps.listen((why) => {
      if (why !== 'time') this.#hasten();
      if (why !== 'time' || this.#othersWait) this.look();
      else this.#pumping.run();
    }, signal);
    ports.store.whenLost?.(() => this.look());
    ports.backgroundSync.begin(
      () =>
        this.#parts.known.all.some(
          ({job: {state}}) => state.name === 'waiting' || state.name === 'sealing',
        ),
      () => this.look(),
      signal,
    );
  }

  /** Looks at what is stored: captures and broken recordings of earlier visits, and what other pages did; then seals what is due. */
  look(): void {
    this.#looking.run();
  }

  /** Seals what is due, as somebody wants it now. */
  pump(): void {
    this.#resting.clear();
    this.#pumping.run();
  }

  /** Makes a job due now, if it still is as `expected`. */
  async release(job: Job, expected: JobState): Promise<void> {
    const due = released(job, this.#parts.ports.clock.now());
    if (!(await this.#replace(due, expected))) await this.#reread(due);
  }

  /** Captures of this client that had no credentials, or refused ones, follow its configuration to another endpoint. */
  async rebind(connection: ClientConnection): Promise<void> {
    const renewed = connection.takeRenewal();
    for (const {job, maker} of this.#parts.known.all) {
      const {state} = job;
      if (maker !== connection) continue;
      const missing = state.name === 'waiting' && lacksCredentials(state.failure?.code);
      const refused = state.name === 'failed' && state.failure.code === 'unauthorized';
      if (!missing && !(refused && renewed)) continue;
      await this.release({...job, endpoint: connection.endpoint}, state).catch(() => undefined);
    }
    this.pump();
  }

  abort(captureId: string): void {
    this.#running.get(captureId)?.abort();
  }

  async #look(): Promise<void> {
    const {ports, visits, known} = this.#parts;
    const before = known.all;
    for (const {job, spare} of before) {
      if (spare && !this.#running.has(job.captureId)) await this.#reread(job);
    }
    const jobs = await ports.store.list().finally(() => (this.#isListed = true));
    await visits.look(jobs);
    const stored = new Set(jobs.map(({captureId}) => captureId));
    for (const {job, unkept, spare} of before) {
      const gone = !stored.has(job.captureId) && !unkept && !spare && job.state.name !== 'sealed';
      if (gone && !this.#running.has(job.captureId)) known.delete(job.captureId);
    }
    const mine = jobs.filter((job) => visits.isOwnOrEnded(job, ports.clock.now()));
    for (const job of mine) {
      if (this.#running.has(job.captureId)) continue;
      const seen = known.get(job.captureId);
      if (seen?.job.state.name !== job.state.name) known.set(job);
      if (job.state.name === 'sealed') await this.#deliver(job);
      if (job.state.name !== 'failed') continue;
      // A new visit may have other credentials, too.
      if (!seen) await this.#resume(job, 'unauthorized');
      // By whoever sealed while no page was there, or by a page that died before it could tell.
      if (known.get(job.captureId)?.job.state.name === 'failed' && ports.wakeUps.isLoaded) {
        this.#delivery.tellFailureOnce(job, job.state.failure);
      }
    }
    const mayRecover = (await this.#recover()) ?? false;
    this.#othersWait = mayRecover || mine.length < jobs.length;
  }

  async #pump(): Promise<void> {
    this.#credentials.tellOfMissing();
    this.#pumpedAt = this.#parts.ports.clock.now();
    // Which visits are over is not known yet: nearly all would be looked through in vain.
    if (!this.#isListed) return;
    for (const endpoint of this.#credentials.endpoints()) {
      // Credentials may turn out to be missing while it claims.
      while (this.#hasRoom() && !this.#rests(endpoint) && this.#credentials.serve(endpoint)) {
        const job = await this.#claims.claim(endpoint, [...this.#running.keys()]);
        if (!job) break;
        const controller = new AbortController();
        this.#running.set(job.captureId, controller);
        this.#asking.add(job.captureId);
        void this.#run(job, AbortSignal.any([controller.signal, this.#parts.signal])).finally(
          () => {
            this.#running.delete(job.captureId);
            this.#asking.delete(job.captureId);
            this.#pumping.run();
          },
        );
      }
    }
  }

  #hasRoom(): boolean {
    return this.#asking.size < PARALLEL && this.#running.size < UNDER_WAY;
  }

  async #run(job: Job, signal: AbortSignal): Promise<void> {
    const {ports, known} = this.#parts;
    // The delay begins anew, too: the first try after an outage often comes too soon.
    if (this.#claims.takeHaste(job.captureId) && job.state.name === 'sealing') {
      job = {...job, state: {...job.state, unanswered: 0}};
    }
    known.set(job);
    const answers = this.#answers;
    try {
      const {manifest, blob} = await this.#credentials.attempt(
        job,
        signal,
        (authorization, within) => ports.sealer.seal(job, authorization, within),
      );
      this.#answers++;
      this.#resting.delete(job.endpoint);
      this.#asking.delete(job.captureId);
      this.#pumping.run();
      const done = sealed(job, manifest, new Date(ports.clock.now()).toISOString());
      // Where the storage broke meanwhile, the sealed file is delivered all the same.
      const replaced = await this.#claims.replace(done, job.state).catch(() => true);
      const seen = known.get(job.captureId);
      if (!replaced && !seen?.spare) await this.#reread(job);
      // Unless it was discarded in this very moment.
      else if (seen) await this.#deliver(done, blob);
    } catch (thrown) {
      await this.#failed(job, toSealedCaptureError(thrown, 'response_invalid'), answers);
    }
  }

  async #deliver(job: Job, blob?: Blob): Promise<void> {
    this.#parts.known.set(job);
    try {
      await this.#delivery.deliver(job, blob);
    } catch (thrown) {
      const error = toSealedCaptureError(thrown, 'storage_unavailable');
      // Once delivered, only forgetting it failed; the next visit delivers it once more.
      if (!this.#delivery.isDelivered(job.captureId) && error.code !== 'aborted') {
        await this.#failed(job, error);
      }
    }
  }

  async #failed(job: Job, error: SealedCaptureError, answers = NaN): Promise<void> {
    const {ports, known} = this.#parts;
    const failure = failureOf(error);
    const now = ports.clock.now();
    const next = afterAttempt(job, error, now, ports.random.number());
    // Where others were answered meanwhile it is this capture's own trouble.
    const isAtFault = failure.retryAfter || (isUnanswered(error.code) && answers === this.#answers);
    if (isAtFault && next.state.name === 'waiting') this.#resting.set(job.endpoint, next);
    if (!(await this.#claims.replace(next, job.state).catch(() => true))) {
      return this.#reread(next);
    }
    known.set(next);
    if (next.state.name === 'failed') this.#delivery.tellFailure(next, failure);
    if (lacksCredentials(error.code)) {
      this.#delivery.tellFailureOnce(next, failure);
    }
  }

  /**
   * Another page moved it on, or the page discarded it: what is stored is what is true. What only a worker's memory
   * had, and is not there, went with the worker: it goes on as `mine`, from the page's own copy.
   */
  async #reread(mine: Job): Promise<void> {
    const {ports, known} = this.#parts;
    const {captureId} = mine;
    const spare = known.get(captureId)?.spare;
    const job = await ports.store.get(captureId).catch(() => (spare ? undefined : mine));
    // Discarded meanwhile.
    if (!known.get(captureId)) return;
    if (job) known.set(job);
    else if (spare) await keep(this.#parts, this.#delivery, mine, spare);
    else known.delete(captureId);
  }

  /** False where it is not as `expected` any more. */
  async #replace(job: Job, expected: JobState): Promise<boolean> {
    const isReplaced = await this.#claims.replace(job, expected);
    if (isReplaced) this.#parts.known.set(job);
    return isReplaced;
  }

  #rests(endpoint: string): boolean {
    const rest = this.#resting.get(endpoint);
    return !!rest && !isClaimable(rest, this.#parts.ports.clock.now());
  }

  /** Starts over with what failed for a reason that time may have mended. */
  async #resume(job: Job, alsoAfter?: ErrorCode): Promise<void> {
    const {state} = job;
    if (state.name !== 'failed') return;
    const {code} = state.failure;
    if (isRetryable(code) || code === alsoAfter) {
      await this.release(job, state).catch(() => undefined);
    }
  }

  /** The network is back, or the person is: what only waited for an answer is tried at once. */
  #hasten(): void {
    for (const {job} of this.#parts.known.all) {
      const {captureId, state} = job;
      if (state.name === 'waiting' && isUnanswered(state.failure?.code)) {
        this.#claims.hasten(captureId);
      }
    }
    this.pump();
    this.#resuming.run();
  }

  #sleep(): void {
    const {ports, known, signal} = this.#parts;
    if (signal.aborted || !this.#hasRoom()) return;
    const now = ports.clock.now();
    const served = this.#credentials.endpoints();
    let due = this.#othersWait ? now + LOOK_AGAIN_MS : Infinity;
    for (const {job} of known.all) {
      const {captureId, endpoint, state} = job;
      if (!served.includes(endpoint) || this.#running.has(captureId)) continue;
      const rest = this.#rests(endpoint) ? this.#resting.get(endpoint) : undefined;
      due = Math.min(
        due,
        Math.max(
          this.#claims.isHastened(captureId) ? 0 : dueAt(state),
          rest ? dueAt(rest.state) : 0,
        ),
      );
    }
    if (due === Infinity) return;
    // Timers may come a moment too soon: what fell due since is not stuck.
    const shortest = due > this.#pumpedAt ? SHORTEST_SLEEP_MS : STUCK_MS;
    ports.wakeUps.wakeAt(Math.max(now + shortest, due));
  }
}

/** When it may be claimed by the one who sleeps. */
function dueAt(state: JobState): number {
  if (state.name === 'waiting') return state.dueAt;
  return state.name === 'sealing' ? state.leaseUntil : Infinity;
}
