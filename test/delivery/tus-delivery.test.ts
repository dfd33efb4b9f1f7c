import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createTusDelivery} from '../../src/delivery/tus-delivery.js';

const endpoint = 'https://app.example/files';
const code = 'configuration_invalid';

describe('createTusDelivery', () => {
  it('refuses addresses to which no file may be sent', () => {
    for (const address of [
      'http://app.example/files',
      'ftp://app.example',
      'https://',
      'data:,x',
    ]) {
      assert.throws(() => createTusDelivery({endpoint: address}), {code}, address);
    }
    for (const address of [endpoint, '/files', 'http://localhost:1080/files']) {
      createTusDelivery({endpoint: address});
    }
  });

  it('refuses chunks of less than a byte', () => {
    for (const chunkSize of [0, -1, NaN]) {
      assert.throws(() => createTusDelivery({endpoint, chunkSize}), {code}, String(chunkSize));
    }
  });
});
