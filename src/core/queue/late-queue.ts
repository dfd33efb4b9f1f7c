import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {CaptureDetail} from '@sealed-capture/seal/model/protection-config.js';
import type {LateCode} from '../async/late-code.js';
import {pause} from '../async/pause.js';
import {standIn} from '../async/stand-in.js';
import type {Account} from '../credentials/accounts.js';
import type {Kept} from './store/ledger.js';
import type {ProtectionQueue} from './protection-queue.js';
import type {Protection, ProtectionClient} from './queue-client.js';
import type {Draft} from './queue-parts.js';

/** Milliseconds that a camera or microphone waits for the code that stores its captures. */
const LONGEST_WAIT_MS = 10_000;

/** What a camera or microphone waits for before it is live. */
export interface Keeper {
  /** Resolves once captures can be stored; to an error if the code for it failed to load or takes too long. */
  loaded?(): Promise<SealedCaptureError | undefined>;
  /** Resolves once captures can be stored, however long that takes. */
  readonly arrival?: Promise<unknown>;
}

type LateQueueCode = Pick<LateCode<{queue: ProtectionQueue}>, 'arrival' | 'code' | 'request'>;

/** The queue of a page whose code is loaded after its elements. Nothing is captured before it has loaded. */
export class LateQueue implements Keeper {
  readonly #late: LateQueueCode;
  readonly #longestWait: number;
  /** The real queue's handles, keyed by those that elements got before it was loaded. */
  readonly #known = new WeakMap<Protection, Protection>();

  constructor(late: LateQueueCode, longestWait = LONGEST_WAIT_MS) {
    this.#late = late;
    this.#longestWait = longestWait;
  }

  get arrival(): Promise<unknown> {
    return this.#late.arrival;
  }

  async loaded(): Promise<SealedCaptureError | undefined> {
    const answered = new AbortController();
    const tooLong = pause(this.#longestWait, answered.signal).then(() =>
      notLoaded(`no answer after ${this.#longestWait} ms`),
    );
    const code = this.#late.request().then(() => undefined, notLoaded);
    const outcome = await Promise.race([code, tooLong]);
    answered.abort();
    return outcome;
  }

  /** Connects a client. Until the queue is loaded, there are no captures, and calls about a capture wait. */
  connect(client: ProtectionClient): Protection {
    if (this.#late.code) return this.#late.code.queue.connect(client);
    const {arrival} = this.#late;
    let isReleased = false;
    const protection = standIn<{queue: ProtectionQueue}, Protection>(
      arrival,
      ({queue}) => queue.connect(client),
      {
        captures: [],
        storage: undefined,
        problem: undefined,
        seen: () => void arrival.then(() => isReleased || protection.seen()),
        // The configuration is read when the queue has loaded, and there are no captures before.
        configurationChanged: () => undefined,
        withhold: () => undefined,
        release: () => void (isReleased = true),
      },
      (own) => {
        this.#known.set(protection, own);
        if (isReleased) own.release();
        client.onChange();
      },
    );
    return protection;
  }

  add(
    protection: Protection,
    draft: Draft,
    keep: (job: Job) => Promise<Kept>,
  ): Promise<CaptureDetail> {
    return this.#queue.add(this.#own(protection), draft, keep);
  }

  prepare(protection: Protection, draft: Draft): Job | Promise<Job> {
    return this.#queue.prepare(this.#own(protection), draft);
  }

  accountOf(protection: Protection): Account | Promise<Account> {
    return this.#queue.accountOf(this.#own(protection));
  }

  recover(protection: Protection, draft: Draft): Promise<CaptureDetail | undefined> {
    return this.#queue.recover(this.#own(protection), draft);
  }

  #own(protection: Protection): Protection {
    return this.#known.get(protection) ?? protection;
  }

  get #queue(): ProtectionQueue {
    if (this.#late.code) return this.#late.code.queue;
    throw notLoaded();
  }
}

const notLoaded = (cause?: unknown): SealedCaptureError =>
  new SealedCaptureError('part_missing', 'A part of sealed-capture could not be loaded.', {
    cause,
  });
