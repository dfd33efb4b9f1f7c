import assert from 'node:assert/strict';
import {it} from 'node:test';
import {Accounts} from '../../../src/core/credentials/accounts.js';

it('distinguishes two objects that a page uses as account names, and recognizes each again', async () => {
  const accounts = new Accounts(() => undefined);
  const hashOf = async (account: unknown) => accounts.of(account as string);
  const [one, same, other] = await Promise.all([{id: 7}, {id: 7}, {id: 8}].map(hashOf));
  assert.equal(one, same);
  assert.notEqual(one, other);
  assert.notEqual(one, await hashOf('[object Object]'));
});

it('reports once that an account is known, also if a capture asked for it first', async () => {
  let told = 0;
  const accounts = new Accounts(() => void told++);
  const asked = accounts.of('alice');
  const before = accounts.now('alice');
  accounts.now('alice');
  const hash = await asked;
  assert.match(hash ?? '', /^[0-9a-f]{64}$/);
  assert.notEqual(before, hash);
  assert.deepEqual([told, accounts.now('alice'), accounts.of('alice')], [1, hash, hash]);
});
