import assert from 'node:assert/strict';
import {it} from 'node:test';
import Fastify from 'fastify';
import {SIGNATURE_WINDOW_S} from '@sealed-capture/seal/model/seal/message-signature.js';
import type {ExpiringStore} from '../../src/store/expiring-store.js';
import {Nonces} from '../../src/auth/nonces.js';
import {ProblemError} from '../../src/http/problems.js';

const storeWith = (putIfAbsent: ExpiringStore['putIfAbsent']): ExpiringStore => ({
  putIfAbsent,
  replace: () => Promise.reject(new Error('not asked for')),
  remove: () => Promise.reject(new Error('not asked for')),
  close: () => Promise.resolve(),
});
const {log} = Fastify({logger: false});

it('remembers a nonce as long as a signature with a time ahead of the clock is valid', async () => {
  const kept: [key: string, lifetime: number][] = [];
  const nonces = new Nonces(
    storeWith((key, _value, lifetime) => {
      kept.push([key, lifetime]);
      return Promise.resolve(undefined);
    }),
  );
  await nonces.take('key_a', 'nonce', log);
  await nonces.take('key_b', 'nonce', log);
  assert.notEqual(kept[0]?.[0], kept[1]?.[0], 'each key has nonces of its own');
  for (const [, lifetime] of kept) assert.ok(lifetime >= 2 * SIGNATURE_WINDOW_S * 1000);
});

it('accepts no request while the nonces cannot be read', async () => {
  const nonces = new Nonces(storeWith(() => Promise.reject(new Error('unreachable'))));
  await assert.rejects(
    nonces.take('key_a', 'nonce', log),
    (error) =>
      error instanceof ProblemError &&
      error.statusCode === 503 &&
      error.headers['retry-after'] === '1',
  );
});
