import assert from 'node:assert/strict';
import {generateKeyPairSync} from 'node:crypto';
import {chmod, rm, writeFile} from 'node:fs/promises';
import http from 'node:http';
import {once} from 'node:events';
import type {AddressInfo} from 'node:net';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {pathToFileURL} from 'node:url';
import {createVerifier, httpbis} from 'http-message-signatures';
import {coveredComponents} from '@sealed-capture/seal/model/seal/message-signature.js';
import {SettingsError} from '../../src/settings/settings-error.js';
import type {WebhookEvent} from '../../src/webhooks/events.js';
import {send} from '../../src/webhooks/send.js';
import {readSigningKey, type SigningKey} from '../../src/webhooks/signing-key.js';
import {signedHeaders} from '../../src/webhooks/signed-request.js';
import {temporaryFolder} from '../service-fixture.js';
import {startReceiver, type Received} from './receiver.js';
import {writeKeys} from './keys.js';

interface Example {
  webhookHandler: (options: {
    url: string;
    keys: ReadonlyMap<string, unknown>;
    onEvent: (event: WebhookEvent) => Promise<void>;
  }) => http.RequestListener;
}

const algorithms = [
  ['secret', 'hmac-sha256'],
  ['ed25519', 'ed25519'],
  ['p256', 'ecdsa-p256-sha256'],
] as const;
const signal = new AbortController().signal;
const event = {eventId: 'e7f3ac51-26a3-8c4d-9b1e-0d5f6a7b8c9d', body: '{"type":"sealed"}'};
const example = resolve(import.meta.dirname, '../../../docs/examples/webhook-receiver.mjs');

describe('The signature of a webhook', () => {
  let folder: string;
  let keys: Awaited<ReturnType<typeof writeKeys>>;
  before(async () => {
    folder = await temporaryFolder();
    keys = await writeKeys(folder);
  });
  after(() => rm(folder, {recursive: true}));

  const post = (url: string, key: SigningKey, now = Date.now()) =>
    send(new URL(url), signedHeaders(new URL(url), event, key, now), event.body, 5_000, signal);

  for (const [name, alg] of algorithms) {
    it(`is verified by an independent library: ${alg}`, async () => {
      const receiver = await startReceiver();
      const {path, key} = keys[name];
      const verify = ({method, path, headers}: Pick<Received, 'method' | 'path' | 'headers'>) =>
        httpbis.verifyMessage(
          {
            keyLookup: ({keyid}) =>
              Promise.resolve({id: String(keyid), algs: [alg], verify: createVerifier(key, alg)}),
            requiredParams: ['created', 'nonce', 'keyid', 'alg', 'tag'],
            requiredFields: [...coveredComponents],
            maxAge: 300,
            tolerance: 5,
          },
          {
            method,
            url: new URL(path, receiver.url).href,
            headers: headers as Record<string, string>,
          },
        );
      try {
        await post(receiver.url, await readSigningKey(path, 'of-the-test'));
        const [received] = receiver.received;
        assert.ok(received);
        assert.match(String(received.headers['signature-input']), /;keyid="of-the-test";/);
        assert.equal(await verify(received), true);
        assert.equal(await verify({...received, path: '/hooks?of=others'}), false);
        const headers = {...received.headers, 'idempotency-key': 'another'};
        assert.equal(await verify({...received, headers}), false);
        const sha256 = await crypto.subtle.digest('SHA-256', Buffer.from(received.body));
        assert.equal(
          received.headers['content-digest'],
          `sha-256=:${Buffer.from(sha256).toString('base64')}:`,
        );
      } finally {
        await receiver.close();
      }
    });

    it(`is verified by the documented example: ${alg}`, async () => {
      const {webhookHandler} = (await import(pathToFileURL(example).href)) as Example;
      const {path, key: receiversKey} = keys[name];
      const key = await readSigningKey(path);
      const events: unknown[] = [];
      let handler: http.RequestListener = () => undefined;
      const server = http.createServer((...both) => handler(...both)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const {port} = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/hooks?of=seals`;
      handler = webhookHandler({
        url,
        keys: new Map([[key.keyid, receiversKey]]),
        onEvent: (one) => Promise.resolve(void events.push(one)),
      });
      try {
        const headers = signedHeaders(new URL(url), event, key, Date.now());
        const deliver = (changed: Record<string, string> = {}, body = event.body, to = url) =>
          send(new URL(to), {...headers, ...changed}, body, 5_000, signal);
        const statusOf = async (delivering: ReturnType<typeof deliver>) => {
          const outcome = await delivering;
          return outcome.name === 'failed' ? outcome.failure.status : outcome.name;
        };
        assert.equal(await statusOf(deliver({}, '{"type":"other"}')), 401, 'another body');
        const other = {'idempotency-key': 'another'};
        assert.equal(await statusOf(deliver(other)), 401, 'another event id');
        assert.equal(await statusOf(deliver({'signature-input': 'sig=()'})), 401, 'no signature');
        assert.equal(await statusOf(deliver()), 'accepted');
        assert.equal(await statusOf(deliver()), 401, 'replayed');
        assert.equal(await statusOf(post(url, key, Date.now() - 301_000)), 401, 'old');
        assert.equal(await statusOf(post(url, key, Date.now() + 302_000)), 401, 'of the future');
        const stranger = {...key, keyid: 'stranger'};
        assert.equal(await statusOf(post(url, stranger)), 401, 'an unknown key');
        const forged = {...key, sign: () => Buffer.alloc(64, 1)};
        assert.equal(await statusOf(post(url, forged)), 401, 'forged');
        assert.deepEqual(events, [{type: 'sealed'}]);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });
  }

  describe('needs a key that', () => {
    const write = async (content: string, mode = 0o600) => {
      const path = join(folder, 'wrong.key');
      await writeFile(path, content);
      await chmod(path, mode);
      return path;
    };
    const refuses = (reading: Promise<unknown>, message: RegExp) =>
      assert.rejects(reading, (error) => {
        assert.ok(error instanceof SettingsError, String(error));
        assert.match(error.message, message);
        return true;
      });

    it('exists, and is not readable for other users', async () => {
      await refuses(readSigningKey(join(folder, 'none')), /openssl rand/);
      await refuses(readSigningKey(await write('x'.repeat(64), 0o644)), /chmod 600/);
    });

    it('is long enough, or of a type that receivers support', async () => {
      await refuses(readSigningKey(await write('too-short')), /32 characters/);
      const pem = {type: 'pkcs8', format: 'pem'} as const;
      const rsa = generateKeyPairSync('rsa', {modulusLength: 2048}).privateKey.export(pem);
      await refuses(readSigningKey(await write(rsa.toString())), /Ed25519 or ECDSA/);
      const broken = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n';
      await refuses(readSigningKey(await write(broken)), /no private key/);
    });

    it('has an id that fits into the signature', async () => {
      await refuses(readSigningKey(await write('x'.repeat(64)), 'a "quoted" id'), /KEY_ID/);
    });

    it('has a derived, unique id if none is set', async () => {
      const one = await readSigningKey(await write('x'.repeat(64)));
      const other = await readSigningKey(await write('y'.repeat(64)));
      assert.match(one.keyid, /^whk_[\w-]{22}$/);
      assert.notEqual(one.keyid, other.keyid);
    });
  });
});
