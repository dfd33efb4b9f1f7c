const SHORTEST_RETRY_MS = 1_000;

/** No time stamp was to be had. */
export class TimeStampUnavailable extends Error {
  override readonly name = 'TimeStampUnavailable';
  /** When trying again may help, in milliseconds. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfter = Math.max(SHORTEST_RETRY_MS, retryAfter);
  }
}

/** Where there is no authority to ask, when a client may look again: only the operator can help. */
const NO_AUTHORITY_RETRY_MS = 300_000;

/** There is no time-stamp authority at all. */
export class NoTimeStampAuthority extends TimeStampUnavailable {
  constructor() {
    super('There is no time-stamp authority.', NO_AUTHORITY_RETRY_MS);
  }
}

/** Time stamps of authorities elsewhere, and what is done where there is none. */
export interface IndependentTime {
  /** Bytes to leave free for a token. */
  readonly tokenSize: number;
  /** False while no authority works, or the budget is spent. */
  readonly isWorking: boolean;
  /** True where a seal is then made without a time stamp; false where it is refused. */
  readonly isOptional: boolean;
  /** @throws {TimeStampUnavailable} where it is known already that there is none to be had */
  assertAvailable(): void;
  /**
   * A TimeStampToken (DER) for a SHA-256.
   * @throws {TimeStampUnavailable} or the signal's reason
   */
  stamp(imprint: Uint8Array, signal?: AbortSignal): Promise<Uint8Array>;
}
