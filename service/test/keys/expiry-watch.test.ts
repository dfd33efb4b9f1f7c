import assert from 'node:assert/strict';
import {rm} from 'node:fs/promises';
import {it} from 'node:test';
import {ApiKeys} from '../../src/keys/api-keys.js';
import {KeyExpiryWarnings} from '../../src/keys/expiry-watch.js';
import type {KeySummary} from '../../src/keys/key-summary.js';
import {startFixture, temporaryFolder} from '../service-fixture.js';

const DAY = 86_400_000;
const END = Date.parse('2027-01-31T00:00:00Z');

const keyOf = (change: Partial<KeySummary> = {}): KeySummary => ({
  id: 'key_a',
  name: 'Shop',
  environment: 'live',
  roles: ['seal'],
  mayClaimCapture: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  changedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: new Date(END).toISOString(),
  ...change,
});

function watched() {
  const told: {content: object; message: string}[] = [];
  const warnings = new KeyExpiryWarnings({
    warn: (content, message) => void told.push({content, message}),
  });
  return {
    told,
    /** The warnings at this many days before the expiry. */
    at: (days: number, ...keys: KeySummary[]) => {
      const before = told.length;
      warnings.check(keys, END - days * DAY);
      return told.slice(before).map(({message}) => message);
    },
  };
}

it('warns of a key 30, 7 and 1 days before its expiry and at its expiry, once each, with id and name', () => {
  const {at, told} = watched();
  const counts = [31, 30, 29, 8, 7, 6.9, 1.1, 1, 0.5, 0, -0.5, -2, -100].map(
    (days) => at(days, keyOf()).length,
  );
  assert.deepEqual(counts, [0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0]);
  assert.deepEqual(
    told.map(({message}) => /less than (.+)\. From|has (expired)/.exec(message)?.slice(1).join('')),
    ['30 days', '7 days', 'a day', 'expired'],
  );
  for (const {content} of told) {
    const {keyId, keyName} = content as {keyId: string; keyName: string};
    assert.deepEqual([keyId, keyName], ['key_a', 'Shop']);
  }
});

it('warns of no key that was revoked or never expires, and again if the expiry is moved', () => {
  const {at} = watched();
  assert.deepEqual(at(1, keyOf({revokedAt: '2026-02-01T00:00:00.000Z'})), []);
  assert.deepEqual(at(1, keyOf({expiresAt: undefined})), []);
  assert.equal(at(5, keyOf()).length, 1);
  const later = new Date(END + DAY).toISOString();
  assert.equal(at(5, keyOf({expiresAt: later})).length, 1);
});

it('a service warns at its start', async () => {
  const dataFolder = await temporaryFolder();
  const keys = new ApiKeys(dataFolder);
  const expiresAt = new Date(Date.now() + 2 * DAY).toISOString();
  const {id} = await keys.create('live', 'Shop', {expiresAt});
  await keys.close();
  const service = await startFixture({dataFolder});
  const lines = service.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const line = lines.find(({keyId}) => keyId === id);
  assert.match(String(line?.['msg']), /expires in less than 7 days/);
  assert.equal(line?.['keyName'], 'Shop');
  await service.close();
  await rm(dataFolder, {recursive: true, force: true});
});
