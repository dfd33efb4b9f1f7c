import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {LateCode} from '../async/late-code.js';
import {pause} from '../async/pause.js';
import {standIn} from '../async/stand-in.js';
import type {ProtectionQueue} from './protection-queue.js';
import type {Protection, ProtectionClient} from './queue-client.js';

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
    const lifetime = new AbortController();
    const protection = standIn<{queue: ProtectionQueue}, Protection>(
      arrival,
      ({queue}) => queue.connect(client),
      {
        captures: [],
        closings: [],
        storage: undefined,
        problem: undefined,
        seen: () => void arrival.then(() => lifetime.signal.aborted || protection.seen()),
        // The configuration is read when the queue has loaded, and there are no captures before.
        configurationChanged: () => undefined,
        withhold: () => undefined,
        release: () => lifetime.abort(),
      },
      (connection) => {
        if (lifetime.signal.aborted) connection.release();
        client.onChange();
      },
    );
    return protection;
  }
}

const notLoaded = (cause?: unknown): SealedCaptureError =>
  new SealedCaptureError('part_missing', 'A part of sealed-capture could not be loaded.', {
    cause,
  });
