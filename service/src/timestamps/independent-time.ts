const SHORTEST_RETRY_MS = 1_000;

/** No time stamp was available. */
export class TimeStampUnavailable extends Error {
  override readonly name = 'TimeStampUnavailable';
  /** Milliseconds after which a retry may help. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfter = Math.max(SHORTEST_RETRY_MS, retryAfter);
  }
}

/** Milliseconds after which a client may retry if there is no authority: only the operator can help. */
const NO_AUTHORITY_RETRY_MS = 300_000;

/** No time-stamp authority is configured. */
export class NoTimeStampAuthority extends TimeStampUnavailable {
  constructor() {
    super('There is no time-stamp authority.', NO_AUTHORITY_RETRY_MS);
  }
}

/** Time stamps of external authorities, and what happens without one. */
export interface IndependentTime {
  /** Bytes to reserve for a token. */
  readonly tokenSize: number;
  /** False while no authority works, or the budget is used up. */
  readonly isWorking: boolean;
  /** True if a seal is made without a time stamp when none is available; false if it is refused. */
  readonly isOptional: boolean;
  /** @throws {TimeStampUnavailable} if it is already known that none is available */
  assertAvailable(): void;
  /**
   * Requests a TimeStampToken (DER) for a SHA-256.
   * @throws {TimeStampUnavailable} or the signal's reason
   */
  stamp(imprint: Uint8Array, signal?: AbortSignal): Promise<Uint8Array>;
}
