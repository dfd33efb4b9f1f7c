import assert from 'node:assert/strict';
import {rm} from 'node:fs/promises';
import Fastify from 'fastify';
import {after, before, describe, it} from 'node:test';
import {readSettings} from '../../src/settings/settings.js';
import {EmbeddedStore} from '../../src/store/embedded-store.js';
import type {Environment} from '../../src/environment.js';
import {noMetrics} from '../../src/metrics/metrics.js';
import {openWebhooks} from '../../src/webhooks/open-webhooks.js';
import {temporaryFolder} from '../service-fixture.js';
import {eventOf, startReceiver, type Receiver} from './receiver.js';
import {writeKeys} from './keys.js';

const DAY_MS = 86_400_000;

describe('The expiry of a certificate', () => {
  let folder: string;
  let receiver: Receiver;
  let store: EmbeddedStore;
  before(async () => {
    folder = await temporaryFolder();
    receiver = await startReceiver();
    store = await EmbeddedStore.open({
      dataFolder: folder,
      limit: 2 ** 26,
      upkeepEvery: 0,
      onError: (error) => assert.fail(String(error)),
      onLoss: (movedTo) => assert.fail(movedTo),
    });
  });
  after(async () => {
    await store.close();
    await receiver.close();
    await rm(folder, {recursive: true});
  });

  it('is announced at the start and at a reload, with the current stage', async () => {
    const settings = readSettings({
      SEALED_CAPTURE_DATA: folder,
      SEALED_CAPTURE_WEBHOOKS: `${receiver.url}#certificate.expiring`,
      SEALED_CAPTURE_WEBHOOKS_KEY: (await writeKeys(folder)).secret.path,
    });
    const now = Date.now();
    let live = {certificate: 'a1', until: now + 6.5 * DAY_MS};
    const sandbox = {certificate: 'b1', until: now + 31 * DAY_MS};
    const start = async () => {
      const app = Fastify();
      const endOf = (environment: Environment) => (environment === 'live' ? live : sandbox);
      const opened = await openWebhooks(app, settings, store, endOf, noMetrics);
      assert.ok(opened);
      return {app, reload: opened.reload};
    };
    const told = () =>
      receiver.received.map(eventOf).map((event) => {
        assert.ok(event.type === 'certificate.expiring');
        return [event.environment, event.data.certificate, event.data.days];
      });
    const first = await start();
    await receiver.got(1);
    await first.app.close();
    const second = await start();
    live = {certificate: 'a2', until: now + 0.5 * DAY_MS};
    await second.reload();
    await receiver.got(2);
    // An expired certificate is not announced, because its seals are refused.
    live = {certificate: 'a3', until: now - 1};
    await second.reload();
    await second.app.close();
    assert.deepEqual(told(), [
      ['live', 'a1', 7],
      ['live', 'a2', 1],
    ]);
  });
});
