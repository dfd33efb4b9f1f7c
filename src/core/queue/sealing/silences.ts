import {isSilent} from '@sealed-capture/seal/model/errors.js';
import {isUnanswered} from '@sealed-capture/seal/model/errors/retryable.js';
import type {Failure, Job} from '@sealed-capture/seal/model/job/job.js';
import type {Connection} from '../connection/connection.js';
import type {QueueParts} from '../queue-parts.js';
import type {CaptureRecord} from '../store/ledger.js';
import {oldestFirst} from '../summaries.js';
import {NO_NETWORK, unansweredAmong, type Wait} from '../why-unsealed.js';

/** Milliseconds without an answer after which a person is told that captures wait for the service. */
const QUIET_MS = 5_000;
/** Milliseconds without an answer after which the page's own server is asked: one that answers does so before `QUIET_MS`. */
const DOUBT_MS = 4_000;
/** Timeout of the question to the page's own server, in milliseconds. */
const ASKED_MS = 5_500;
/** Poll interval for its answer, in milliseconds. */
const ANSWER_CHECK_MS = 500;
/** How long its answer is valid, in milliseconds. */
const RECENT_MS = 10_000;
/** Shortest interval between two questions of one outage, in milliseconds. */
const AGAIN_MS = 30_000;
/** Milliseconds without an answer after which the page is told. */
const OUTAGE_MS = 60_000;
/** A check that comes later than this was delayed by a sleeping device. Timers of a hidden page are a minute late. */
const ASLEEP_MS = 90_000;

/** A request is out, and no answer has come for {@link QUIET_MS}. */
const NO_ANSWER_YET: Failure = {
  code: 'timeout',
  message: 'The service has not answered yet.',
};

/** An endpoint that does not answer. */
interface Silence extends Wait {
  failure: Failure;
  /** The capture whose request has shown it last. */
  captureId: string;
  /** When the first request was made that was not answered, in epoch milliseconds. */
  since: number;
  /** The page was told. */
  isReported?: boolean;
}

/** A question to the page's own server, sent at that time in epoch milliseconds: an answer shows that there is a network. */
interface Question {
  name: 'asked' | 'answered' | 'unanswered';
  at: number;
}

/** Knows which endpoints do not answer, and for how long: from the first request without an answer to the next answer. */
export class Silences {
  readonly #parts: QueueParts;
  readonly #silent = new Map<string, Silence>();
  /** When each endpoint last answered, in epoch milliseconds. */
  readonly #answeredAt = new Map<string, number>();
  /** The last question of this outage. */
  #question?: Question;
  /** When the browser last had a network again, in epoch milliseconds. */
  #onlineSince = -Infinity;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** For each endpoint that does not answer, what captures wait for there. `records` may be of earlier visits. */
  among(records: readonly CaptureRecord[]): ReadonlyMap<string, Wait> {
    const before = [...unansweredAmong(records)].filter(
      ([endpoint]) => !this.#answeredAt.has(endpoint),
    );
    return new Map([...before, ...this.#silent]);
  }

  /** Called when an endpoint has answered, whatever it answered. */
  answered(endpoint: string): void {
    const {ledger, ports} = this.#parts;
    this.#answeredAt.set(endpoint, ports.clock.now());
    // The outage is over: the next one has a question of its own.
    this.#question = undefined;
    if (this.#silent.delete(endpoint)) ledger.changed();
  }

  /** Called after an attempt without a seal, which left its capture as `next`. */
  attempted({captureId, endpoint, state}: Job, failure: Failure): void {
    if (failure.status) return this.answered(endpoint);
    // The page gave it up before the service answered.
    if (failure.code === 'aborted') return;
    if (!isUnanswered(failure.code) || state.name !== 'waiting') {
      return this.#endedOtherwise(captureId, endpoint);
    }
    const {ledger, ports} = this.#parts;
    const activity = ledger.get(captureId)?.activity;
    const askedAt = (activity?.name === 'asking' ? activity.since : undefined) ?? ports.clock.now();
    // If it has answered other requests meanwhile, the failure is specific to this capture.
    if (this.#hasAnsweredSince(endpoint, askedAt)) return;
    const before = this.#silent.get(endpoint);
    // Time without a network is no silence of the service.
    const isSame = before && isSilent(before.failure.code) === isSilent(failure.code);
    const since = isSame ? before.since : askedAt;
    const {isReported} = before ?? {};
    this.#silent.set(endpoint, {captureId, since, failure, dueAt: state.dueAt, isReported});
  }

  /** Called when the browser has a network again: services have had no chance to answer before. */
  networkIsBack(): void {
    const {ledger, ports} = this.#parts;
    const now = ports.clock.now();
    this.#onlineSince = now;
    // The browser also calls a Wi-Fi that leads nowhere a network.
    this.#question = undefined;
    for (const [endpoint, silence] of this.#silent) {
      if (isSilent(silence.failure.code)) this.#silent.set(endpoint, {...silence, since: now});
      else this.#silent.delete(endpoint);
    }
    ledger.changed();
  }

  /** Finds the endpoints whose requests have gone unanswered for too long. To be called at {@link nextAt}. */
  check(): void {
    const {ledger, ports} = this.#parts;
    const now = ports.clock.now();
    for (const [endpoint, {captureId}] of this.#silent) {
      if (this.#isWaitedFor(endpoint, captureId)) continue;
      this.#silent.delete(endpoint);
      ledger.changed();
    }
    for (const [endpoint, {captureId, since}] of this.#asked()) {
      if (now < since + DOUBT_MS) continue;
      this.#askForNetwork(now);
      if (now < this.#tellAt(since)) continue;
      const failure = this.#recent?.name === 'unanswered' ? NO_NETWORK : NO_ANSWER_YET;
      this.#silent.set(endpoint, {captureId, since, failure});
      ledger.changed();
    }
    for (const [endpoint, silence] of this.#unreported()) {
      const {since} = silence;
      if (now < since + OUTAGE_MS) continue;
      if (now > since + OUTAGE_MS + ASLEEP_MS) {
        // While the device sleeps, no service can answer.
        this.#silent.set(endpoint, {...silence, since: now});
        continue;
      }
      this.#silent.set(endpoint, {...silence, isReported: true});
      this.#report(endpoint, silence);
    }
  }

  /** When to check again, in epoch milliseconds; `Infinity` if nothing is expected. */
  get nextAt(): number {
    const {ledger, ports} = this.#parts;
    const isYetToAsk = ledger.running.some(
      ({activity}) => activity.name === 'asking' && activity.since === undefined,
    );
    return Math.min(
      // A request that is yet to be sent is not overdue earlier than this.
      isYetToAsk ? ports.clock.now() + DOUBT_MS : Infinity,
      ...[...this.#asked().values()].map(({since}) => this.#checkAt(since)),
      ...this.#unreported().map(([, {since}]) => since + OUTAGE_MS),
    );
  }

  get #recent(): Question | undefined {
    return this.#sinceQuestion < RECENT_MS ? this.#question : undefined;
  }

  get #mayAskForNetwork(): boolean {
    return this.#sinceQuestion >= AGAIN_MS;
  }

  get #sinceQuestion(): number {
    return this.#parts.ports.clock.now() - (this.#question?.at ?? -Infinity);
  }

  #checkAt(since: number): number {
    if (this.#mayAskForNetwork) return since + DOUBT_MS;
    const quietAt = since + QUIET_MS;
    const now = this.#parts.ports.clock.now();
    return now < quietAt ? quietAt : now + ANSWER_CHECK_MS;
  }

  /** When a person is told of the silence: once it is known whether there is a network. */
  #tellAt(since: number): number {
    const recent = this.#recent;
    const knownAt = recent?.name === 'asked' ? recent.at + ASKED_MS : 0;
    return Math.max(since + QUIET_MS, knownAt);
  }

  /** A browser calls a Wi-Fi that leads nowhere a network. */
  #askForNetwork(now: number): void {
    if (!this.#mayAskForNetwork) return;
    const asked: Question = {name: 'asked', at: now};
    this.#question = asked;
    this.#parts.ports.sealer.hasNetwork().then(
      (hasAnswered) => {
        if (this.#question !== asked) return;
        this.#question = {...asked, name: hasAnswered ? 'answered' : 'unanswered'};
      },
      // The worker was lost, which says nothing of the network.
      () => undefined,
    );
  }

  /** The request that has shown the silence came to an end that does not concern the service. */
  #endedOtherwise(captureId: string, endpoint: string): void {
    const silence = this.#silent.get(endpoint);
    if (silence?.captureId !== captureId) return;
    if (silence.failure !== NO_ANSWER_YET && silence.failure !== NO_NETWORK) return;
    this.#silent.delete(endpoint);
    this.#parts.ledger.changed();
  }

  /** False once the capture that has shown the silence is sealed by another page, or no capture waits at the endpoint. */
  #isWaitedFor(endpoint: string, captureId: string): boolean {
    const {ledger} = this.#parts;
    const record = ledger.get(captureId);
    if (record && waitsAt(record, endpoint)) return true;
    if (record?.job.endpoint === endpoint && 'sealedAt' in record.job.state) return false;
    return ledger.all.some((one) => waitsAt(one, endpoint));
  }

  #hasAnsweredSince(endpoint: string, time: number): boolean {
    return (this.#answeredAt.get(endpoint) ?? -Infinity) > time;
  }

  /**
   * For each endpoint that is not known to be silent, the oldest request that may show that it is. None without a network:
   * its return begins the wait anew.
   */
  #asked(): ReadonlyMap<string, Pick<Silence, 'captureId' | 'since'>> {
    const asked = new Map<string, Pick<Silence, 'captureId' | 'since'>>();
    const {ledger, ports} = this.#parts;
    if (!ports.wakeUps.isOnline) return asked;
    for (const {job, activity} of ledger.running) {
      const {endpoint, captureId} = job;
      if (activity.name !== 'asking' || this.#silent.has(endpoint)) continue;
      // A whole file may be on its way, for minutes. Whether it arrives is known when the attempt ends.
      if (job.metadata.imported) continue;
      const {since} = activity;
      if (since === undefined) continue;
      const isOldest = since < (asked.get(endpoint)?.since ?? Infinity);
      if (isOldest && !this.#hasAnsweredSince(endpoint, since)) {
        asked.set(endpoint, {captureId, since: Math.max(since, this.#onlineSince)});
      }
    }
    return asked;
  }

  #unreported(): [string, Silence][] {
    if (!this.#parts.ports.wakeUps.isOnline) return [];
    return [...this.#silent].filter(
      ([, {failure, isReported}]) => isSilent(failure.code) && !isReported,
    );
  }

  /** Reports to each client that waits for the endpoint, by its oldest capture there. */
  #report(endpoint: string, {failure, dueAt}: Silence): void {
    const {ledger, connections, reports} = this.#parts;
    const present = connections.present();
    const told = new Set<Connection>();
    const waiting = ledger.all
      .filter((record) => waitsAt(record, endpoint))
      .sort((a, b) => oldestFirst(a.job, b.job));
    for (const record of waiting) {
      const receiver = present.receiverOf(record);
      if (!receiver || told.has(receiver)) continue;
      told.add(receiver);
      reports.failure(record.job, failure, receiver, dueAt);
    }
  }
}

/** True if the capture is to be sealed at that endpoint, or is being sealed there. */
const waitsAt = ({job: {state, ...job}}: CaptureRecord, endpoint: string): boolean =>
  job.endpoint === endpoint && (state.name === 'waiting' || state.name === 'sealing');
