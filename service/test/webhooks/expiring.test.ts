import assert from 'node:assert/strict';
import {rm} from 'node:fs/promises';
import 'reflect-metadata';
import {X509CertificateGenerator} from '@peculiar/x509';
import Fastify, {type FastifyInstance} from 'fastify';
import fp from 'fastify-plugin';
import {after, before, describe, it} from 'node:test';
import {readSettings} from '../../src/settings/settings.js';
import {EmbeddedStore} from '../../src/store/embedded-store.js';
import reload from '../../src/reload.js';
import {noMetrics} from '../../src/metrics/metrics.js';
import webhooks from '../../src/webhooks/plugin.js';
import {temporaryFolder} from '../service-fixture.js';
import {eventOf, startReceiver, type Receiver} from './receiver.js';
import {writeKeys} from './keys.js';

const DAY_MS = 86_400_000;

const ECDSA = {name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256'};

async function certificateOf(serialNumber: string): Promise<Uint8Array> {
  const keys = await crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber,
    keys,
    signingAlgorithm: ECDSA,
  });
  return new Uint8Array(certificate.rawData);
}

/** A plugin that another depends on, whose decorations the test makes itself. */
const standIn = (name: string) => fp((_app, _options, done) => done(), {name});

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
    let live = {certificate: await certificateOf('a1'), until: now + 6.5 * DAY_MS};
    const sandbox = {certificate: await certificateOf('b1'), until: now + 31 * DAY_MS};
    const start = async () => {
      const app = Fastify();
      const of = (environment: string) => (environment === 'live' ? live : sandbox);
      const environments = {
        sealer: (environment: string) => ({
          identity: {signer: {certificateChain: [of(environment).certificate]}},
        }),
        validity: of,
      };
      app.decorate('settings', settings);
      app.decorate('environments', environments as unknown as FastifyInstance['environments']);
      app.decorate('stores', {answers: store} as unknown as FastifyInstance['stores']);
      app.decorate('metrics', noMetrics);
      for (const name of ['metrics', 'store', 'certificates']) await app.register(standIn(name));
      await app.register(reload);
      await app.register(webhooks);
      return app;
    };
    const told = () =>
      receiver.received.map(eventOf).map((event) => {
        assert.ok(event.type === 'certificate.expiring');
        return [event.environment, event.data.certificate, event.data.days];
      });
    const first = await start();
    await receiver.got(1);
    await first.close();
    const second = await start();
    live = {certificate: await certificateOf('a2'), until: now + 0.5 * DAY_MS};
    await second.reload();
    await receiver.got(2);
    // An expired certificate is not announced, because its seals are refused.
    live = {certificate: await certificateOf('a3'), until: now - 1};
    await second.reload();
    await second.close();
    assert.deepEqual(told(), [
      ['live', 'a1', 7],
      ['live', 'a2', 1],
    ]);
  });
});
