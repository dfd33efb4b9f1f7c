import type {WorkerScript} from './worker-script.js';

/**
 * A script whose worker can be started before it is needed, and is kept between its uses, so that neither needs the network.
 * Until `load` is called, each use has a worker of its own.
 */
export class KeptScript implements WorkerScript {
  readonly unavailable: WorkerScript['unavailable'];
  readonly #script: WorkerScript;
  readonly #running = new WeakSet<Worker>();
  /** The worker that waits for its use. */
  #idle?: Worker;
  #isKept = false;

  constructor(script: WorkerScript) {
    this.#script = script;
    this.unavailable = script.unavailable;
  }

  /** Starts a worker for the next use, unless one waits. If that fails, nobody is told: the use tries again. */
  load(): void {
    this.#isKept = true;
    try {
      if (!this.#idle) this.#keep(this.#script.start());
    } catch {
      // The browser refuses the script.
    }
  }

  /** Returns the worker that waits, or else a new one. */
  readonly start = (): Worker => {
    const worker = this.#idle ?? this.#script.start();
    this.#idle = undefined;
    return worker;
  };

  /** True if the worker's first message was received before its use. */
  isRunning(worker: Worker): boolean {
    return this.#running.has(worker);
  }

  /** To be called after the use. `isUsable`: the worker has done its work, and waits for the next. */
  end(worker: Worker, isUsable: boolean): void {
    if (this.#isKept && isUsable && !this.#idle) {
      this.#running.add(worker);
      return this.#keep(worker);
    }
    worker.terminate();
    if (this.#isKept) this.load();
  }

  #keep(worker: Worker): void {
    this.#idle = worker;
    worker.onmessageerror = null;
    worker.onmessage = () => this.#running.add(worker);
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#idle === worker) this.#idle = undefined;
    };
  }
}
