import {givenUp, SealedCaptureError, toSealedCaptureError} from '../../model/errors.js';
import type {AnswerMessage, CallMessage, CallName, Params, Result} from './worker-calls.js';

export interface CallOptions {
  signal?: AbortSignal;
  transfer?: Transferable[];
}

/** A worker of the page, as one that can be asked. */
export interface AskedWorker<Calls> {
  /** Rejects with `worker_unavailable` where no worker can be started, else with what the worker says. */
  call<N extends CallName<Calls>>(
    name: N,
    params: Params<Calls, N>,
    options?: CallOptions,
  ): Promise<Result<Calls, N>>;
  /** Called when it has died, ever later where it does so again and again; the next call starts another one. */
  onDeath?: () => void;
}

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: SealedCaptureError) => void;
}

/** A worker that lives longer has no trouble with its start. */
const SOON_MS = 10_000;
/** Deaths in a row, each soon after the start, that are reported at once: asking again starts another worker. */
const AT_ONCE = 2;
const LONGEST_MS = 300_000;

/** Starts the worker with the first call; one that died is started anew by the next. */
export class WorkerClient<Calls> implements AskedWorker<Calls> {
  onDeath?: () => void;
  readonly #start: () => Worker;
  readonly #pending = new Map<number, Pending>();
  #worker?: Worker;
  #startedAt = 0;
  #deaths = 0;
  #timer?: ReturnType<typeof setTimeout>;
  #lastId = 0;
  readonly #unavailable: string;
  readonly #pause: number;

  /**
   * @param unavailable message for the page's developer if the worker's script cannot be run
   * @param pause milliseconds; a third death in a row is reported after four times as long, each further one after twice as
   * long as the one before
   */
  constructor(start: () => Worker, unavailable = BLOCKED, pause = 125) {
    this.#start = start;
    this.#unavailable = unavailable;
    this.#pause = pause;
  }

  call<N extends CallName<Calls>>(
    name: N,
    params: Params<Calls, N>,
    {signal, transfer = []}: CallOptions = {},
  ): Promise<Result<Calls, N>> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(givenUp());
      const id = ++this.#lastId;
      const onAbort = (): void => {
        this.#pending.delete(id);
        this.#worker?.postMessage({kind: 'cancel', id} satisfies CallMessage);
        reject(givenUp());
      };
      const settled = (): void => signal?.removeEventListener('abort', onAbort);
      this.#pending.set(id, {
        resolve: (result) => (settled(), resolve(result as Result<Calls, N>)),
        reject: (error) => (settled(), reject(error)),
      });
      signal?.addEventListener('abort', onAbort, {once: true});
      try {
        this.#open().postMessage({kind: 'call', id, name, params} satisfies CallMessage, transfer);
      } catch (thrown) {
        this.#pending.get(id)?.reject(toSealedCaptureError(thrown, 'worker_unavailable'));
        this.#pending.delete(id);
      }
    });
  }

  #open(): Worker {
    if (this.#worker) return this.#worker;
    const worker = this.#start();
    worker.onmessage = ({data}: MessageEvent<AnswerMessage>) => this.#onAnswer(data);
    const onDeath = (event: Event): void => {
      event.preventDefault();
      this.#onDeath(worker);
    };
    worker.onerror = worker.onmessageerror = onDeath;
    this.#startedAt = performance.now();
    return (this.#worker = worker);
  }

  #onAnswer(answer: AnswerMessage): void {
    const pending = this.#pending.get(answer.id);
    if (!this.#pending.delete(answer.id) || !pending) return;
    switch (answer.kind) {
      case 'result':
        return pending.resolve(answer.result);
      case 'failure': {
        const {code, message, ...further} = answer.failure;
        return pending.reject(new SealedCaptureError(code, message, further));
      }
    }
  }

  /** Its script was blocked or not found, it threw where nobody caught it, or sent what cannot be deserialized. */
  #onDeath(worker: Worker): void {
    worker.terminate();
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const orphans = [...this.#pending.values()];
    this.#pending.clear();
    for (const {reject} of orphans) {
      reject(new SealedCaptureError('worker_unavailable', this.#unavailable));
    }
    const further =
      performance.now() - this.#startedAt < SOON_MS ? this.#deaths++ : (this.#deaths = 0);
    const report = (): void => this.onDeath?.();
    clearTimeout(this.#timer);
    if (further < AT_ONCE) report();
    else this.#timer = setTimeout(report, Math.min(LONGEST_MS, this.#pause * 2 ** further));
  }
}

const BLOCKED = 'The worker script could not be run; look at the Content-Security-Policy.';
