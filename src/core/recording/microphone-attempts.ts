/** One attempt to get the microphone, until it is on and used, refused, or given up. */
interface Attempt {
  readonly given: AbortController;
  /** True for a recording; false if only permission is requested. */
  readonly records: boolean;
  settled: Promise<void>;
}

/**
 * The attempts of one session. Only the newest counts: a microphone that an earlier one delivers late is turned
 * off.
 */
export class MicrophoneAttempts {
  #current?: Attempt;

  /** The attempt that is running. */
  get current(): Readonly<Pick<Attempt, 'records' | 'settled'>> | undefined {
    return this.#current;
  }

  isCurrent(signal: AbortSignal): boolean {
    return this.#current?.given.signal === signal;
  }

  /** Starts an attempt and gives up the one before. `work` is over once it calls `end`, or is given up. */
  begin(records: boolean, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.giveUp();
    const attempt: Attempt = {given: new AbortController(), records, settled: Promise.resolve()};
    this.#current = attempt;
    return (attempt.settled = work(attempt.given.signal));
  }

  /** Ends the current attempt, with or without a microphone. */
  end(): void {
    this.#current = undefined;
  }

  /** Gives up the current attempt; a microphone that it delivers later is turned off. */
  giveUp(): void {
    this.#current?.given.abort();
    this.end();
  }
}
