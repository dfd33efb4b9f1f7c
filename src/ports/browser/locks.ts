/** Web Locks, which all pages of the origin share. The browser releases those of a closed page. */
export interface Locks {
  /** Holds the lock until the signal is aborted. */
  hold(name: string, signal: AbortSignal): void;
  /** Names of all locks held now; undefined if the browser has no locks, so that leases alone decide. */
  held(): Promise<ReadonlySet<string> | undefined>;
  /** Runs `work` alone among all pages, if the browser has locks and grants them. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Web Locks are absent outside secure contexts, and refused to pages of an opaque origin. */
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
    // Refused if the person blocks the site's data; then pages share no storage either.
    this.#isGiven ||= !!(await this.held());
    return this.#isGiven && this.#manager ? this.#manager.request(name, work) : work();
  }

  get #manager(): LockManager | undefined {
    return (navigator as Partial<Navigator>).locks;
  }
}
