import assert from 'node:assert/strict';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, afterEach, before, beforeEach, describe, it} from 'node:test';
import {RedisStore} from '../../../src/store/redis/redis-store.js';
import {SettingsError} from '../../../src/settings/settings-error.js';
import {freePort} from '../../../../test/free-port.js';
import {expiringStoreContract} from '../expiring-store-contract.js';
import {noRedis, startRedis, type RedisServer} from '../redis-server.js';

const LONG = 60_000;
const bytes = (text: string) => Buffer.from(text);

describe('The store on Redis', {skip: noRedis}, () => {
  const password = 'a-secret-word';
  let redis: RedisServer;
  const opened: RedisStore[] = [];
  const events: string[] = [];
  const openIt = async (url = redis.url) => {
    const store = await RedisStore.open({
      url,
      onLost: () => events.push('lost'),
      onBack: () => events.push('back'),
    });
    opened.push(store);
    return store;
  };

  before(async () => {
    redis = await startRedis(password);
  });
  beforeEach(async () => {
    await redis.stop();
    await redis.start();
    events.length = 0;
  });
  afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())));
  after(() => redis.close());

  expiringStoreContract(openIt);

  it('rejects while Redis is unreachable, and works again without a restart', async () => {
    const store = await openIt();
    await redis.stop();
    const start = performance.now();
    await assert.rejects(store.putIfAbsent('key', bytes('a'), LONG));
    await assert.rejects(store.putIfAbsent('key', bytes('a'), LONG));
    assert.ok(performance.now() - start < 1000, 'nobody waits for a connection');
    await redis.start();
    await recovered(store);
    assert.deepEqual(events, ['lost', 'back']);
  });

  it('closes a connection that does not answer, and works again without a restart', async () => {
    const store = await openIt();
    redis.process.kill('SIGSTOP');
    await assert.rejects(store.putIfAbsent('key', bytes('a'), LONG));
    redis.process.kill('SIGCONT');
    await recovered(store);
    assert.deepEqual(events, ['lost', 'back']);
  });

  it('is refused at the start if no server answers, within seconds and without the password in the message', async () => {
    const port = await freePort();
    const start = performance.now();
    await assert.rejects(openIt(`redis://:${password}@127.0.0.1:${port}`), (error) => {
      assert.ok(error instanceof SettingsError);
      assert.match(error.message, new RegExp(`127.0.0.1:${port}`));
      assert.ok(!error.message.includes(password));
      return true;
    });
    assert.ok(performance.now() - start < 9000);
  });

  it('is refused at the start if the password is wrong, which is not repeated', async () => {
    const url = `redis://:not-the-word@127.0.0.1:${redis.port}`;
    await assert.rejects(openIt(url), (error) => {
      assert.ok(error instanceof SettingsError);
      assert.ok(!JSON.stringify([error.message, String(error.cause)]).includes('not-the-word'));
      return true;
    });
  });

  async function recovered(store: RedisStore): Promise<void> {
    for (const end = Date.now() + 10_000; ; await sleep(50)) {
      try {
        await store.putIfAbsent('another key', bytes('b'), LONG);
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }
});
