import {failureAs, givenUp, SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {reportBug} from '../browser/report.js';
import type {AnswerMessage, Bug, CallMessage, HangEvent, Own} from './worker-calls.js';

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: SealedCaptureError) => void;
  progress?: (share: number) => void;
}

/** Milliseconds; a worker that lives longer has started properly. */
const SOON_MS = 10_000;
/** Deaths in a row, each soon after the start, that are reported at once; each report starts another worker. */
const AT_ONCE = 2;
/**
 * Deaths in a row after which no more are reported. Calls for other reasons, as when the page is shown again, are
 * still possible.
 */
const MOST_REPORTED = 8;

export interface WorkerClientOptions {
  /** Message for the page's developer if the worker's script cannot be run. */
  unavailable?: (() => string) | undefined;
  /**
   * Milliseconds. A third death in a row is reported after four times as long, each further one after twice the
   * delay of the one before. After eight in a row no more are reported.
   */
  pause?: number;
  /**
   * Ends a worker that hangs: see `Heartbeat`. Resolves with a function that watches it until no call waits.
   * Default: no watch, for workers whose jobs block them and have limits of their own.
   */
  watch?: (worker: Worker, isWaitedFor: () => boolean) => Promise<() => void>;
  /** Called with a bug of the worker. */
  report?: (bug: Bug) => void;
}

/** Starts the worker with the first call; after its death, the next call starts another. */
export class WorkerClient<Calls extends object> {
  /**
   * The worker's calls. Each rejects with `worker_unavailable` if no worker can be started, otherwise with the worker's
   * error, and with `aborted` as soon as its signal is aborted.
   */
  readonly calls = new Proxy({} as Calls, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        this.call(name as string, args),
  });
  /**
   * Called when the worker has died. Repeated deaths are reported with growing delays, and after eight in a row no
   * more until a worker has lived for some time. The next call starts another worker.
   */
  onDeath?: () => void;
  readonly #start: () => Worker;
  readonly #pending = new Map<number, Pending>();
  #worker?: Worker;
  #startedAt = 0;
  #deaths = 0;
  #timer?: ReturnType<typeof setTimeout>;
  #lastId = 0;
  readonly #options: WorkerClientOptions;
  /** Starts to watch the worker. */
  #watchNow?: () => void;

  constructor(start: () => Worker, options: WorkerClientOptions = {}) {
    this.#start = start;
    this.#options = options;
  }

  /** Makes a call of `calls`. */
  protected call(
    name: string,
    given: readonly unknown[],
    transfer: Transferable[] = [],
  ): Promise<unknown> {
    const own: Own = {};
    const args = given.map((arg) => {
      const what = typeof arg === 'function' ? 'progress' : 'aborted' in Object(arg) && 'signal';
      return what ? ((own[what] = arg as never), {own: what}) : arg;
    });
    const {signal, progress} = own;
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(givenUp());
      const onAbort = (): void => {
        this.#pending.delete(id);
        this.#worker?.postMessage({kind: 'cancel', id} satisfies CallMessage);
        reject(givenUp());
      };
      const settled = (): void => signal?.removeEventListener('abort', onAbort);
      this.#pending.set(id, {
        resolve: (result) => (settled(), resolve(result)),
        reject: (error) => (settled(), reject(error)),
        progress,
      });
      signal?.addEventListener('abort', onAbort);
      try {
        const call: CallMessage = {kind: 'call', id, name, args};
        this.#open().postMessage(call, transfer);
        this.#watchNow?.();
      } catch (thrown) {
        this.#pending.delete(id);
        settled();
        reject(failureAs('worker_unavailable', thrown));
      }
    });
  }

  /** Ends the worker. Calls that wait for it are not settled, and further ones are not answered. */
  end(): void {
    this.#worker?.terminate();
  }

  #open(): Worker {
    if (this.#worker) return this.#worker;
    const worker = this.#start();
    worker.onmessage = ({data}: MessageEvent<AnswerMessage>) => this.#onAnswer(data);
    const onDeath = (event: Event): void => {
      event.preventDefault();
      this.#onDeath(worker, (event as HangEvent).hang);
    };
    worker.onerror = worker.onmessageerror = onDeath;
    this.#startedAt = performance.now();
    const isWaitedFor = (): boolean => this.#worker === worker && this.#pending.size > 0;
    void this.#options.watch?.(worker, isWaitedFor).then(
      (watchNow) => (this.#watchNow = watchNow)(),
      () => undefined,
    );
    return (this.#worker = worker);
  }

  #onAnswer(answer: AnswerMessage): void {
    if (answer.kind === 'bug') return (this.#options.report ?? reportBug)(answer.bug);
    if (answer.kind === 'alive') return;
    const pending = this.#pending.get(answer.id);
    if (answer.kind === 'progress') return pending?.progress?.(answer.share);
    this.#pending.delete(answer.id);
    if (answer.kind === 'result') return pending?.resolve(answer.result);
    const {code, message, ...further} = answer.failure;
    pending?.reject(new SealedCaptureError(code, message, further));
  }

  /**
   * The worker has died: its script was blocked or not found, it threw an uncaught error, it sent something that
   * cannot be deserialized, or it hangs.
   */
  #onDeath(worker: Worker, hang?: string): void {
    worker.terminate();
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const orphans = [...this.#pending.values()];
    this.#pending.clear();
    const {unavailable, pause = 125} = this.#options;
    const why = hang ?? unavailable?.() ?? 'The worker could not be run.';
    for (const {reject} of orphans) reject(new SealedCaptureError('worker_unavailable', why));
    const further =
      performance.now() - this.#startedAt < SOON_MS ? this.#deaths++ : (this.#deaths = 0);
    const report = (): void => this.onDeath?.();
    clearTimeout(this.#timer);
    if (further < AT_ONCE) report();
    else if (further < MOST_REPORTED) this.#timer = setTimeout(report, pause * 2 ** further);
  }
}
