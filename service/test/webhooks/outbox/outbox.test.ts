import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {rm} from 'node:fs/promises';
import {after, before, beforeEach, describe, it} from 'node:test';
import type {AnswerStore} from '../../../src/store/expiring-store.js';
import {EmbeddedStore} from '../../../src/store/embedded-store.js';
import {RedisStore} from '../../../src/store/redis/redis-store.js';
import {
  sizeOf,
  type Deliveries,
  type NewDelivery,
  type Outbox,
} from '../../../src/webhooks/outbox/outbox.js';
import {temporaryFolder} from '../../service-fixture.js';
import {noRedis, startRedis, type RedisServer} from '../../store/redis-server.js';

const HOUR = 3_600_000;
const NOW = 1_700_000_000_000;

/** The contract of every outbox. `open` returns two connections to the same store. */
function outboxContract(open: () => readonly [AnswerStore, AnswerStore]): void {
  let [one, other]: [Outbox, Outbox] = [] as never;
  let store: AnswerStore;
  /** An address that no other test uses. */
  let destination: string;
  beforeEach(() => {
    const [first, second] = open();
    store = first;
    [one, other] = [first.outbox, second.outbox];
    destination = randomUUID();
  });

  const delivery = (change: Partial<NewDelivery> = {}): NewDelivery => ({
    eventId: randomUUID(),
    type: 'sealed',
    destination,
    origin: 'https://hooks.example',
    body: '{"é":1}',
    giveUpAt: NOW + 24 * HOUR,
    ...change,
  });
  const dropped: number[] = [];
  const all = (items: NewDelivery[], dueAt = NOW, room = 1e9): Deliveries => ({
    items,
    dueAt,
    room,
    onStored: (count) => dropped.push(count),
  });
  const failure = {reason: 'It answered with status 503.', status: 503};
  const lease = (outbox = one, now = NOW, most = 10) =>
    outbox.lease(destination, most, now, now + 30_000);
  const deadOnes = async () =>
    (await one.deadLetters()).filter((letter) => letter.destination === destination);

  it('gives an entry to one process only, until its lease ends', async () => {
    const item = delivery();
    await one.add(all([item], NOW));
    assert.equal(await other.nextDue(destination), NOW);
    const [leased] = await lease();
    assert.deepEqual(leased, {...item, attempts: 1});
    assert.deepEqual(await lease(other), []);
    assert.equal(await other.nextDue(destination), NOW + 30_000);
    const [again] = await lease(other, NOW + 30_000);
    assert.deepEqual(again, {...item, attempts: 2});
  });

  it('returns the first due entries, up to the requested number', async () => {
    const items = [delivery(), delivery(), delivery()];
    for (const [i, item] of items.entries()) await one.add(all([item], NOW + i));
    const first = await lease(one, NOW + 5, 2);
    assert.deepEqual(
      first.map(({eventId}) => eventId),
      items.slice(0, 2).map(({eventId}) => eventId),
    );
    assert.equal((await lease(other, NOW + 5, 2)).length, 1);
    assert.deepEqual(await lease(one, NOW, 2), []);
  });

  it('stores an event once for each address', async () => {
    const item = delivery();
    const elsewhere = {...item, destination: randomUUID()};
    await one.add(all([item, elsewhere], NOW));
    await other.add(all([{...item, body: 'another'}], NOW));
    const leased = await lease();
    assert.deepEqual(
      leased.map(({body}) => body),
      [item.body],
    );
    assert.equal((await one.lease(elsewhere.destination, 9, NOW, NOW + 1)).length, 1);
  });

  it('deletes what was delivered', async () => {
    await one.add(all([delivery()], NOW));
    const [leased] = await lease();
    await one.settle(leased!, {name: 'delivered'});
    assert.equal(await one.nextDue(destination), undefined);
    assert.deepEqual(await deadOnes(), []);
  });

  it('keeps what failed until it is due again', async () => {
    await one.add(all([delivery()], NOW));
    const [leased] = await lease();
    await one.settle(leased!, {name: 'retry', at: NOW + 5_000, failure});
    assert.deepEqual(await lease(other, NOW + 4_999), []);
    assert.equal((await lease(other, NOW + 5_000))[0]?.attempts, 2);
  });

  it('ignores the failure of a process whose lease another one has taken over', async () => {
    await one.add(all([delivery()], NOW));
    const [late] = await lease();
    const [taken] = await lease(other, NOW + 30_000);
    await one.settle(late!, {name: 'dead', at: NOW, failure});
    assert.deepEqual(await deadOnes(), []);
    await other.settle(taken!, {name: 'delivered'});
    await one.settle(late!, {name: 'retry', at: NOW, failure});
    assert.equal(await one.nextDue(destination), undefined);
  });

  it('lists dead letters with their reason; they are not attempted', async () => {
    const items = [delivery(), delivery()];
    await one.add(all(items, NOW));
    const leased = await lease();
    await one.settle(leased[1]!, {name: 'dead', at: NOW + 2, failure: {reason: 'Away.'}});
    await one.settle(leased[0]!, {name: 'dead', at: NOW + 1, failure});
    assert.deepEqual(await deadOnes(), [
      {...leased[0], ...failure, diedAt: NOW + 1},
      {...leased[1], reason: 'Away.', diedAt: NOW + 2},
    ]);
    assert.deepEqual(await lease(one, NOW + HOUR), []);
  });

  it('makes dead letters due again, one event or all', async () => {
    const items = [delivery(), delivery(), delivery()];
    await one.add(all(items, NOW));
    for (const leased of await lease()) {
      await one.settle(leased, {name: 'dead', at: NOW, failure});
    }
    const [first] = items;
    const chosen = {eventId: first!.eventId};
    assert.equal(await other.revive(chosen, NOW + 9, NOW + 9 + HOUR), 1);
    assert.equal(await other.revive(chosen, NOW + 9, NOW + 9 + HOUR), 0);
    assert.deepEqual(await lease(one, NOW + 9), [
      {...first, giveUpAt: NOW + 9 + HOUR, attempts: 1},
    ]);
    assert.ok((await other.revive('all', NOW + 9, NOW + 10)) >= 2);
    assert.equal((await lease(one, NOW + 9)).length, 2);
  });

  it('discards only dead letters', async () => {
    const items = [delivery(), delivery()];
    await one.add(all(items, NOW));
    const [leased] = await lease(one, NOW, 1);
    await one.settle(leased!, {name: 'dead', at: NOW, failure});
    const waiting = items.find(({eventId}) => eventId !== leased?.eventId);
    assert.equal(await one.discard({eventId: waiting!.eventId}), 0);
    assert.equal(await one.discard({eventId: leased!.eventId}), 1);
    assert.deepEqual(await deadOnes(), []);
    assert.equal((await lease()).length, 1);
  });

  it('drops events without space, after the oldest dead letters of the same address', async () => {
    const room = 2 * sizeOf(delivery());
    const items = [delivery(), delivery()];
    await one.add(all(items, NOW, room));
    dropped.length = 0;
    await one.add(all([delivery()], NOW, room));
    await one.add(all([delivery({destination: randomUUID()})], NOW, room));
    assert.deepEqual(dropped, [1, 0]);
    const [leased] = await lease(one, NOW, 1);
    await one.settle(leased!, {name: 'dead', at: NOW, failure});
    const late = delivery();
    await one.add(all([late], NOW, room));
    assert.deepEqual(dropped, [1, 0, 0]);
    assert.deepEqual(await deadOnes(), []);
    const rest = await lease();
    assert.equal(rest.length, 2);
    // Delivered events free space.
    for (const each of rest) await one.settle(each, {name: 'delivered'});
    await one.add(all([delivery(), delivery()], NOW, room));
    assert.deepEqual(dropped, [1, 0, 0, 0]);
  });

  it('drops overdue events of an address that is not configured any more, and deletes old dead letters', async () => {
    const gone = randomUUID();
    const items = [delivery({giveUpAt: NOW}), delivery({destination: gone, giveUpAt: NOW})];
    const later = delivery({destination: gone, giveUpAt: NOW + HOUR});
    await one.add(all([...items, later], NOW - HOUR));
    await one.tidy([destination], NOW, NOW - HOUR);
    assert.deepEqual(await deadOnes(), []);
    const isGone = async () =>
      (await one.deadLetters())
        .filter((letter) => letter.destination === gone)
        .map(({eventId, reason}) => [eventId, reason]);
    const reason = 'Its address is no longer one of SEALED_CAPTURE_WEBHOOKS.';
    assert.deepEqual(await isGone(), [[items[1]?.eventId, reason]]);
    await one.tidy([destination], NOW + 1, NOW);
    assert.equal((await isGone()).length, 1);
    await one.tidy([destination], NOW + 1, NOW + 1);
    assert.deepEqual(await isGone(), []);
  });

  it('stores deliveries together with an answer, or neither', async () => {
    const value = Buffer.from('answer');
    const key = randomUUID();
    const replace = (from: string, item: NewDelivery) =>
      store.replace(key, Buffer.from(from), {
        value,
        lifetime: HOUR,
        keep: 'held',
        deliveries: all([item]),
      });
    dropped.length = 0;
    await store.putIfAbsent(key, Buffer.from('mark'), HOUR);
    assert.equal(await replace('another mark', delivery()), false);
    assert.deepEqual([await one.nextDue(destination), dropped], [undefined, []]);
    const item = delivery();
    assert.equal(await replace('mark', item), true);
    const found = await store.putIfAbsent(key, Buffer.from('x'), HOUR);
    assert.equal(Buffer.from(found!).toString(), 'answer');
    assert.deepEqual(dropped, [0]);
    assert.deepEqual(await lease(), [{...item, attempts: 1}]);
  });
}

describe('The outbox in the data folder', () => {
  let folder: string;
  let stores: [EmbeddedStore, EmbeddedStore];
  before(async () => {
    folder = await temporaryFolder();
    const open = () =>
      EmbeddedStore.open({
        dataFolder: folder,
        limit: 2 ** 26,
        onError: (error) => assert.fail(String(error)),
        onLoss: (movedTo) => assert.fail(movedTo),
        upkeepEvery: 0,
      });
    stores = [await open(), await open()];
  });
  after(async () => {
    for (const store of stores) await store.close();
    await rm(folder, {recursive: true});
  });
  outboxContract(() => stores);
});

describe('The outbox in Redis', {skip: noRedis}, () => {
  let redis: RedisServer;
  let stores: [RedisStore, RedisStore];
  before(async () => {
    redis = await startRedis();
    const open = () =>
      RedisStore.open({url: redis.url, onLost: () => undefined, onBack: () => undefined});
    stores = [await open(), await open()];
  });
  after(async () => {
    for (const store of stores) await store.close();
    await redis.close();
  });
  outboxContract(() => stores);
});
