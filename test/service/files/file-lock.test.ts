import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {mkdtemp, readdir, readFile, rm, utimes, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setImmediate, setTimeout as sleep} from 'node:timers/promises';
import {afterEach, beforeEach, describe, it} from 'node:test';
import {withFileLock} from '../../../src/service/files/file-lock.js';
import {tokenSecret} from '../../../src/service/auth/token-secret.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealed-capture-lock-'));
});
afterEach(() => rm(folder, {recursive: true}));

/** A lock of a process that ended without letting it go, so many seconds ago. */
async function leave(name: string, seconds: number): Promise<string> {
  const lock = join(folder, `${name}.lock`);
  await writeFile(lock, '');
  const time = Date.now() / 1000 - seconds;
  await utimes(lock, time, time);
  return lock;
}

describe('A lock on a file', () => {
  it('lets one of many work at a time, and is gone after them', async () => {
    let [atWork, most, done] = [0, 0, 0];
    const work = async () => {
      most = Math.max(most, ++atWork);
      await sleep(1);
      atWork--;
      done++;
    };
    const path = join(folder, 'file');
    await Promise.all(Array.from({length: 10}, () => withFileLock(path, work)));
    assert.deepEqual([most, done], [1, 10]);
    assert.deepEqual(await readdir(folder), []);
  });

  it('that was left is taken over by one of many at a time', async () => {
    await leave('file', 31);
    let [atWork, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++atWork);
      await sleep(20);
      atWork--;
    };
    const path = join(folder, 'file');
    const start = performance.now();
    await Promise.all(Array.from({length: 10}, () => withFileLock(path, work)));
    assert.ok(performance.now() - start < 5000);
    assert.equal(most, 1);
    assert.deepEqual(await readdir(folder), []);
  });

  it('that was left is not held by who took it over before another did', async () => {
    const lock = await leave('file', 31);
    let done = false;
    const working = withFileLock(join(folder, 'file'), () => Promise.resolve((done = true)));
    while (readFileSync(lock, 'utf8') === '') await setImmediate();
    // The other looked at the lock before, and comes a little later.
    await sleep(50);
    writeFileSync(lock, 'another');
    await sleep(600);
    assert.equal(done, false);
    await rm(lock);
    await working;
  });

  it('that was left is taken over where the clock was set back since', async () => {
    await leave('file', -3600);
    assert.equal(await withFileLock(join(folder, 'file'), () => Promise.resolve('done')), 'done');
  });

  it('is waited for while it may still be held', async () => {
    const lock = await leave('file', 20);
    let done = false;
    const working = withFileLock(join(folder, 'file'), () => Promise.resolve((done = true)));
    await sleep(600);
    assert.equal(done, false);
    await rm(lock);
    await working;
  });

  it('stays where another has taken it over meanwhile', async () => {
    const lock = join(folder, 'file.lock');
    await withFileLock(join(folder, 'file'), () => writeFile(lock, 'another'));
    assert.equal(await readFile(lock, 'utf8'), 'another');
  });
});

describe('The secret of tokens', () => {
  it('is read at once where a killed process has left its lock, and made where there is none', async () => {
    const secret = await tokenSecret(folder, 'sandbox');
    await leave('token-secret-sandbox', 0);
    await leave('token-secret-live', 31);
    const start = performance.now();
    assert.deepEqual(await tokenSecret(folder, 'sandbox'), secret);
    assert.ok(performance.now() - start < 1000, 'nobody waits for a lock that is not needed');
    assert.equal((await tokenSecret(folder, 'live')).length, 32);
  });

  it('is the same for all who make it at once', async () => {
    const secrets = await Promise.all(Array.from({length: 8}, () => tokenSecret(folder, 'live')));
    for (const secret of secrets) assert.deepEqual(secret, secrets[0]);
  });
});
