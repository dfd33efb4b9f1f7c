import type {EventType} from './events.js';

/** An event on its way to one address. */
export interface NewDelivery {
  eventId: string;
  type: EventType;
  /** Id of the address; the address itself comes from the settings alone. */
  destination: string;
  /** The address without path and query, which may hold secrets: for people. */
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
  /** With this one. Another process that takes it over counts further, and this one's outcome is then ignored. */
  attempts: number;
}

/** Why an attempt did not succeed. */
export interface DeliveryFailure {
  /** In words of our own. */
  reason: string;
  /** HTTP status, where there was an answer. */
  status?: number;
}

/** What became of an attempt. */
export type Settlement =
  | {name: 'delivered'}
  | {name: 'retry'; at: number; failure: DeliveryFailure}
  | {name: 'dead'; at: number; failure: DeliveryFailure};

/** A delivery that is not attempted any more, until the operator says so. */
export interface DeadLetter extends NewDelivery, DeliveryFailure {
  attempts: number;
  /** Epoch milliseconds. */
  diedAt: number;
}

/** Which dead letters: those of an event, or all. */
export type Selection = {eventId: string} | 'all';

/**
 * Where deliveries are stored until the address has accepted them. Every call rejects with a plain error if the store cannot
 * be reached. Times are epoch milliseconds, by the caller's clock.
 */
export interface Outbox {
  /**
   * Stores deliveries; one that is there already stays as it is. Where an address has no room left,
   * its oldest dead letters go; without any, the new delivery is not stored.
   */
  add(deliveries: Deliveries): Promise<void>;
  /** Leases deliveries that are due to this process: nobody else gets them until then. */
  lease(destination: string, most: number, now: number, until: number): Promise<LeasedDelivery[]>;
  /** When the next delivery is due, leases included; undefined where there is none. */
  nextDue(destination: string): Promise<number | undefined>;
  settle(delivery: LeasedDelivery, settlement: Settlement): Promise<void>;
  /**
   * Makes dead letters of deliveries that are overdue and whose address is none of these; removes dead letters that died
   * before `forgetBefore`.
   */
  tidy(destinations: readonly string[], now: number, forgetBefore: number): Promise<void>;
  /** Oldest first. */
  deadLetters(): Promise<DeadLetter[]>;
  /** Makes dead letters due again. @returns how many */
  revive(selection: Selection, now: number, giveUpAt: number): Promise<number>;
  /** Removes dead letters. @returns how many */
  discard(selection: Selection): Promise<number>;
}

/** What a delivery counts beside its body, in bytes: columns, index entries. */
export const DELIVERY_OVERHEAD = 400;

export const sizeOf = ({body}: Pick<NewDelivery, 'body'>): number =>
  Buffer.byteLength(body) + DELIVERY_OVERHEAD;

export const ADDRESS_GONE = 'Its address is no longer one of SEALED_CAPTURE_WEBHOOKS.';
