import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {BrowserStoragePersistence} from '../../../src/ports/browser/storage-persistence.js';

const persistence = (storage?: Partial<StorageManager>) =>
  new BrowserStoragePersistence(storage as StorageManager);

describe("the browser's storage", () => {
  it('is reported in bytes, with whether it is persistent', async () => {
    const storage = persistence({
      estimate: () => Promise.resolve({usage: 3, quota: 10}),
      persisted: () => Promise.resolve(true),
    });
    assert.deepEqual(await storage.estimate(), {used: 3, left: 7, persisted: true});
  });

  it('never has less than zero bytes left', async () => {
    const storage = persistence({estimate: () => Promise.resolve({usage: 12, quota: 10})});
    assert.deepEqual(await storage.estimate(), {used: 12, left: 0, persisted: false});
  });

  it('is not reported if the browser does not report it, or refuses', async () => {
    const refusing = {
      estimate: () => Promise.reject(new TypeError('opaque origin')),
      persist: () => Promise.reject(new TypeError('opaque origin')),
    };
    for (const storage of [{}, {estimate: () => Promise.resolve({})}, refusing]) {
      assert.equal(await persistence(storage).estimate(), undefined);
      await persistence(storage).request();
    }
  });
});
