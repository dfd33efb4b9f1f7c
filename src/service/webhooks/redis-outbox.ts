import {Value} from 'typebox/value';
import Type from 'typebox';
import type {Client} from '../store/redis-client.js';
import {eventTypes} from './events.js';
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

// A hash for each delivery; for each address a sorted set of those that are due and one of the dead ones, whose members
// are event ids; a hash of the bytes of each address; a set of the addresses' ids.
const DESTINATIONS = 'webhooks:destinations';
const BYTES = 'webhooks:bytes';
const dueOf = (destination: string) => `webhooks:due:${destination}`;
const deadOf = (destination: string) => `webhooks:dead:${destination}`;
/** The scripts put event ids behind it. */
const prefixOf = (destination: string) => `webhooks:delivery:${destination}:`;
const deliveryOf = (destination: string, eventId: string) => prefixOf(destination) + eventId;
/** KEYS of a script about one address. */
const keysOf = (destination: string) => [
  dueOf(destination),
  deadOf(destination),
  BYTES,
  prefixOf(destination),
];

/**
 * Adds what ARGV lists from `at` on: room and due time, then 7 values of each delivery, whose address has 4 KEYS from `key` on.
 * Returns how many had no room.
 */
const ADD_ALL = `local function addAll(key, at)
  local room, dueAt, dropped = tonumber(ARGV[at]), ARGV[at + 1], 0
  local k = key
  for i = at + 2, #ARGV, 7 do
    local due, dead, bytes, prefix = KEYS[k], KEYS[k + 1], KEYS[k + 2], KEYS[k + 3]
    local id, destination, size = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 5])
    k = k + 4
    if redis.call('EXISTS', prefix .. id) == 0 then
      local has = tonumber(redis.call('HGET', bytes, destination) or '0')
      while has + size > room do
        local oldest = redis.call('ZPOPMIN', dead)
        if #oldest == 0 then break end
        has = has - tonumber(redis.call('HGET', prefix .. oldest[1], 'size') or '0')
        redis.call('DEL', prefix .. oldest[1])
      end
      if has + size > room then dropped = dropped + 1
      else
        has = has + size
        redis.call('HSET', prefix .. id, 'eventId', id, 'destination', destination, 'type', ARGV[i + 2],
          'origin', ARGV[i + 3], 'body', ARGV[i + 4], 'size', size, 'giveUpAt', ARGV[i + 6], 'attempts', 0)
        redis.call('ZADD', due, dueAt, id)
        redis.call('SADD', KEYS[key - 1], destination)
      end
      redis.call('HSET', bytes, destination, has)
    end
  end
  return dropped
end
`;

const ADD = `${ADD_ALL}
return addAll(2, 1)`;

/** Only where the value is still the one that is named; the deliveries in the same step. -1 where it is another. */
const REPLACE_AND_ADD = `${ADD_ALL}
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return -1 end
if ARGV[3] == '' then redis.call('SET', KEYS[1], ARGV[2])
else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return addAll(3, 4)`;

const LEASE = `local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
local leased = {}
for _, id in ipairs(ids) do
  local key = KEYS[4] .. id
  if redis.call('EXISTS', key) == 0 then redis.call('ZREM', KEYS[1], id)
  else
    redis.call('HINCRBY', key, 'attempts', 1)
    redis.call('ZADD', KEYS[1], ARGV[2], id)
    leased[#leased + 1] = redis.call('HGETALL', key)
  end
end
return leased`;

/** Takes an event id out of the address's sets, and its bytes off. */
const FORGET = `local function forget(id, destination)
  local key = KEYS[4] .. id
  local size = redis.call('HGET', key, 'size')
  if size then redis.call('HINCRBY', KEYS[3], destination, -size) end
  redis.call('ZREM', KEYS[1], id)
  redis.call('ZREM', KEYS[2], id)
  redis.call('DEL', key)
end
`;

const DELIVERED = `${FORGET}
forget(ARGV[1], ARGV[2])`;

/** ARGV: event id, attempts, "retry" or "dead", when, reason, status. */
const FAILED = `local key = KEYS[4] .. ARGV[1]
if redis.call('HGET', key, 'attempts') ~= ARGV[2] or not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return end
redis.call('HSET', key, 'reason', ARGV[5], 'status', ARGV[6])
if ARGV[3] == 'retry' then redis.call('ZADD', KEYS[1], ARGV[4], ARGV[1])
else
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
end`;

/** ARGV: destination, now, what is older is forgotten, the reason of those that are given up or "". */
const TIDY = `${FORGET}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[3])) do forget(id, ARGV[1]) end
if ARGV[4] == '' then return end
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])) do
  local giveUpAt = redis.call('HGET', KEYS[4] .. id, 'giveUpAt')
  if giveUpAt and tonumber(giveUpAt) <= tonumber(ARGV[2]) then
    redis.call('ZREM', KEYS[1], id)
    redis.call('ZADD', KEYS[2], ARGV[2], id)
    redis.call('HSET', KEYS[4] .. id, 'reason', ARGV[4])
  end
end`;

const REVIVE = `if redis.call('ZREM', KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[4] .. ARGV[1], 'attempts', 0, 'giveUpAt', ARGV[3])
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
return 1`;

const DISCARD = `${FORGET}
if not redis.call('ZSCORE', KEYS[2], ARGV[1]) then return 0 end
forget(ARGV[1], ARGV[2])
return 1`;

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
 * Stores another value if the present one is `from`, and deliveries in the same step.
 *
 * @param lifetime milliseconds; undefined for good
 * @returns whether it was; the caller calls `onStored`
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

  /** @param run has a command done within the store's time limit */
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

/** What Redis holds was written by a service, of this version or another; what this one cannot read is left out. */
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
