import {isSameSet} from '@sealed-capture/seal/model/job/turns.js';
import {claimableAt, isDue} from '@sealed-capture/seal/model/job/retries.js';
import {OneAtATime} from '../../async/one-at-a-time.js';
import {Claims} from '../claims.js';
import {isServed, type Served} from '../connection/connection.js';
import {HandOver} from '../delivery/hand-over.js';
import type {QueueParts} from '../queue-parts.js';
import {SetupChecks} from '../setup-checks.js';
import type {CaptureRecord} from '../store/ledger.js';
import {StoreScan} from '../store/store-scan.js';
import {Attempts} from './attempts.js';
import {Authorizer, keyOf} from './authorizer.js';
import {Moves} from './moves.js';
import {restsUntil, wakeAt} from './rest.js';
import {Silences} from './silences.js';

/** Requests to the service at the same time. */
const PARALLEL = 3;
/**
 * Captures in progress at the same time, including those that are being delivered, whose sealed files are in
 * memory.
 */
const UNDER_WAY = 2 * PARALLEL;

/** Seals due captures, three at a time, and sets a timer for the next due time. */
export class SealingLoop {
  readonly authorizer: Authorizer;
  readonly claims: Claims;
  readonly moves: Moves;
  readonly scan: StoreScan;
  readonly setup: SetupChecks;
  readonly silences: Silences;
  readonly #parts: QueueParts;
  readonly #attempts: Attempts;
  readonly #passes = new OneAtATime(
    () => this.#claimDue(),
    () => this.#sleep(),
  );
  /** For each endpoint and account, the number of the last pass in which a capture was claimed. */
  readonly #claimedIn = new Map<string, number>();
  /** Number of passes that were requested. */
  #checks = 0;
  /** When the loop last began to claim. */
  #passBeganAt = 0;

  constructor(parts: QueueParts) {
    this.#parts = parts;
    this.silences = new Silences(parts);
    this.authorizer = new Authorizer(parts, this.silences);
    this.claims = new Claims(parts);
    this.setup = new SetupChecks(parts);
    this.moves = new Moves(parts, this.authorizer, this.setup, this);
    this.#attempts = new Attempts(
      parts,
      {
        authorizer: this.authorizer,
        claims: this.claims,
        handOver: new HandOver(parts, () => this.check()),
        moves: this.moves,
        setup: this.setup,
        silences: this.silences,
      },
      () => this.#passes.run(),
    );
    this.scan = new StoreScan(parts, this.claims, {
      deliver: (job) => this.#attempts.deliver(job),
      serves: (job) => this.authorizer.serves(job),
      onScanned: () => this.#onScanned(),
    });
  }

  /** Seals what is due, and ignores delays because the page or a person asks for it now. */
  sealNow(): void {
    this.#attempts.endRests();
    this.check();
  }

  /** Seals, and hands over again, what is due. */
  check(): void {
    this.#checks++;
    this.#passes.run();
  }

  /** Called when captures of earlier visits and changes by other pages are known. */
  #onScanned(): void {
    const {reports, extras, ports} = this.#parts;
    reports.announceAll();
    extras.plates?.start();
    this.check();
    // A page that is still loading may not have configured its elements yet.
    if (ports.wakeUps.isLoaded) void this.moves.followAll();
  }

  async #claimDue(): Promise<void> {
    this.authorizer.reportMissing();
    this.silences.check();
    this.#passBeganAt = this.#parts.ports.clock.now();
    // Until it is known which visits are over, nearly all stored captures would be examined in vain.
    if (!this.scan.isListed) return;
    this.#deliverAgain();
    for (const served of this.authorizer.served()) {
      while (this.#mayClaim(served)) {
        const check = this.#checks;
        // Avoids a second, empty claim in the usual case of a single capture.
        if (this.#claimedIn.get(keyOf(served)) === check && !this.#mayBeMore(served)) break;
        const job = await this.claims.claim(served);
        this.#claimedIn.set(keyOf(served), check);
        if (!job) break;
        void this.#attempts.run(job).finally(() => this.#passes.run());
      }
    }
  }

  #deliverAgain(): void {
    for (const {job, deliverAgainAt, unstoredFile, withheldFor} of this.#parts.ledger.all) {
      if (deliverAgainAt === undefined || deliverAgainAt === Infinity || withheldFor) continue;
      const failure = 'failure' in job.state ? job.state.failure : undefined;
      const due = isDue({dueAt: deliverAgainAt, failure}, this.#passBeganAt);
      if (due) void this.#attempts.deliver(job, unstoredFile);
    }
  }

  /** Asked before each claim: credentials may turn out to be missing during the one before. */
  #mayClaim(served: Served): boolean {
    const now = this.#parts.ports.clock.now();
    const rest = restsUntil(this.#attempts.rests, served.endpoint, now);
    return this.#hasRoom() && rest === undefined && this.authorizer.serves(served);
  }

  #hasRoom(): boolean {
    const {running} = this.#parts.ledger;
    const asking = running.filter(({activity}) => activity.name === 'asking');
    return asking.length < PARALLEL && running.length < UNDER_WAY;
  }

  /** False if, as far as this page knows, the storage has nothing more to seal for that endpoint and account. */
  #mayBeMore(served: Served): boolean {
    const asking = this.#parts.ledger.running.filter(({activity}) => activity.name === 'asking');
    const waits = ({job, activity, withheldFor}: CaptureRecord): boolean =>
      isServed(job, served) &&
      !withheldFor &&
      activity.name === 'idle' &&
      claimableAt(job.state) < Infinity &&
      // Of one set, one is sealed at a time.
      !asking.some((other) => isSameSet(job, other.job));
    return this.scan.othersWait || this.#parts.ledger.all.some(waits);
  }

  #sleep(): void {
    const {ports, ledger, signal} = this.#parts;
    if (signal.aborted) return;
    // Without room, the next capture is claimed when a request ends. Whether one takes too long needs a timer all the same.
    const time = wakeAt(this.#hasRoom() ? ledger.all : [], {
      now: ports.clock.now(),
      lookedAt: this.#passBeganAt,
      checkAt: Math.min(this.scan.againAt, this.silences.nextAt),
      served: this.authorizer.served(),
      rests: this.#attempts.rests,
      obstacle: ledger.obstacle,
    });
    ports.wakeUps.wakeAt(time);
  }
}
