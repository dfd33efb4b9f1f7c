import type {EventType} from '../events.js';

/** An event on its way to one address. */
export interface NewDelivery {
  eventId: string;
  type: EventType;
  /** Id of the address; the address itself comes from the settings only. */
  destination: string;
  /** The address without path and query, which may be secret; for display. */
  origin: string;
  /** JSON of the event, which is sent at every attempt. */
  body: string;
  /** Epoch milliseconds of the last attempt. */
  giveUpAt: number;
}

/** Deliveries that are stored together. */
export interface Deliveries {
  items: readonly NewDelivery[];
  /** Epoch milliseconds of the first attempt. */
  dueAt: number;
  /** Most bytes that may be stored for one address. */
  room: number;
  /** Called once they are stored, with the number of those for which there was no room. */
  onStored: (dropped: number) => void;
}

/** A delivery that this process may attempt until its lease ends. */
export interface LeasedDelivery extends NewDelivery {
  /**
   * Number of attempts, including this one. If another process takes over, its number is higher, and this one's
   * outcome is ignored.
   */
  attempts: number;
}

/** Why an attempt failed. */
export interface DeliveryFailure {
  /** A sentence of this package, without any text from the receiver. */
  reason: string;
  /** HTTP status, if there was an answer. */
  status?: number;
}

/** Result of an attempt. */
export type Settlement =
  | {name: 'delivered'}
  | {name: 'retry'; at: number; failure: DeliveryFailure}
  | {name: 'dead'; at: number; failure: DeliveryFailure};

/** A delivery that is not attempted any more, unless the operator revives it. */
export interface DeadLetter extends NewDelivery, DeliveryFailure {
  attempts: number;
  /** Epoch milliseconds. */
  diedAt: number;
}

/** Selects dead letters: those of an event, or all. */
export type Selection = {eventId: string} | 'all';

/**
 * Stores deliveries until the address has accepted them. Every call rejects with a plain error if the store cannot
 * be reached. Times are epoch milliseconds, by the caller's clock.
 */
export interface Outbox {
  /**
   * Stores deliveries; existing ones stay unchanged. If an address has no room left, its oldest dead letters are
   * deleted; without any, the new delivery is not stored.
   */
  add(deliveries: Deliveries): Promise<void>;
  /** Leases due deliveries to this process: no other process gets them until then. */
  lease(destination: string, most: number, now: number, until: number): Promise<LeasedDelivery[]>;
  /** When the next delivery is due, leases included; undefined if there is none. */
  nextDue(destination: string): Promise<number | undefined>;
  settle(delivery: LeasedDelivery, settlement: Settlement): Promise<void>;
  /**
   * Makes dead letters of overdue deliveries whose address is none of these; deletes dead letters that died before
   * `forgetBefore`.
   */
  tidy(destinations: readonly string[], now: number, forgetBefore: number): Promise<void>;
  /** All dead letters, oldest first. */
  deadLetters(): Promise<DeadLetter[]>;
  /**
   * Makes dead letters due again.
   * @returns how many
   */
  revive(selection: Selection, now: number, giveUpAt: number): Promise<number>;
  /**
   * Deletes dead letters.
   * @returns how many
   */
  discard(selection: Selection): Promise<number>;
}

/** Bytes that a delivery counts in addition to its body: columns, index entries. */
export const DELIVERY_OVERHEAD = 400;

export const sizeOf = ({body}: Pick<NewDelivery, 'body'>): number =>
  Buffer.byteLength(body) + DELIVERY_OVERHEAD;

export const ADDRESS_GONE = 'Its address is no longer one of SEALED_CAPTURE_WEBHOOKS.';
