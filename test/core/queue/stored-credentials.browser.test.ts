import {expect} from '@open-wc/testing';
import {CoreOfPages as Core} from '../../../src/core/wiring/core-of-pages.js';
import {createProtection} from '../../../src/core/credentials/create-protection.js';
import type {ProtectionClient} from '../../../src/core/queue/queue-client.js';
import {tokenAuthorization} from '@sealed-capture/seal/model/authorization.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {load} from './sealing/sealing-fixture.js';

// This address answers 404, which ends the attempts.
const baseUrl = new URL('/no-service-here', location.href).href;

/** Everything that this origin has in its storage, as text; bytes as one character each. */
async function stored(): Promise<string> {
  const found: unknown[] = [{...localStorage}, {...sessionStorage}, document.cookie];
  for (const {name} of await indexedDB.databases()) {
    if (name) found.push(...(await contentsOf(name)));
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      found.push(request.url, [...request.headers], await (await cache.match(request))?.text());
    }
  }
  return JSON.stringify(found, (_, value: unknown) =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value)
      ? new TextDecoder('latin1').decode(value)
      : value,
  );
}

async function contentsOf(name: string): Promise<unknown[]> {
  const database = await answered(indexedDB.open(name));
  const found: unknown[] = [];
  for (const store of database.objectStoreNames) {
    const objects = database.transaction(store).objectStore(store);
    found.push(store, await answered(objects.getAllKeys()));
    for (const record of (await answered(objects.getAll())) as unknown[]) {
      found.push(record, await mediaOf(record));
    }
  }
  database.close();
  return found;
}

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('No answer.'));
  });

async function mediaOf(record: unknown): Promise<string[]> {
  const found: string[] = [];
  for (const value of Object.values(record as object) as unknown[]) {
    if (value instanceof Blob) found.push(await value.text());
  }
  return found;
}

/** Makes a capture and waits for one failed attempt. All that could be stored is stored then. */
async function captureInVain(config: ProtectionConfig): Promise<string> {
  const core = Core.shared();
  let onFailed: (code: string) => void = () => undefined;
  const client: ProtectionClient = {
    mode: 'image',
    config: {baseUrl, ...config},
    onCapture: () => undefined,
    onChange: () => undefined,
    onProtected: () => undefined,
    onProtectError: ({code}) => onFailed(code),
  };
  const protection = core.connect(client);
  const failure = new Promise<string>((resolve) => (onFailed = resolve));
  const {captureId} = await core.protect(protection, await load('small.jpg', 'image/jpeg'), {
    mode: 'image',
    mediaType: 'image/jpeg',
    metadata: {tags: {case: 'told-tag'}},
    capturedAt: Date.now(),
  });
  // The service received a request.
  expect(await failure).to.equal('request_rejected');
  protection.release();
  return captureId;
}

describe('credentials in this engine', () => {
  const secrets = ['hidden-key', 'hidden-secret', 'hidden-token'];
  const configs: Record<string, () => ProtectionConfig> = {
    'a key': () => ({apiKey: 'hidden-key'}),
    'a key with its secret': () => ({apiKey: 'hidden-key', apiSecret: 'hidden-secret'}),
    'encrypted requests': () => ({
      protection: createProtection({
        baseUrl,
        apiKey: 'hidden-key',
        apiSecret: 'hidden-secret',
        encryptRequests: true,
      }),
    }),
    'a token': () => ({
      protection: createProtection({baseUrl, getToken: () => ({token: 'hidden-token'})}),
    }),
    'a provider of the page': () => ({
      protection: {
        baseUrl,
        authorization: () => Promise.resolve(tokenAuthorization('hidden-token')),
      },
    }),
  };

  for (const [name, config] of Object.entries(configs)) {
    it(`are not stored after a capture with ${name}`, async () => {
      const captureId = await captureInVain(config());
      const found = await stored();
      // The capture is found, so other stored data would be found as well.
      expect(found).to.contain(captureId);
      expect(found).to.contain('told-tag');
      for (const secret of secrets) expect(found).to.not.contain(secret);
    });
  }

  it('would be found by this test', async () => {
    localStorage.setItem('sealed-capture-test', 'hidden-token');
    try {
      expect(await stored()).to.contain('hidden-token');
    } finally {
      localStorage.removeItem('sealed-capture-test');
    }
  });
});
