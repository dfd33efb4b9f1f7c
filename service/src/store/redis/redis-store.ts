import {RedisOutbox, replaceAndAdd} from '../../webhooks/outbox/redis-outbox.js';
import {
  QuotaExceeded,
  type AnswerStore,
  type LastingStore,
  type Quota,
  type Successor,
} from '../expiring-store.js';
import {addUsage, putWithin} from './redis-usage.js';
import {clientFor, COMMAND_MS, type Client} from './redis-client.js';
import {countInRedis} from './redis-counts.js';
import {checkPolicy} from './redis-policy.js';
import {addInRedis, freeInRedis, takeInRedis} from './redis-tallies.js';
import type {Tallies} from '../tallies.js';
import {TooSlow, within} from '../within.js';
import type {Deliveries} from '../../webhooks/outbox/outbox.js';
import type {Count, Counted, CountingStore} from '../../http/request-counts.js';
import {SettingsError} from '../../settings/settings-error.js';

/** Milliseconds that the start waits for the first connection. */
const START_MS = 5_000;

/** Replaces a value only if it is the given one, atomically. */
const REPLACE = `if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[2], unpack(ARGV, 3))
  return 1
end
return 0`;
const REMOVE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

export interface RedisStoreOptions {
  /** May contain a password; no message repeats it. */
  url: string;
  /** Called when the connection is lost or cannot be restored; once until it is back. */
  onLost: (error: unknown) => void;
  onBack: () => void;
  /** Called if the data do not survive a restart of Redis, with a sentence about what to set. */
  onVolatile?: (warning: string) => void;
}

/** Until the first connection, only `open` reports failures. */
type State = {name: 'starting'; until: number} | {name: 'connected'} | {name: 'lost'};

/**
 * Stores values in a Redis or Valkey, so that all services that use it act as one. Its memory limit is its own
 * setting; its policy must be noeviction, or nonces, marks and API keys would be deleted before their time.
 */
export class RedisStore implements AnswerStore, LastingStore, CountingStore, Tallies {
  readonly outbox = new RedisOutbox((command) => this.#run(command));
  readonly #options: RedisStoreOptions;
  #client: Client;
  #state: State = {name: 'starting', until: Date.now() + START_MS};

  private constructor(options: RedisStoreOptions) {
    this.#options = options;
    this.#client = this.#newClient();
  }

  /** @throws {SettingsError} if it cannot be reached within a few seconds */
  static async open(options: RedisStoreOptions): Promise<RedisStore> {
    let store: RedisStore | undefined;
    try {
      store = new RedisStore(options);
      const client = store.#client;
      await within(START_MS + COMMAND_MS, client.connect());
      const warning = await within(START_MS, checkPolicy(client));
      if (warning !== undefined) options.onVolatile?.(warning);
      return store;
    } catch (cause) {
      if (store) store.#client.destroy();
      if (cause instanceof SettingsError) throw cause;
      const advice = 'Is it running, and does it take these credentials?';
      throw new SettingsError(
        `The store that SEALED_CAPTURE_REDIS names cannot be used: ${placeOf(options.url)}. ${advice}`,
        {cause},
      );
    }
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return (await this.#run((client) => client.get(key))) ?? undefined;
  }

  async putIfAbsent(
    key: string,
    value: Uint8Array,
    lifetime: number,
    quota?: Quota,
  ): Promise<Uint8Array | undefined> {
    const expiration =
      lifetime === Infinity ? undefined : ({type: 'PX', value: wholeMs(lifetime)} as const);
    for (;;) {
      const isSet = await this.#run(async (client) =>
        quota
          ? putWithin(client, key, asBuffer(value), wholeMs(lifetime), quota)
          : (await client.set(key, asBuffer(value), {condition: 'NX', expiration})) !== null,
      );
      if (isSet === 'full') throw new QuotaExceeded();
      if (isSet) return undefined;
      const found = await this.get(key);
      // The existing value may have expired between the two commands.
      if (found) return found;
    }
  }

  async replace(key: string, from: Uint8Array, to: Successor): Promise<boolean> {
    const {quota, deliveries} = to;
    const isDone = deliveries
      ? await this.#replaceAndAdd(key, from, to, deliveries)
      : await this.#replace(key, from, to);
    if (isDone && quota) {
      await this.#run((client) => addUsage(client, quota, {entries: 0, bytes: to.value.length}));
    }
    return isDone;
  }

  async #replace(key: string, from: Uint8Array, to: Successor): Promise<boolean> {
    const expiration = to.lifetime === Infinity ? [] : ['PX', `${wholeMs(to.lifetime)}`];
    const values = [asBuffer(from), asBuffer(to.value), ...expiration];
    const done = await this.#run((client) =>
      client.eval(REPLACE, {keys: [key], arguments: values}),
    );
    return Number(done) === 1;
  }

  async #replaceAndAdd(
    key: string,
    from: Uint8Array,
    to: Successor,
    deliveries: Deliveries,
  ): Promise<boolean> {
    const lifetime = to.lifetime === Infinity ? undefined : wholeMs(to.lifetime);
    const values = [key, asBuffer(from), asBuffer(to.value)] as const;
    const dropped = await this.#run((client) =>
      replaceAndAdd(client, values, lifetime, deliveries),
    );
    if (dropped !== undefined) deliveries.onStored(dropped);
    return dropped !== undefined;
  }

  async remove(key: string, value: Uint8Array, quota?: Quota): Promise<void> {
    const done = await this.#run((client) =>
      client.eval(REMOVE, {keys: [key], arguments: [asBuffer(value)]}),
    );
    if (Number(done) === 1 && quota) {
      await this.#run((client) => addUsage(client, quota, {entries: -1, bytes: 0}));
    }
  }

  count(of: Counted, name: string, window: number): Promise<Count | undefined> {
    return this.#run((client) => countInRedis(client, of, name, wholeMs(window)));
  }

  add(name: string, by: number, lifetime: number): Promise<number> {
    return this.#run((client) => addInRedis(client, name, by, lifetime));
  }

  take(name: string, holder: string, most: number, lifetime: number): Promise<boolean> {
    return this.#run((client) => takeInRedis(client, name, holder, most, lifetime));
  }

  free(name: string, holder: string): Promise<void> {
    return this.#run((client) => freeInRedis(client, name, holder));
  }

  async close(): Promise<void> {
    const client = this.#client;
    if (client.isReady) await within(COMMAND_MS, client.close()).catch(() => client.destroy());
    else client.destroy();
  }

  #newClient(): Client {
    const client = clientFor(
      this.#options.url,
      () => this.#state.name !== 'starting' || Date.now() < this.#state.until,
    );
    client.on('error', (error: unknown) => {
      if (this.#state.name !== 'connected') return;
      this.#state = {name: 'lost'};
      this.#options.onLost(error);
    });
    client.on('ready', () => {
      const before = this.#state;
      this.#state = {name: 'connected'};
      if (before.name === 'lost') this.#options.onBack();
    });
    return client;
  }

  async #run<T>(command: (client: Client) => Promise<T>): Promise<T> {
    const client = this.#client;
    try {
      return await within(COMMAND_MS, command(client));
    } catch (error) {
      if (error instanceof TooSlow && client === this.#client) {
        // A connection that does not answer may stay so, and TCP would wait for a quarter of an hour.
        client.destroy();
        client.emit('error', error);
        this.#client = this.#newClient();
        this.#client.connect().catch(() => undefined);
      }
      throw error;
    }
  }
}

const wholeMs = (lifetime: number): number => Math.max(1, Math.ceil(lifetime));
const asBuffer = ({buffer, byteOffset, byteLength}: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Host and port, without credentials. */
const placeOf = (url: string): string => new URL(url).host;
