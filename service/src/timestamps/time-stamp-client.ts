import {randomBytes} from 'node:crypto';
import {equalBytes} from '@sealed-capture/seal/encoding/bytes.js';
import {checkStamp} from '@sealed-capture/seal/node/time-stamp.js';
import {StampWrong} from '@sealed-capture/seal/stamps/stamp-errors.js';
import {AuthorityTrust} from './authority-trust.js';
import {CircuitBreaker} from './circuit-breaker.js';
import {
  NoTimeStampAuthority,
  TimeStampUnavailable,
  type IndependentTime,
} from './independent-time.js';
import {MinuteBudget} from './minute-budget.js';
import {exchange, ExchangeFailed} from './stamp-exchange.js';
import {writeStampQuery} from './stamp-query.js';
import {tokenOf} from './stamp-reply.js';

/** Milliseconds for one stamp, whatever the number of addresses: pages wait 30 seconds. */
const LONGEST_WAIT_MS = 20_000;
/**
 * Milliseconds by which an authority's clock and this machine's may differ, in addition to the accuracy that the
 * authority states.
 */
const CLOCK_LEEWAY_MS = 60_000;
const MINUTE_MS = 60_000;
/** Milliseconds until a retry after every address has failed. */
const RETRY_MS = 5_000;
const NONCE_BYTES = 8;
/** Bytes for the first token: those of public authorities take four to seven kilobytes. */
const FIRST_TOKEN_SIZE = 7 * 1024;
/** Tokens of one authority differ in the lengths of serial number and signature. */
const SLACK = 64;

/** Reported when something changes, not for each request. */
export type TimeStampNotice =
  /** This authority is not asked for a while. The reason repeats no text from it. */
  | {name: 'failing'; authority: string; reason: string}
  | {name: 'working'; authority: string}
  /** The budget of the minute is used up; reported once a minute. */
  | {name: 'budget spent'}
  /** No authority is configured; reported at the start. */
  | {name: 'no authority'};

/** One request that an authority answered or failed to answer. */
export interface AskedForStamp {
  authority: string;
  outcome: 'ok' | 'failed';
  seconds: number;
}

export interface TimeStampClientOptions {
  /** Addresses of http or https, asked in this order. Without any, no time is stamped. */
  addresses: readonly URL[];
  /** True if seals are made without a time stamp when none is available. */
  isOptional: boolean;
  /** The current roots of time-stamp authorities, PEM. */
  anchors: () => string;
  /** Most requests in a minute to all addresses together; 0 for any number. */
  perMinute: number;
  /** Milliseconds for one address. */
  timeout: number;
  onNotice?: (notice: TimeStampNotice) => void;
  /** Called for each request, except those that were aborted. */
  onAsked?: (asked: AskedForStamp) => void;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
  /** A random number from 0 to 1. */
  random?: () => number;
}

interface Authority {
  address: URL;
  breaker: CircuitBreaker;
}

/** Requests time stamps from external authorities (RFC 3161), and verifies each before it is used. */
export class TimeStampClient implements IndependentTime {
  readonly #options: TimeStampClientOptions;
  readonly #authorities: readonly Authority[];
  #trust: AuthorityTrust | undefined;
  readonly #budget: MinuteBudget;
  readonly #now: () => number;
  #spentAt = -Infinity;
  #largest = 0;

  constructor(options: TimeStampClientOptions) {
    const {addresses, perMinute, now = () => performance.now(), random = Math.random} = options;
    this.#options = options;
    this.#now = now;
    this.#budget = new MinuteBudget(perMinute, now);
    this.#authorities = addresses.map((address) => ({
      address,
      breaker: new CircuitBreaker(now, random),
    }));
    if (addresses.length === 0) this.#notify({name: 'no authority'});
  }

  get isOptional(): boolean {
    return this.#options.isOptional;
  }

  get isWorking(): boolean {
    return this.#budget.wait === 0 && this.#authorities.some(({breaker}) => breaker.isClosed);
  }

  get tokenSize(): number {
    return (this.#largest || FIRST_TOKEN_SIZE) + SLACK;
  }

  assertAvailable(): void {
    const {wait} = this.#budget;
    if (wait > 0) throw spent(wait);
    if (this.#authorities.every(({breaker}) => breaker.wait > 0)) throw this.#unavailable();
  }

  /** Returns the stamp of the first authority that gives a valid one. */
  async stamp(imprint: Uint8Array, signal?: AbortSignal): Promise<Uint8Array> {
    const limit = AbortSignal.timeout(LONGEST_WAIT_MS);
    let last: unknown;
    for (const {address, breaker} of this.#authorities) {
      signal?.throwIfAborted();
      if (limit.aborted) break;
      if (!breaker.enter()) continue;
      if (!this.#takeFromBudget()) {
        breaker.abandoned();
        throw spent(this.#budget.wait);
      }
      const time = AbortSignal.timeout(this.#options.timeout);
      const start = this.#now();
      const end = (outcome: AskedForStamp['outcome']) =>
        this.#options.onAsked?.({
          authority: address.host,
          outcome,
          seconds: (this.#now() - start) / 1000,
        });
      try {
        const limits = [limit, time, ...(signal ? [signal] : [])];
        const token = await this.#ask(address, imprint, AbortSignal.any(limits));
        if (!breaker.isClosed) this.#notify({name: 'working', authority: address.host});
        breaker.succeeded();
        end('ok');
        this.#largest = Math.max(this.#largest, token.length);
        return token;
      } catch (error) {
        last = error;
        if (signal?.aborted || (limit.aborted && !time.aborted)) {
          breaker.abandoned();
          continue;
        }
        const wasClosed = breaker.isClosed;
        breaker.failed();
        end('failed');
        if (wasClosed && !breaker.isClosed) {
          this.#notify({name: 'failing', authority: address.host, reason: reasonOf(error)});
        }
      }
    }
    signal?.throwIfAborted();
    throw this.#unavailable(last);
  }

  #unavailable(cause?: unknown): TimeStampUnavailable {
    if (this.#authorities.length === 0) return new NoTimeStampAuthority();
    const waits = this.#authorities.map(({breaker}) =>
      breaker.isClosed ? RETRY_MS : breaker.wait,
    );
    return new TimeStampUnavailable(
      'No time-stamp authority gives a stamp now.',
      Math.min(...waits),
      {cause},
    );
  }

  async #ask(address: URL, imprint: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    const nonce = newNonce();
    const sent = Date.now();
    const query = writeStampQuery(imprint, nonce);
    const reply = await exchange(address, query, signal);
    const token = tokenOf(reply);
    const stamp = checkStamp(token, imprint);
    if (!stamp.nonce || !equalBytes(stamp.nonce, nonce)) {
      throw new StampWrong('The time stamp answers another request.');
    }
    const {time, accuracy} = stamp;
    if (accuracy > CLOCK_LEEWAY_MS) throw new StampWrong('The time stamp is too inexact.');
    const leeway = CLOCK_LEEWAY_MS + accuracy;
    if (time < sent - leeway || time > Date.now() + leeway) {
      throw new StampWrong("The time stamp's time is far from this machine's clock.");
    }
    const anchors = this.#options.anchors();
    if (this.#trust?.anchors !== anchors) this.#trust = new AuthorityTrust(anchors);
    await this.#trust.check(stamp);
    return token;
  }

  #takeFromBudget(): boolean {
    const isTaken = this.#budget.take();
    const now = this.#now();
    if (!isTaken && now >= this.#spentAt + MINUTE_MS) {
      this.#spentAt = now;
      this.#notify({name: 'budget spent'});
    }
    return isTaken;
  }

  #notify(notice: TimeStampNotice): void {
    this.#options.onNotice?.(notice);
  }
}

const spent = (wait: number): TimeStampUnavailable =>
  new TimeStampUnavailable('As many times were stamped as may be in a minute.', wait);

/** Positive and without a leading zero byte, so that every authority repeats it byte for byte. */
function newNonce(): Uint8Array {
  const bytes = randomBytes(NONCE_BYTES);
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return bytes;
}

export function reasonOf(error: unknown): string {
  if (error instanceof StampWrong || error instanceof ExchangeFailed) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return 'It did not answer in time.';
  }
  return 'It failed.';
}
