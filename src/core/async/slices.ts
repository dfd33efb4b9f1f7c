/** Milliseconds that work may take before other tasks of the page have their turn. */
const SLICE_MS = 10;

/** Splits long work on the main thread, so that a page answers its user in between. */
export class Slices {
  #began = performance.now();

  /** True once the current task has worked for long enough: then wait for {@link rest}. */
  get isOver(): boolean {
    return performance.now() - this.#began > SLICE_MS;
  }

  /** Resolves after the tasks that are waiting. Timers would wait for a second in a page that is not seen. */
  async rest(): Promise<void> {
    await new Promise<void>((resolve) => {
      const {port1, port2} = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    });
    this.#began = performance.now();
  }
}
