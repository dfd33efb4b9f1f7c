import type {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {FileDelivery} from '@sealed-capture/seal/model/protection-config.js';

/** One call of `send()`. */
export interface Attempt {
  captureId: string;
  /** Epoch milliseconds of the browser's clock. */
  at: number;
  sender: Sender;
  /** A person or the page has asked for it. */
  isRetry: boolean;
}

/** A page or a service worker. */
export interface Sender {
  end: () => void;
  /** Aborted with it. A page's own signal is that of its queue. */
  ended?: AbortSignal;
}

/** All attempts of a browser's pages and service workers to send files. */
export class Attempts {
  readonly all: Attempt[] = [];
  readonly #now: () => number;
  readonly #say: (event: string) => void;
  readonly #underway = new Set<Promise<unknown>>();

  constructor(now: () => number, say: (event: string) => void) {
    this.#now = now;
    this.#say = say;
  }

  get areUnderway(): boolean {
    return this.#underway.size > 0;
  }

  /** Resolves once all that are under way now have ended. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#underway);
  }

  /** The delivery, whose attempts are noted, and end with the sender. */
  of(sender: Sender, delivery: FileDelivery): FileDelivery {
    return {
      send: (file, context) => {
        const {captureId, isRetry = false} = context;
        this.all.push({captureId, at: this.#now(), sender, isRetry});
        this.#say(`attempt for ${captureId}${isRetry ? ', asked for' : ''}`);
        const ending = new AbortController();
        for (const signal of [context.signal, sender.ended]) {
          signal?.addEventListener('abort', () => ending.abort(signal.reason));
        }
        const sending = delivery.send(file, {...context, signal: ending.signal});
        this.#underway.add(sending);
        sending
          .catch(({code, message}: SealedCaptureError) => this.#say(`${code}: ${message}`))
          .finally(() => this.#underway.delete(sending));
        return sending;
      },
    };
  }
}
