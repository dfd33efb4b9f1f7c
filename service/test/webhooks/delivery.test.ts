import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {rm} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, afterEach, before, beforeEach, describe, it} from 'node:test';
import {noMetrics} from '../../src/metrics/metrics.js';
import {EmbeddedStore} from '../../src/store/embedded-store.js';
import {readDestinations} from '../../src/webhooks/addresses.js';
import {readSigningKey, type SigningKey} from '../../src/webhooks/signing-key.js';
import {Webhooks, type WebhookSettings} from '../../src/webhooks/webhooks.js';
import {freePort} from '../../../test/free-port.js';
import {temporaryFolder} from '../service-fixture.js';
import {accept, eventOf, refuse, startReceiver, type Receiver} from './receiver.js';
import {writeKeys} from './keys.js';

const HOUR = 3_600_000;

describe('The delivery of webhooks', () => {
  let folder: string;
  let store: EmbeddedStore;
  let key: SigningKey;
  let receiver: Receiver;
  const lines: string[] = [];
  const counted: unknown[] = [];
  const opened: Webhooks[] = [];
  /** The clock of the service under test, used only for retries. */
  let time = 0;
  before(async () => {
    folder = await temporaryFolder();
    key = await readSigningKey((await writeKeys(folder)).secret.path);
  });
  after(() => rm(folder, {recursive: true}));
  beforeEach(async () => {
    time = 1_700_000_000_000;
    lines.length = counted.length = 0;
    receiver = await startReceiver();
    store = await EmbeddedStore.open({
      dataFolder: await temporaryFolder(),
      limit: 2 ** 26,
      onError: (error) => assert.fail(String(error)),
      onLoss: (movedTo) => assert.fail(movedTo),
      upkeepEvery: 0,
    });
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    await store.close();
    await receiver.close();
  });

  const log = (content: object, message: string) =>
    void lines.push(`${message} ${JSON.stringify(content)}`);
  const open = (urls = [receiver.url], settings: Partial<WebhookSettings> = {}) => {
    const webhooks = new Webhooks(
      {
        destinations: readDestinations(
          'test',
          urls.map((url) => `${url}#sealed+inspected+certificate.expiring`),
        ),
        lifetime: 24 * HOUR,
        timeout: 5_000,
        concurrency: 4,
        room: 1e8,
        ...settings,
      },
      store,
      () => key,
      {info: log, warn: log, error: log},
      {
        ...noMetrics,
        count: (name, attributes, many = 1) => void counted.push([name, attributes, many]),
      },
      {now: () => time, random: () => 1, pollEvery: 10, farewell: 100},
    );
    opened.push(webhooks);
    return webhooks;
  };
  const tell = (webhooks: Webhooks) =>
    webhooks.inspected('live', {keyId: randomUUID(), labelState: 'valid'});
  /** Waits until this holds, for at most 5 s. */
  const until = async (holds: () => boolean | Promise<boolean>) => {
    for (const end = performance.now() + 5_000; !(await holds()); await sleep(5)) {
      assert.ok(performance.now() < end, 'it does not come to hold');
    }
  };
  const dead = () => store.outbox.deadLetters();
  const idOf = () => readDestinations('test', [`${receiver.url}#sealed`])[0]!.id;

  it('is retried with the same id and a new signature, after delays that double', async () => {
    receiver.answer(refuse(503));
    await tell(open());
    await receiver.got(1);
    for (const [attempt, pause] of [5_000, 10_000, 20_000, 40_000].entries()) {
      await until(async () => (await store.outbox.nextDue(idOf())) === time + pause);
      time += pause - 1;
      await sleep(30);
      assert.equal(receiver.received.length, attempt + 1, 'not before its time');
      time += 1;
      await receiver.got(attempt + 2);
    }
    const ids = new Set(receiver.received.map((one) => eventOf(one).id));
    const signatures = new Set(receiver.received.map(({headers}) => headers.signature));
    assert.deepEqual([ids.size, signatures.size], [1, 5]);
    await until(async () => (await store.outbox.nextDue(idOf())) === time + 80_000);
    receiver.answer(accept);
    time += 80_000;
    await until(async () => (await store.outbox.nextDue(idOf())) === undefined);
    assert.equal(receiver.received.length, 6);
    assert.deepEqual(await dead(), []);
    await until(() => lines.some((line) => line.includes('accepts events again')));
    assert.ok(!lines.join('').includes('of=seals'), 'the address is not in the log');
  });

  it('waits as long as the receiver asks, but at most an hour', async () => {
    receiver.answer(refuse(429, {'retry-after': '120'}));
    await tell(open());
    await until(async () => (await store.outbox.nextDue(idOf())) === time + 120_000);
    receiver.answer(refuse(503, {'retry-after': '999999999'}));
    time += 120_000;
    await until(async () => (await store.outbox.nextDue(idOf())) === time + HOUR);
    receiver.answer(refuse(503, {'retry-after': 'soon -1'}));
    time += HOUR;
    await until(async () => (await store.outbox.nextDue(idOf())) === time + 20_000);
  });

  it('becomes a dead letter after the time limit, with the reason and the last status', async () => {
    receiver.answer(refuse(500));
    await tell(open([receiver.url], {lifetime: 6_000}));
    await until(async () => (await store.outbox.nextDue(idOf())) === time + 5_000);
    time += 5_000;
    // The last attempt is made at the time limit, although the delay would be longer.
    await until(async () => (await store.outbox.nextDue(idOf())) === time + 1_000);
    time += 1_000;
    await until(async () => (await dead()).length === 1);
    const [letter] = await dead();
    assert.equal(letter?.reason, 'It answered with status 500.');
    assert.deepEqual([letter?.status, letter?.attempts, letter?.diedAt], [500, 3, time]);
    assert.ok(lines.some((line) => line.includes('An event was given up')));
    receiver.answer(accept);
    await store.outbox.revive('all', time, time + HOUR);
    await receiver.got(4);
    await until(async () => (await dead()).length === 0);
  });

  it('becomes a dead letter at once if the receiver refuses further events', async () => {
    receiver.answer(refuse(410));
    await tell(open());
    await until(async () => (await dead()).length === 1);
    assert.equal((await dead())[0]?.status, 410);
  });

  it('counts each attempt by receiver and result, and events for which there was no space', async () => {
    receiver.answer(refuse(503));
    await tell(open([receiver.url], {room: 1_000}));
    await until(async () => (await store.outbox.nextDue(idOf())) === time + 5_000);
    await tell(opened[0]!);
    receiver.answer(accept);
    time += 5_000;
    await until(() => counted.length === 3);
    const attempts = 'sealed_capture_webhook_attempts';
    const {origin} = new URL(receiver.url);
    assert.deepEqual(counted, [
      [attempts, {receiver: origin, outcome: 'retry'}, 1],
      ['sealed_capture_webhooks_dropped', {}, 1],
      [attempts, {receiver: origin, outcome: 'delivered'}, 1],
    ]);
    receiver.answer(refuse(410));
    await tell(opened[0]!);
    await until(() => counted.length === 4);
    assert.deepEqual(counted[3], [attempts, {receiver: origin, outcome: 'dead'}, 1]);
  });

  it('follows no redirect', async () => {
    const other = await startReceiver();
    receiver.answer(refuse(307, {location: other.url}));
    await tell(open([receiver.url], {lifetime: 0}));
    await until(async () => (await dead()).length === 1);
    assert.match((await dead())[0]!.reason, /redirect \(307\), which is not followed/);
    assert.equal(other.received.length, 0);
    await other.close();
  });

  it('aborts an attempt if the receiver is slow to send its headers', async () => {
    receiver.answer(() => undefined);
    const start = performance.now();
    await tell(open([receiver.url], {lifetime: 0, timeout: 200}));
    await until(async () => (await dead()).length === 1);
    assert.equal((await dead())[0]?.reason, 'It did not answer within 0.2 seconds.');
    assert.ok(performance.now() - start < 2_000);
  });

  it('reads a limited number of bytes of an answer, and uses its status', async () => {
    let sent = 0;
    let isCut = false;
    receiver.answer((response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(16 * 1024);
      const timer = setInterval(() => (sent += response.write(chunk) ? chunk.length : 0), 1);
      response.once('close', () => {
        isCut = true;
        clearInterval(timer);
      });
    });
    await tell(open());
    await until(() => isCut);
    await until(async () => (await store.outbox.nextDue(idOf())) === undefined);
    assert.ok(sent < 4e6, `${sent} bytes`);
    assert.deepEqual(await dead(), []);
  });

  it('is retried if the answer is not HTTP, or the receiver is unreachable', async () => {
    receiver.answer((response) => void response.socket?.end('lies\r\n\r\n'));
    const away = `http://localhost:${await freePort()}/`;
    await tell(open([receiver.url, away], {lifetime: 0}));
    await until(async () => (await dead()).length === 2);
    const reasons = (await dead()).map(({reason}) => reason).sort();
    assert.match(reasons[0]!, /^It could not be reached \(ECONNREFUSED\)\.$/);
    assert.match(reasons[1]!, /^It could not be reached \([A-Z_]+\)\.$/);
  });

  it('does not make one address wait for another', async () => {
    const hung = await startReceiver(() => undefined);
    const webhooks = open([hung.url, receiver.url], {concurrency: 2});
    const start = performance.now();
    for (let i = 0; i < 20; i++) await tell(webhooks);
    await receiver.got(20);
    assert.ok(performance.now() - start < 3_000);
    assert.equal(hung.received.length, 2);
    // What is interrupted here is not lost.
    await hung.close();
  });

  it('sends no more events at the same time than configured', async () => {
    receiver.answer((response) => void setTimeout(() => response.writeHead(204).end(), 20));
    const webhooks = open([receiver.url], {concurrency: 3});
    await Promise.all(Array.from({length: 12}, () => tell(webhooks)));
    await receiver.got(12);
    assert.equal(receiver.mostOpen(), 3);
  });

  it('sends an event once if several processes share the store', async () => {
    const all = [open(), open(), open()];
    await Promise.all(Array.from({length: 60}, (_, i) => tell(all[i % 3]!)));
    await receiver.got(60);
    await until(async () => (await store.outbox.nextDue(idOf())) === undefined);
    const ids = receiver.received.map((one) => eventOf(one).id);
    assert.deepEqual([ids.length, new Set(ids).size], [60, 60]);
  });

  it('continues after the lease if a process has died during an attempt', async () => {
    // The state that a killed process leaves.
    const item = {
      eventId: randomUUID(),
      type: 'sealed',
      destination: idOf(),
      origin: 'http://localhost',
      body: '{}',
      giveUpAt: time + HOUR,
    } as const;
    await store.outbox.add({items: [item], dueAt: time, room: 1e6, onStored: () => undefined});
    await store.outbox.lease(idOf(), 1, time, time + 25_000);
    open();
    await sleep(40);
    assert.equal(receiver.received.length, 0);
    time += 25_000;
    const [received] = await receiver.got(1);
    assert.equal(received?.headers['idempotency-key'], item.eventId);
  });

  it('hands an attempt that was interrupted by a shutdown to the next process at once', async () => {
    receiver.answer(() => undefined);
    const first = open([receiver.url], {timeout: 60_000});
    await tell(first);
    await receiver.got(1);
    await first.close();
    assert.equal(await store.outbox.nextDue(idOf()), time);
    receiver.answer(accept);
    open();
    await receiver.got(2);
    const ids = new Set(receiver.received.map((one) => eventOf(one).id));
    assert.equal(ids.size, 1);
  });

  it('logs once that there is no space, and continues', async () => {
    receiver.answer(refuse(503));
    const webhooks = open([receiver.url], {room: 1_500});
    for (let i = 0; i < 9; i++) await tell(webhooks);
    const full = lines.filter((line) => line.includes('SEALED_CAPTURE_WEBHOOKS_MIB'));
    assert.equal(full.length, 1);
    assert.match(full[0]!, /Seals are made all the same/);
  });

  it('announces the expiry of a certificate once for each stage, over all processes and restarts', async () => {
    const until30 = time + 30 * 24 * HOUR;
    const end = {certificate: 'ab12', until: until30};
    const both = [open(), open()];
    await Promise.all(both.map((one) => one.expiring('live', {...end, days: 30})));
    await receiver.got(1);
    await until(async () => (await store.outbox.nextDue(idOf())) === undefined);
    await both[0]!.close();
    const later = open();
    await later.expiring('live', {...end, days: 30});
    await later.expiring('live', {...end, days: 7});
    await receiver.got(2);
    await later.expiring('live', {...end, certificate: 'ab13', days: 7});
    await receiver.got(3);
    await sleep(30);
    const events = receiver.received.map(eventOf);
    assert.deepEqual(
      events.map((event) => event.type === 'certificate.expiring' && event.data),
      [
        {certificate: 'ab12', validTo: new Date(until30).toISOString(), days: 30},
        {certificate: 'ab12', validTo: new Date(until30).toISOString(), days: 7},
        {certificate: 'ab13', validTo: new Date(until30).toISOString(), days: 7},
      ],
    );
  });
});
