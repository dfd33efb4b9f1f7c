import {Value} from 'typebox/value';
import Type from 'typebox';
import type {Client} from '../../store/redis/redis-client.js';
import {eventTypes} from '../events.js';
import {
  ADD,
  DELIVERED,
  DISCARD,
  FAILED,
  LEASE,
  REPLACE_AND_ADD,
  REVIVE,
  TIDY,
} from './outbox-scripts.js';
import {
  ADDRESS_GONE,
  sizeOf,
  type DeadLetter,
  type Deliveries,
  type LeasedDelivery,
  type NewDelivery,
  type Outbox,
  type Selection,
  type Settlement,
} from './outbox.js';

// The keys in Redis: a hash for each delivery; for each address a sorted set of due event ids and one of dead ones;
// a hash with the bytes of each address; a set of the addresses' ids.
const DESTINATIONS = 'webhooks:destinations';
const BYTES = 'webhooks:bytes';
const dueOf = (destination: string) => `webhooks:due:${destination}`;
const deadOf = (destination: string) => `webhooks:dead:${destination}`;
/** The scripts append event ids to it. */
const prefixOf = (destination: string) => `webhooks:delivery:${destination}:`;
const deliveryOf = (destination: string, eventId: string) => prefixOf(destination) + eventId;
/** KEYS of a script about one address. */
const keysOf = (destination: string) => [
  dueOf(destination),
  deadOf(destination),
  BYTES,
  prefixOf(destination),
];

const Stored = Type.Object({
  eventId: Type.String(),
  destination: Type.String(),
  type: Type.Enum([...eventTypes]),
  origin: Type.String(),
  body: Type.String(),
  giveUpAt: Type.String(),
  attempts: Type.String(),
  reason: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
});
type Stored = Type.Static<typeof Stored>;

const valuesOf = ({items, room, dueAt}: Deliveries): string[] => [
  `${room}`,
  `${dueAt}`,
  ...items.flatMap((item) => [
    item.eventId,
    item.destination,
    item.type,
    item.origin,
    item.body,
    `${sizeOf(item)}`,
    `${item.giveUpAt}`,
  ]),
];
const keysOfAll = ({items}: Deliveries): string[] => [
  DESTINATIONS,
  ...items.flatMap(({destination}) => keysOf(destination)),
];

/**
 * Replaces the value if it is `from`, and stores deliveries in the same step.
 *
 * @param lifetime milliseconds; undefined for a permanent value
 * @returns whether it was replaced; the caller calls `onStored`
 */
export async function replaceAndAdd(
  client: Client,
  [key, from, to]: readonly [string, Buffer, Buffer],
  lifetime: number | undefined,
  deliveries: Deliveries,
): Promise<number | undefined> {
  const reply = await client.eval(REPLACE_AND_ADD, {
    keys: [key, ...keysOfAll(deliveries)],
    arguments: [from, to, `${lifetime ?? ''}`, ...valuesOf(deliveries)],
  });
  const dropped = Number(reply);
  return dropped < 0 ? undefined : dropped;
}

type Run = <T>(command: (client: Client) => Promise<T>) => Promise<T>;

/** An outbox in a Redis or Valkey, which services on many machines share. */
export class RedisOutbox implements Outbox {
  readonly #run: Run;

  /** @param run runs a command within the store's time limit */
  constructor(run: Run) {
    this.#run = run;
  }

  async add(deliveries: Deliveries): Promise<void> {
    const options = {keys: keysOfAll(deliveries), arguments: valuesOf(deliveries)};
    deliveries.onStored(Number(await this.#run((client) => client.eval(ADD, options))));
  }

  async lease(
    destination: string,
    most: number,
    now: number,
    until: number,
  ): Promise<LeasedDelivery[]> {
    const replies = await this.#eval(LEASE, destination, `${now}`, `${until}`, `${most}`);
    return (replies as unknown[][]).flatMap((fields) => {
      const stored = read(fields);
      return stored ? [leased(stored)] : [];
    });
  }

  async nextDue(destination: string): Promise<number | undefined> {
    const [first] = await this.#run((client) => client.zRangeWithScores(dueOf(destination), 0, 0));
    return first?.score;
  }

  async settle(delivery: LeasedDelivery, settlement: Settlement): Promise<void> {
    const {eventId, destination, attempts} = delivery;
    if (settlement.name === 'delivered') {
      await this.#eval(DELIVERED, destination, eventId, destination);
      return;
    }
    const {name, at, failure} = settlement;
    const {reason, status = ''} = failure;
    await this.#eval(
      FAILED,
      destination,
      eventId,
      `${attempts}`,
      name,
      `${at}`,
      reason,
      `${status}`,
    );
  }

  async tidy(destinations: readonly string[], now: number, forgetBefore: number): Promise<void> {
    for (const one of await this.#destinations()) {
      const reason = destinations.includes(one) ? '' : ADDRESS_GONE;
      await this.#eval(TIDY, one, one, `${now}`, `${forgetBefore}`, reason);
    }
  }

  async deadLetters(): Promise<DeadLetter[]> {
    const found: DeadLetter[] = [];
    for (const destination of await this.#destinations()) {
      for (const {eventId, diedAt} of await this.#dead(destination)) {
        const key = deliveryOf(destination, eventId);
        const fields = await this.#run((client) => client.hGetAll(key));
        const stored = read(Object.entries(fields).flat());
        if (!stored) continue;
        const {reason = '', status = ''} = stored;
        found.push({
          ...leased(stored),
          diedAt,
          reason,
          ...(status !== '' && {status: Number(status)}),
        });
      }
    }
    return found.sort((one, other) => one.diedAt - other.diedAt);
  }

  revive(selection: Selection, now: number, giveUpAt: number): Promise<number> {
    return this.#eachDead(selection, (destination, eventId) =>
      this.#eval(REVIVE, destination, eventId, `${now}`, `${giveUpAt}`),
    );
  }

  discard(selection: Selection): Promise<number> {
    return this.#eachDead(selection, (destination, eventId) =>
      this.#eval(DISCARD, destination, eventId, destination),
    );
  }

  async #eachDead(
    selection: Selection,
    change: (destination: string, eventId: string) => Promise<unknown>,
  ): Promise<number> {
    let changed = 0;
    for (const destination of await this.#destinations()) {
      for (const {eventId} of await this.#dead(destination)) {
        if (selection !== 'all' && selection.eventId !== eventId) continue;
        changed += Number(await change(destination, eventId));
      }
    }
    return changed;
  }

  async #destinations(): Promise<string[]> {
    const members = await this.#run((client) => client.sMembers(DESTINATIONS));
    return members.map(String).sort();
  }

  async #dead(destination: string): Promise<{eventId: string; diedAt: number}[]> {
    const members = await this.#run((client) =>
      client.zRangeWithScores(deadOf(destination), 0, -1),
    );
    return members.map(({value, score}) => ({eventId: String(value), diedAt: score}));
  }

  #eval(script: string, destination: string, ...values: string[]): Promise<unknown> {
    return this.#run((client) =>
      client.eval(script, {keys: keysOf(destination), arguments: values}),
    );
  }
}

/** Parses what a service, of this version or another, has written; what this version cannot read is left out. */
function read(fields: readonly unknown[]): Stored | undefined {
  const texts = fields.map(String);
  const entries: [string, string][] = [];
  for (let i = 0; i + 1 < texts.length; i += 2) entries.push([texts[i] ?? '', texts[i + 1] ?? '']);
  const stored: unknown = Object.fromEntries(entries);
  return Value.Check(Stored, stored) ? stored : undefined;
}

const leased = (stored: Stored): NewDelivery & {attempts: number} => {
  const {eventId, destination, type, origin, body} = stored;
  const [giveUpAt, attempts] = [Number(stored.giveUpAt), Number(stored.attempts)];
  return {eventId, destination, type, origin, body, giveUpAt, attempts};
};
