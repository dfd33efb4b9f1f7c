/** Locks that all pages of the origin share; the browser gives back those of a page that is gone. */
export interface Locks {
  /** Holds the lock until the signal is aborted. */
  hold(name: string, signal: AbortSignal): void;
  /** Names of all locks held now; undefined where the browser has no locks, so that leases alone decide. */
  held(): Promise<ReadonlySet<string> | undefined>;
  /** Runs alone among all pages, where the browser has locks and gives them. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Absent outside secure contexts, and refused to pages of an opaque origin. */
export class BrowserLocks implements Locks {
  #isGiven = false;

  hold(name: string, signal: AbortSignal): void {
    const untilAborted = (): Promise<void> =>
      new Promise((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve(), {once: true});
      });
    void this.#manager?.request(name, {signal}, untilAborted).catch(() => undefined);
  }

  async held(): Promise<ReadonlySet<string> | undefined> {
    const state = await this.#manager?.query().catch(() => undefined);
    return state && new Set(state.held?.map(({name}) => name ?? ''));
  }

  async alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    // Refused where the person blocks a site's data: then pages share nothing, either.
    this.#isGiven ||= !!(await this.held());
    return this.#isGiven && this.#manager ? this.#manager.request(name, work) : work();
  }

  get #manager(): LockManager | undefined {
    return (navigator as Partial<Navigator>).locks;
  }
}
