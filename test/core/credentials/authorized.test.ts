import assert from 'node:assert/strict';
import {it} from 'node:test';
import {authorized} from '../../../src/core/credentials/authorized.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {keyAuthorization, type Authorization} from '@sealed-capture/seal/model/authorization.js';

it('gives the request copies that can be sent to a worker, and the provider its own authorization that was refused', async () => {
  // A proxy, as frameworks use for reactive objects; structured cloning refuses it.
  const own = ['old', 'new'].map((key) => new Proxy(keyAuthorization(key), {}));
  const refused: (Authorization | undefined)[] = [];
  const sent: Authorization[] = [];
  const authorize = (before?: Authorization): Promise<Authorization> => {
    refused.push(before);
    return Promise.resolve(own[refused.length - 1]!);
  };
  await authorized(authorize, (given) => {
    sent.push(structuredClone(given));
    if (sent.length > 1) return Promise.resolve();
    return Promise.reject(new SealedCaptureError('unauthorized', 'Expired.', {status: 401}));
  });
  assert.deepEqual(sent, [keyAuthorization('old'), keyAuthorization('new')]);
  assert.equal(refused[1], own[0]);
});
