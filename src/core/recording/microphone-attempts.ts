/** One way to the microphone, until it is on and used, or refused, or given up. */
interface Attempt {
  readonly given: AbortController;
  /** For a recording; otherwise only to have it allowed. */
  readonly records: boolean;
  settled: Promise<void>;
}

/** The ways to the microphone of one session, of which the newest counts: whatever an earlier one brings is turned off. */
export class MicrophoneAttempts {
  #current?: Attempt;

  /** The one that is underway. */
  get current(): Readonly<Pick<Attempt, 'records' | 'settled'>> | undefined {
    return this.#current;
  }

  isCurrent(signal: AbortSignal): boolean {
    return this.#current?.given.signal === signal;
  }

  /** Gives up the one before. `work` is over once it calls `end`, or is given up. */
  begin(records: boolean, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.giveUp();
    const attempt: Attempt = {given: new AbortController(), records, settled: Promise.resolve()};
    this.#current = attempt;
    return (attempt.settled = work(attempt.given.signal));
  }

  /** It has come to its end, with or without the microphone. */
  end(): void {
    this.#current = undefined;
  }

  /** Whatever it brings from now on is turned off. */
  giveUp(): void {
    this.#current?.given.abort();
    this.end();
  }
}
