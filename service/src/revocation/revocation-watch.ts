import {certificateId, certificateParts} from '@sealed-capture/seal/revocation/certificate-id.js';
import type {AskResponder} from './ask-responder.js';
import {checkAnswer, UnusableAnswer, type CheckedAnswer} from './check-answer.js';
import {ocspRequest} from './ocsp-request.js';

/** Revocation state of the own certificate. Each state is one object for as long as it holds. */
export type RevocationState =
  /** Seals carry the answer. */
  | {name: 'good'; answer: CheckedAnswer}
  /** Nothing may be sealed. */
  | {name: 'revoked'; answer: CheckedAnswer}
  /** Seals carry no answer. */
  | {name: 'unknown'; reason: string};

/** Stores the last answer for the next start. */
export interface AnswerFile {
  read: () => Promise<Uint8Array | undefined>;
  write: (answer: Uint8Array) => Promise<void>;
}

/** Calls `run` after `delay` milliseconds. Returns a function that cancels it. */
export type Later = (run: () => void, delay: number) => () => void;

export interface WatchOptions {
  /** DER of the certificate and of its issuer's. */
  leaf: Uint8Array;
  issuer: Uint8Array;
  ask: AskResponder;
  file?: AnswerFile;
  /** Called when the state's name has changed, or the reason for a missing answer. */
  onChange?: (state: RevocationState) => void;
  /** Called if an answer could not be stored. */
  onNotStored?: (error: unknown) => void;
  now?: () => number;
  random?: () => number;
  /** Default: a timer that keeps no process alive. */
  later?: Later;
}

const MINUTE_MS = 60_000;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 60 * MINUTE_MS;
/** Longest delay of a timer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const byTimer: Later = (run, delay) => {
  const timer = setTimeout(run, Math.min(delay, LONGEST_TIMER_MS));
  timer.unref();
  return () => clearTimeout(timer);
};

/**
 * Asks in advance whether the own certificate was revoked, so that each seal can carry the answer and none waits
 * for it. It asks again after half of an answer's validity, and after failures with growing pauses. Only verified
 * answers are used.
 */
export class RevocationWatch {
  readonly #options: WatchOptions;
  readonly #request: Uint8Array;
  readonly #lifetime = new AbortController();
  readonly #now: () => number;
  readonly #random: () => number;
  #state: RevocationState = {name: 'unknown', reason: 'Nobody has answered yet.'};
  #told: RevocationState['name'] | undefined;
  #failures = 0;
  #callOff: () => void = () => undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#random = options.random ?? Math.random;
    const id = certificateId(certificateParts(options.leaf), certificateParts(options.issuer));
    this.#request = ocspRequest(id);
  }

  get state(): RevocationState {
    const state = this.#state;
    if (state.name === 'good' && state.answer.until <= this.#now()) {
      this.#become({name: 'unknown', reason: 'The last answer has expired.'});
    }
    return this.#state;
  }

  /**
   * Uses the stored answer, and requests another: the certificate may have been revoked since. Resolves once that
   * request is done, also if it failed.
   */
  async start(): Promise<void> {
    const stored = await this.#options.file?.read().catch(() => undefined);
    if (stored) this.#take(stored, this.#now());
    await this.#ask();
  }

  close(): void {
    this.#lifetime.abort();
    this.#callOff();
  }

  async #ask(): Promise<void> {
    const {signal} = this.#lifetime;
    let reason: string | undefined;
    try {
      const answer = await this.#options.ask(this.#request, signal);
      reason = this.#take(answer, this.#now());
      if (reason === undefined) await this.#store(answer);
    } catch {
      reason = 'The responder did not answer.';
    }
    if (signal.aborted) return;
    this.#failures = reason === undefined ? 0 : this.#failures + 1;
    const {state} = this;
    if (reason !== undefined && state.name === 'unknown') this.#become({name: 'unknown', reason});
    this.#schedule(reason === undefined && state.name !== 'unknown' ? state.answer : undefined);
  }

  /** Uses the answer, or returns why it cannot be used. */
  #take(der: Uint8Array, now: number): string | undefined {
    const {leaf, issuer} = this.#options;
    try {
      const answer = checkAnswer(der, leaf, issuer, now);
      const last = this.#state.name === 'unknown' ? undefined : this.#state.answer;
      // A replayed earlier answer must not override a later one.
      if (last && answer.thisUpdate < last.thisUpdate) return 'It is older than the last one.';
      this.#become({name: answer.name, answer});
      return undefined;
    } catch (error) {
      return error instanceof UnusableAnswer ? error.message : 'It cannot be read.';
    }
  }

  #become(state: RevocationState): void {
    this.#state = state;
    if (this.#told === state.name) return;
    this.#told = state.name;
    this.#options.onChange?.(state);
  }

  async #store(answer: Uint8Array): Promise<void> {
    try {
      await this.#options.file?.write(answer);
    } catch (error) {
      this.#options.onNotStored?.(error);
    }
  }

  /** @param answer the new answer; undefined after a failure */
  #schedule(answer: CheckedAnswer | undefined): void {
    const delay = answer ? this.#untilHalf(answer) : this.#untilRetry();
    this.#callOff();
    const {later = byTimer} = this.#options;
    this.#callOff = later(() => void this.#ask(), delay);
  }

  #untilHalf({thisUpdate, until}: CheckedAnswer): number {
    // A revoked certificate may only be on hold, so the responder is asked again.
    if (until === Infinity) return LONGEST_RETRY_MS;
    const now = this.#now();
    const half = (thisUpdate + until) / 2 - now;
    // If a responder makes answers in advance, half of the validity may be over when one arrives.
    const least = Math.min((until - now) / 4, LONGEST_RETRY_MS);
    return Math.max(MINUTE_MS, half, least) * (0.9 + 0.2 * this.#random());
  }

  #untilRetry(): number {
    const longest = Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), LONGEST_RETRY_MS);
    return longest * (0.5 + 0.5 * this.#random());
  }
}
