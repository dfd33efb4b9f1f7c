import {randomUUID} from 'node:crypto';
import type {LabelState} from '@sealed-capture/seal/model/inspection/label-state.js';
import type {Environment} from '../environment.js';
import {seldom} from '../http/log-seldom.js';
import type {Metrics} from '../metrics/metrics.js';
import type {AnswerStore} from '../store/expiring-store.js';
import type {Destination} from './addresses.js';
import {eventId} from './event-id.js';
import type {ExpiringEvent, InspectedEvent, SealedEvent, WebhookEvent} from './events.js';
import {Lane, type LaneOptions} from './lane.js';
import type {Deliveries, LeasedDelivery, Settlement} from './outbox/outbox.js';
import {send} from './send.js';
import {signedHeaders} from './signed-request.js';
import type {SigningKey} from './signing-key.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Milliseconds for which dead letters are stored. */
const DEAD_MS = 30 * DAY_MS;
/** Milliseconds for which the mark of an unfinished announcement stays. */
const MARK_MS = 60_000;
const ANNOUNCING = Buffer.of(0);
const ANNOUNCED = Buffer.of(1);

export interface WebhookSettings {
  destinations: readonly Destination[];
  /** Milliseconds for which an event is attempted. */
  lifetime: number;
  /** Milliseconds for one attempt. */
  timeout: number;
  /** Most simultaneous attempts of this process for each address. */
  concurrency: number;
  /** Bytes of all waiting events and dead letters; each address has an equal share. */
  room: number;
}

interface Log {
  info: (content: object, message: string) => void;
  warn: (content: object, message: string) => void;
  error: (content: object, message: string) => void;
}

/** Options that tests replace. */
type Clock = Required<Pick<LaneOptions, 'now' | 'random' | 'pollEvery' | 'farewell'>>;

export type Sealed = SealedEvent['data'];

/** Sends events to the operator's addresses: stores them first, and retries until they are accepted or given up. */
export class Webhooks {
  readonly #settings: WebhookSettings;
  readonly #store: AnswerStore;
  readonly #key: () => SigningKey;
  readonly #log: Log;
  readonly #metrics: Metrics;
  readonly #clock: Pick<Clock, 'now'> & Partial<Clock>;
  readonly #now: () => number;
  readonly #isToBeLogged = seldom();
  readonly #lanes: readonly Lane[];
  readonly #failing = new Set<string>();
  readonly #tidying: NodeJS.Timeout;
  #dropped = 0;

  constructor(
    settings: WebhookSettings,
    store: AnswerStore,
    key: () => SigningKey,
    log: Log,
    metrics: Metrics,
    clock: Partial<Clock> = {},
  ) {
    this.#settings = settings;
    this.#store = store;
    this.#key = key;
    this.#log = log;
    this.#metrics = metrics;
    this.#clock = {now: Date.now, ...clock};
    this.#now = this.#clock.now;
    this.#lanes = settings.destinations.map((destination) => this.#lane(destination));
    const tidy = () => void this.#tidy();
    this.#tidying = setInterval(tidy, HOUR_MS).unref();
    tidy();
  }

  /**
   * The deliveries to be stored with a seal; undefined if no address wants them. Every repetition has the same
   * event id.
   */
  sealed(environment: Environment, data: Sealed): Deliveries | undefined {
    const {operation, keyId, captureId, sha256} = data;
    const id = eventId('sealed', environment, operation, keyId, captureId, sha256);
    const event: SealedEvent = {id, type: 'sealed', time: this.#time(), environment, data};
    return this.#deliveries(event);
  }

  /** True if a receiver wants the inspections of this environment. */
  wantsInspected(environment: Environment): boolean {
    return this.#settings.destinations.some(
      ({events, environments}) => events.has('inspected') && environments.has(environment),
    );
  }

  /** Stores an inspection's event. Resolves even if that fails, because the inspection is answered all the same. */
  async inspected(
    environment: Environment,
    data: {keyId: string; sha256?: string; labelState: LabelState},
  ): Promise<void> {
    const id = randomUUID();
    const event: InspectedEvent = {id, type: 'inspected', time: this.#time(), environment, data};
    const deliveries = this.#deliveries(event);
    if (!deliveries) return;
    await this.#store.outbox.add(deliveries).catch((error: unknown) => {
      if (this.#isToBeLogged('inspected')) {
        this.#log.error({err: error}, 'Events of inspections could not be stored, and are lost.');
      }
    });
  }

  /**
   * Stores an expiry event once for each certificate and number of days, over all processes and restarts.
   *
   * @param until epoch milliseconds of the certificate's expiry
   * @throws if the store cannot be reached
   */
  async expiring(
    environment: Environment,
    {certificate, until, days}: {certificate: string; until: number; days: number},
  ): Promise<void> {
    const validTo = new Date(until).toISOString();
    const id = eventId('certificate.expiring', environment, certificate, validTo, `${days}`);
    const event: ExpiringEvent = {
      id,
      type: 'certificate.expiring',
      time: this.#time(),
      environment,
      data: {certificate, validTo, days},
    };
    const deliveries = this.#deliveries(event);
    if (!deliveries) return;
    const key = `webhook:${id}`;
    const before = await this.#store.putIfAbsent(key, ANNOUNCING, MARK_MS);
    if (before && !ANNOUNCING.equals(before)) return;
    // If another process does the same at this moment, only one of the two replaces the mark.
    const lifetime = Math.max(MARK_MS, until - this.#now() + DAY_MS);
    await this.#store.replace(key, ANNOUNCING, {
      value: ANNOUNCED,
      lifetime,
      keep: 'held',
      deliveries,
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#tidying);
    await Promise.all(this.#lanes.map((lane) => lane.close()));
  }

  #deliveries(event: WebhookEvent): Deliveries | undefined {
    const {destinations, lifetime, room} = this.#settings;
    const {type, environment} = event;
    const wanted = destinations.filter(
      ({events, environments}) => events.has(type) && environments.has(environment),
    );
    if (wanted.length === 0) return undefined;
    const body = JSON.stringify(event);
    const dueAt = this.#now();
    const giveUpAt = dueAt + lifetime;
    return {
      items: wanted.map(({id, origin}) => {
        return {eventId: event.id, type, destination: id, origin, body, giveUpAt};
      }),
      dueAt,
      room: Math.floor(room / destinations.length),
      onStored: (dropped) => this.#onStored(dropped),
    };
  }

  #onStored(dropped: number): void {
    for (const lane of this.#lanes) lane.wake();
    if (dropped === 0) return;
    this.#dropped += dropped;
    this.#metrics.count('sealed_capture_webhooks_dropped', {}, dropped);
    if (this.#isToBeLogged('full')) {
      this.#log.error(
        {dropped: this.#dropped},
        'Events of webhooks are dropped: those that wait take all the room (SEALED_CAPTURE_WEBHOOKS_MIB). Seals are made all the same.',
      );
    }
  }

  #lane(destination: Destination): Lane {
    const {timeout, concurrency} = this.#settings;
    return new Lane({
      destination,
      outbox: this.#store.outbox,
      attempt: (delivery, signal) => {
        const {url} = destination;
        const headers = signedHeaders(url, delivery, this.#key(), Date.now());
        return send(url, headers, delivery.body, timeout, signal);
      },
      concurrency,
      timeout,
      onSettled: (delivery, settlement) => this.#onSettled(delivery, settlement),
      onError: (error) => {
        if (this.#isToBeLogged('store')) {
          this.#log.error({err: error}, 'The store of webhooks cannot be reached. They wait.');
        }
      },
      ...this.#clock,
    });
  }

  #onSettled(
    {destination, origin, eventId: event, attempts}: LeasedDelivery,
    settlement: Settlement,
  ) {
    this.#metrics.count('sealed_capture_webhook_attempts', {
      receiver: origin,
      outcome: settlement.name,
    });
    if (settlement.name === 'delivered') {
      if (this.#failing.delete(destination)) {
        this.#log.info({origin}, 'A receiver of webhooks accepts events again.');
      }
      return;
    }
    const {reason, status} = settlement.failure;
    const content = {origin, event, attempts, reason, status};
    if (!this.#failing.has(destination)) {
      this.#failing.add(destination);
      this.#log.warn(content, 'A receiver of webhooks did not accept an event. It is retried.');
    }
    if (settlement.name === 'dead' && this.#isToBeLogged(`dead ${destination}`)) {
      this.#log.error(
        content,
        'An event was given up: sealed-capture-service webhooks list names all of them.',
      );
    }
  }

  async #tidy(): Promise<void> {
    const known = this.#settings.destinations.map(({id}) => id);
    const now = this.#now();
    await this.#store.outbox.tidy(known, now, now - DEAD_MS).catch((error: unknown) => {
      this.#log.error({err: error}, 'Old events of webhooks could not be removed.');
    });
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }
}
