import assert from 'node:assert/strict';
import {rm} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import {RedisStore} from '../../src/store/redis/redis-store.js';
import {readDestinations} from '../../src/webhooks/addresses.js';
import {readSigningKey} from '../../src/webhooks/signing-key.js';
import {noMetrics} from '../../src/metrics/metrics.js';
import {Webhooks} from '../../src/webhooks/webhooks.js';
import {temporaryFolder} from '../service-fixture.js';
import {noRedis, startRedis, type RedisServer} from '../store/redis-server.js';
import {eventOf, refuse, accept, startReceiver, type Receiver} from './receiver.js';
import {writeKeys} from './keys.js';

describe('Webhooks of services with a shared Redis', {skip: noRedis}, () => {
  let folder: string;
  let redis: RedisServer;
  let receiver: Receiver;
  const stores: RedisStore[] = [];
  const all: Webhooks[] = [];
  const lines: string[] = [];
  /** Milliseconds by which the services' clocks are ahead. */
  let ahead = 0;
  before(async () => {
    folder = await temporaryFolder();
    redis = await startRedis(undefined, {isPersistent: true});
    receiver = await startReceiver();
    const {secret} = await writeKeys(folder);
    const key = await readSigningKey(secret.path);
    const log = (_content: object, message: string) => void lines.push(message);
    for (let i = 0; i < 2; i++) {
      const store = await RedisStore.open({
        url: redis.url,
        onLost: () => undefined,
        onBack: () => undefined,
      });
      stores.push(store);
      all.push(
        new Webhooks(
          {
            destinations: readDestinations('test', [
              `${receiver.url}#inspected+certificate.expiring`,
            ]),
            lifetime: 3_600_000,
            timeout: 2_000,
            concurrency: 4,
            room: 1e8,
          },
          store,
          () => key,
          {info: log, warn: log, error: log},
          noMetrics,
          {pollEvery: 20, random: () => 0, now: () => Date.now() + ahead},
        ),
      );
    }
  });
  after(async () => {
    for (const one of [...all, ...stores]) await one.close();
    await receiver.close();
    await redis.close();
    await rm(folder, {recursive: true});
  });

  const tell = (webhooks = all[0]!) =>
    webhooks.inspected('live', {keyId: 'key_of_the_test', labelState: 'none'});
  const ids = () => receiver.received.map((one) => eventOf(one).id);

  it('are sent once, whichever service reports the event', async () => {
    await Promise.all(Array.from({length: 40}, (_, i) => tell(all[i % 2])));
    await receiver.got(40);
    assert.equal(new Set(ids()).size, 40);
  });

  it('announce the expiry of a certificate once', async () => {
    receiver.received.length = 0;
    const end = {certificate: 'ab', until: Date.now() + 86_400_000, days: 1};
    await Promise.all([...all, ...all].map((one) => one.expiring('live', end)));
    await tell();
    await receiver.got(2);
    const types = receiver.received.map((one) => eventOf(one).type).sort();
    assert.deepEqual(types, ['certificate.expiring', 'inspected']);
  });

  it('wait while Redis is unreachable, and are delivered when it is back', async () => {
    receiver.received.length = 0;
    receiver.answer(refuse(503));
    await tell();
    await receiver.got(1);
    const [{id} = {id: ''}] = readDestinations('test', [`${receiver.url}#inspected`]);
    // Waits until the failure is stored; the lease lasts longer.
    while (((await stores[0]?.outbox.nextDue(id)) ?? Infinity) > Date.now() + 5_000) await sleep(5);
    await redis.stop();
    // This resolves: an inspection is answered anyway, and the log reports the lost event.
    await tell();
    assert.ok(lines.some((line) => line.includes('inspections could not be stored')));
    receiver.answer(accept);
    await redis.start();
    ahead = 10_000;
    await receiver.got(2);
    assert.equal(new Set(ids()).size, 1);
  });
});
