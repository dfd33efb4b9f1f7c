import assert from 'node:assert/strict';
import {once} from 'node:events';
import {rm} from 'node:fs/promises';
import {after, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {ApiKeys} from '../../src/keys/api-keys.js';
import {openLastingStore} from '../../src/store/open-stores.js';
import {freePort} from '../../../test/free-port.js';
import {noOpenssl} from '../certificates/openssl-authority.js';
import {startChild, type ChildService} from '../cli/child-service.js';
import {envelope, protectForm} from '../requests.js';
import {media} from '../seal-and-inspect.js';
import {temporaryFolder} from '../service-fixture.js';
import {noRedis, startRedis, type RedisServer} from '../store/redis-server.js';
import {startNginx, type Proxy} from './nginx-server.js';
import {lacks} from './programs.js';
import {askForSeal, sealCapturesWhile} from './sealing-clients.js';

const skip = noRedis || noOpenssl || lacks('nginx', '-v');

/**
 * Delay between two captures of each client: short enough that every kill hits some, long enough to leave processor
 * time to other tests.
 */
const PAUSE_MS = 300;

/** A service with its own port and data folder, which can be stopped and started again. */
class Host {
  readonly port: number;
  readonly #folder: string;
  readonly #redis: string;
  service!: ChildService;

  private constructor(port: number, folder: string, redis: string) {
    this.port = port;
    this.#folder = folder;
    this.#redis = redis;
  }

  static async open(redis: string): Promise<Host> {
    const host = new Host(await freePort(), await temporaryFolder(), redis);
    await host.start();
    return host;
  }

  async start(): Promise<void> {
    const settings = {
      SEALED_CAPTURE_REDIS: this.#redis,
      SEALED_CAPTURE_THREADS: '1',
      SEALED_CAPTURE_TRUSTED_PROXIES: 'loopback',
      SEALED_CAPTURE_PUBLIC_ADDRESS: 'https://localhost',
    };
    this.service = await startChild(this.#folder, settings, [], this.port);
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const {process} = this.service;
    const ended = once(process, 'exit');
    process.kill(signal);
    await ended;
  }

  async close(): Promise<void> {
    await this.service.stop();
    await rm(this.#folder, {recursive: true, force: true});
  }
}

describe('Three services with Redis behind nginx, as in docs/deploy,', {skip}, () => {
  let redis: RedisServer;
  let hosts: Host[];
  let proxy: Proxy;
  let key: string;
  before(async () => {
    redis = await startRedis(undefined, {isPersistent: true});
    const store = await openLastingStore({dataFolder: '', redis: redis.url});
    ({key} = await new ApiKeys('', store).create('sandbox', 'test'));
    await store.close();
    hosts = await Promise.all([1, 2, 3].map(() => Host.open(redis.url)));
    proxy = await startNginx(hosts.map(({port}) => port));
  });
  after(async () => {
    await proxy.close();
    await Promise.all(hosts.map((host) => host.close()));
    await redis.close();
  });

  const sealWhile = (happening: () => Promise<void>) =>
    sealCapturesWhile((request) => askForSeal(proxy, key, request), happening, PAUSE_MS);

  it('inspect what any of them sealed', async () => {
    const {payload, headers} = await protectForm(media, 'image/jpeg', {tags: {site: 'A'}});
    const sealed = await proxy.ask(
      '/protection/sandbox/protect',
      {...headers, 'x-api-key': key},
      payload,
    );
    assert.equal(sealed.status, 200);
    for (let time = 0; time < 6; time++) {
      const answer = await proxy.ask(
        '/protection/sandbox/inspect',
        {'content-type': 'application/json', 'x-api-key': key},
        envelope(sealed.bytes),
      );
      const result = JSON.parse(answer.bytes.toString()) as InspectionResult;
      assert.equal(result.labelState, 'valid', result.reason);
    }
  });

  it('lose nothing and seal nothing twice while they are killed one after the other', async (t) => {
    const {count, others, seen} = await sealWhile(async () => {
      for (const host of hosts) {
        await sleep(700);
        await host.end('SIGKILL');
        await sleep(700);
        await host.start();
      }
    });
    t.diagnostic(`${count} captures; answers ${JSON.stringify([...seen])}`);
    assert.ok(count > 50, `${count} captures`);
    assert.equal(others, 0, 'each had the seal that was given first');
  });

  it('answer every request at the first attempt while they are replaced one after the other', async (t) => {
    const {count, others, seen} = await sealWhile(async () => {
      for (const host of hosts) {
        await sleep(700);
        await host.end('SIGTERM');
        await host.start();
      }
    });
    t.diagnostic(`${count} captures; answers ${JSON.stringify([...seen])}`);
    assert.ok(count > 50, `${count} captures`);
    assert.equal(others, 0, 'each had the seal that was given first');
    assert.deepEqual([...seen.keys()], [200]);
  });

  it('answer with Retry-After while Redis is unreachable, and continue when it is back', async (t) => {
    const {count, others, seen} = await sealWhile(async () => {
      await sleep(500);
      await redis.stop();
      await sleep(2_000);
      assert.equal((await proxy.ask('/readyz')).status, 503);
      await redis.start();
      await sleep(2_500);
    });
    t.diagnostic(`${count} captures; answers ${JSON.stringify([...seen])}`);
    assert.ok((seen.get(503) ?? 0) > 0 && count > 20, `${count} captures`);
    // Seals that are made at the moment when Redis stops are returned but cannot be stored: one for each client.
    assert.ok(others <= 8, `${others} had another seal when asked for again`);
  });
});
