import assert from 'node:assert/strict';
import {readdirSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {beforeEach, describe, it} from 'node:test';
import {PinAttempts} from '../../src/signing/pin-attempts.js';
import {temporaryFolder} from '../service-fixture.js';

describe('The PIN of a token', () => {
  let folder: string;
  beforeEach(async () => void (folder = await temporaryFolder()));

  /** A token that refuses the PIN 1111; several processes use it one after the other. */
  const token = (delay = 0) => {
    const asked: string[] = [];
    return {
      asked,
      logIn: (pin: string) =>
        new PinAttempts(folder).attempt(pin, async () => {
          asked.push(pin);
          await sleep(delay);
          return pin === '1111' ? 'It does not accept the PIN.' : undefined;
        }),
    };
  };

  it('that was refused is tried once, however many processes use it', async () => {
    const {asked, logIn} = token(20);
    const ends = await Promise.allSettled(Array.from({length: 5}, () => logIn('1111')));
    assert.ok(ends.every(({status}) => status === 'rejected'));
    await assert.rejects(logIn('1111'), /not tried again/);
    assert.deepEqual(asked, ['1111']);
    await logIn('2222');
    await logIn('2222');
    assert.deepEqual(asked, ['1111', '2222', '2222'], 'another is tried');
    await assert.rejects(logIn('1111'), /refused this PIN before/);
  });

  it('that could not be tried is tried again', async () => {
    const attempts = new PinAttempts(folder);
    const away = () => Promise.reject(new Error('The token is not there.'));
    await assert.rejects(attempts.attempt('1111', away), /not there/);
    const {asked, logIn} = token();
    await logIn('2222');
    assert.deepEqual(asked, ['2222']);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is not blocked by a process that was killed while it logged in', async () => {
    const lock = join(folder, 'login.lock');
    writeFileSync(lock, '');
    utimesSync(lock, 0, 0);
    const {asked, logIn} = token();
    await logIn('2222');
    assert.deepEqual(asked, ['2222']);
  });
});
