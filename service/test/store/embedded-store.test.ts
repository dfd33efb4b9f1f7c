import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {existsSync, statSync} from 'node:fs';
import {
  copyFile,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, afterEach, before, describe, it} from 'node:test';
import {DatabaseSync} from '@photostructure/sqlite';
import {EmbeddedStore, type EmbeddedStoreOptions} from '../../src/store/embedded-store.js';
import {ExpiringTable} from '../../src/store/expiring-table.js';
import {SettingsError} from '../../src/settings/settings-error.js';
import {programOf} from '../../../test/program.js';
import {expiringStoreContract} from './expiring-store-contract.js';
import {temporaryFolder} from '../service-fixture.js';

const MIB = 1024 * 1024;
const HOUR = 3_600_000;
const bytes = (text: string) => Buffer.from(text);

describe('The embedded store', () => {
  let dataFolder: string;
  const opened: EmbeddedStore[] = [];
  const losses: string[] = [];
  const openIt = async (options: Partial<EmbeddedStoreOptions> = {}) => {
    const store = await EmbeddedStore.open({
      dataFolder,
      limit: 64 * MIB,
      onError: (error) => {
        throw error;
      },
      onLoss: (movedTo) => losses.push(movedTo),
      ...options,
    });
    opened.push(store);
    return store;
  };
  const inFolder = (name: string) => join(dataFolder, 'remembered', name);
  const file = () => inFolder('answers.db');
  const movedAside = async () =>
    (await readdir(dataFolder)).filter((name) => name !== 'remembered').sort();
  const sizeOf = () => {
    const table = new ExpiringTable(file(), 'temporary', 5000);
    const {size} = table;
    table.close();
    return size;
  };
  const fill = async (count: number) => {
    const store = await openIt();
    await Promise.all(
      Array.from({length: count}, (_, i) => store.putIfAbsent(`k${i}`, randomBytes(9000), HOUR)),
    );
    return store;
  };

  before(async () => {
    dataFolder = await temporaryFolder();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
    for (const name of await readdir(dataFolder))
      await rm(join(dataFolder, name), {recursive: true});
    losses.length = 0;
  });
  after(() => rm(dataFolder, {recursive: true, force: true}));

  expiringStoreContract(() => openIt());

  it('is in a folder that only its owner can enter', async () => {
    await mkdir(join(dataFolder, 'remembered'), {mode: 0o755});
    await openIt();
    const {mode} = await stat(join(dataFolder, 'remembered'));
    assert.equal(mode & 0o777, 0o700);
  });

  it('removes the unused files of the first version', async () => {
    await mkdir(join(dataFolder, 'remembered'));
    await writeFile(inFolder('data.mdb'), randomBytes(10_000));
    const store = await openIt();
    assert.ok(!existsSync(inFolder('data.mdb')));
    assert.equal(await store.putIfAbsent('key', bytes('a'), HOUR), undefined);
    assert.deepEqual(losses, []);
  });

  it('names the folder if it cannot be opened', async () => {
    await mkdir(file(), {recursive: true});
    await assert.rejects(openIt(), (error) => {
      assert.ok(error instanceof SettingsError);
      assert.ok(error.message.includes(join(dataFolder, 'remembered')));
      return true;
    });
  });

  it('stores a manifest without its padding', async () => {
    const store = await openIt();
    const value = Buffer.concat([randomBytes(3000), Buffer.alloc(13_000), randomBytes(64)]);
    for (let i = 0; i < 100; i++) await store.putIfAbsent(`manifest ${i}`, value, HOUR);
    const found = await store.putIfAbsent('manifest 7', bytes('x'), HOUR);
    assert.ok(found && value.equals(found));
    assert.ok(sizeOf() < 100 * 6000);
  });

  it('removes expired values in the background', async () => {
    const store = await openIt({upkeepEvery: 20});
    await Promise.all(
      Array.from({length: 500}, (_, i) => store.putIfAbsent(`gone ${i}`, randomBytes(9000), 3000)),
    );
    await store.putIfAbsent('stays', bytes('x'), HOUR);
    const full = sizeOf();
    assert.ok(full > 4 * MIB);
    await until(() => sizeOf() < full / 100);
    assert.ok(await isThere(store, 'stays'));
  });

  it('removes the oldest removable values if space is short, and none that is held', async () => {
    const store = await openIt({limit: 2 * MIB, upkeepEvery: 20});
    for (let i = 0; i < 600; i++) {
      // This value is held, and expires earlier than any answer.
      await store.putIfAbsent(`held ${i}`, bytes('held'), HOUR / 2);
      await store.putIfAbsent(`answer ${i}`, bytes('mark'), HOUR / 2);
      const to = {value: randomBytes(9000), lifetime: HOUR, keep: 'while-room'} as const;
      assert.equal(await store.replace(`answer ${i}`, bytes('mark'), to), true);
    }
    await until(() => sizeOf() < 2.5 * MIB);
    await sleep(100);
    assert.ok(sizeOf() > MIB, `${sizeOf()} are left`);
    for (let i = 0; i < 600; i += 50) assert.ok(await isThere(store, `held ${i}`), `held ${i}`);
    assert.ok(await isThere(store, 'answer 599'));
    assert.ok(!(await isThere(store, 'answer 0')));
  });

  /** Starts a process that writes, ends it with kill -9, and returns the names that it had printed. */
  const killWriter = async (count: number, upkeepEvery: number): Promise<string[]> => {
    const child = spawn(
      process.execPath,
      [...programOf('service/test/store/embedded-store-child.ts'), dataFolder, `${upkeepEvery}`],
      {stdio: ['ignore', 'pipe', 'inherit']},
    );
    const said: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    await until(() => said.join('').split('\n').length > count);
    child.kill('SIGKILL');
    await once(child, 'exit');
    return said.join('').split('\n').slice(0, -1);
  };

  it('keeps what it has confirmed through a kill -9', async () => {
    const names = await killWriter(200, 20);
    const store = await openIt();
    for (const name of names) assert.ok(await isThere(store, name), name);
    assert.deepEqual(losses, []);
  });

  it('keeps what was set before if a power cut damaged its log', async () => {
    const store = await openIt();
    await store.putIfAbsent('on disk', bytes('a'), HOUR);
    await opened.pop()?.close();
    // What was checkpointed into the file is on disk, and so is its log; a power cut damages the rest.
    const names = await killWriter(100, HOUR);
    // The disk without the index of the log, which is in memory.
    const cut = join(dataFolder, 'cut');
    await mkdir(join(cut, 'remembered'), {recursive: true});
    const log = join(cut, 'remembered/answers.db-wal');
    await copyFile(file(), join(cut, 'remembered/answers.db'));
    await copyFile(inFolder('answers.db-wal'), log);
    const {size} = await stat(log);
    const handle = await open(log, 'r+');
    // The end of the log was never written, and the page before it only partly.
    await handle.truncate(Math.floor(size * 0.8));
    await handle.write(Buffer.alloc(3000), 0, 3000, Math.floor(size * 0.6));
    await handle.close();
    const again = await openIt({dataFolder: cut});
    assert.ok(await isThere(again, 'on disk'));
    const there = [];
    for (const name of names) there.push(await isThere(again, name));
    assert.ok(there[0]);
    assert.ok(!there.at(-1));
    assert.equal(there.lastIndexOf(true), there.indexOf(false) - 1, 'nothing within is missing');
    assert.deepEqual(losses, []);
  });

  it('keeps its values when it is closed', async () => {
    const store = await openIt();
    await store.putIfAbsent('key', bytes('a'), HOUR);
    await opened.pop()?.close();
    assert.ok(await isThere(await openIt(), 'key'));
    assert.deepEqual(losses, []);
  });

  it('completes pending calls before it closes, and rejects later ones', async () => {
    const store = await openIt();
    const asked = Array.from({length: 50}, (_, i) =>
      store.putIfAbsent(`late ${i}`, bytes('x'), HOUR),
    );
    await store.close();
    assert.deepEqual(new Set(await Promise.all(asked)), new Set([undefined]));
    await assert.rejects(store.putIfAbsent('later', bytes('x'), HOUR), /closed/);
  });

  it('keeps at most one damaged file, the last', async () => {
    for (const time of [1111, 3333, 2222]) {
      await mkdir(join(dataFolder, `remembered.damaged-${time}`));
      await writeFile(join(dataFolder, `remembered.damaged-${time}`, 'answers.db'), 'x');
    }
    await mkdir(join(dataFolder, 'remembered'));
    await writeFile(file(), 'no database at all');
    await openIt();
    assert.equal(losses.length, 1);
    assert.deepEqual(await movedAside(), [basename(losses[0]!)]);
  });

  it('ignores a value whose bytes have changed on disk', async () => {
    await (await openIt()).putIfAbsent('key', bytes('value'), HOUR);
    await opened.pop()?.close();
    const database = new DatabaseSync(file());
    database.prepare('UPDATE entries SET value = ? WHERE key = ?').run(bytes('valuf'), 'key');
    database.close();
    const spoiled: number[] = [];
    const store = await openIt({onSpoiled: (count) => spoiled.push(count)});
    assert.equal(await store.putIfAbsent('key', bytes('new'), HOUR), undefined);
    assert.deepEqual(spoiled, [1], 'and says how many there were');
    assert.ok(bytes('new').equals((await store.putIfAbsent('key', bytes('newer'), HOUR))!));
    assert.deepEqual(losses, []);
  });

  it("ignores a value in another key's row", async () => {
    await (await openIt()).putIfAbsent('key', bytes('value'), HOUR);
    await opened.pop()?.close();
    const database = new DatabaseSync(file());
    database.prepare('UPDATE entries SET key = ?').run('another');
    database.close();
    assert.ok(!(await isThere(await openIt(), 'another')));
  });

  const damages: [what: string, damage: (path: string) => Promise<void>][] = [
    ['was cut in half', async (path) => truncate(path, (await stat(path)).size >> 1)],
    ['was cut within its first page', (path) => truncate(path, 1000)],
    ['is another file', (path) => writeFile(path, randomBytes(100_000))],
    [
      'was overwritten after its first pages',
      async (path) => {
        const {size} = await stat(path);
        const handle = await open(path, 'r+');
        await handle.write(randomBytes(size - 8192), 0, size - 8192, 8192);
        await handle.close();
      },
    ],
  ];
  for (const [what, damage] of damages) {
    it(`is moved aside and created again if its file ${what}`, async () => {
      await fill(200);
      await opened.pop()?.close();
      await damage(file());
      const anew = await openIt();
      for (let i = 0; i < 200; i++) {
        const found = await anew.putIfAbsent(`k${i}`, bytes('new'), HOUR);
        assert.ok(
          found === undefined || found.length === 9000,
          `k${i} has what was stored, or none`,
        );
      }
      const [loss] = losses;
      assert.ok(loss !== undefined && losses.length === 1);
      assert.ok((await readdir(loss)).includes('answers.db'));
      assert.ok(await isThere(anew, 'k199'));
    });

    it(`continues with a new file if its file ${what} while it was open`, async () => {
      const store = await fill(200);
      // Values that are not in the file yet are not read from it.
      const database = new DatabaseSync(file());
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
      await damage(file());
      for (let i = 0; i < 400; i++) await store.putIfAbsent(`k${i}`, randomBytes(9000), HOUR);
      for (let i = 200; i < 400; i++) assert.ok(await isThere(store, `k${i}`));
      assert.ok(losses.length <= 1);
    });
  }

  it('follows another process that has created a new file', async () => {
    const store = await openIt({upkeepEvery: 20});
    await store.putIfAbsent('key', bytes('a'), HOUR);
    await rename(join(dataFolder, 'remembered'), join(dataFolder, 'remembered.damaged-1'));
    const other = await openIt();
    await other.putIfAbsent('set there', bytes('b'), HOUR);
    for (const end = Date.now() + 20_000; !(await isThere(store, 'set there')); await sleep(20)) {
      assert.ok(Date.now() < end, 'waited too long');
    }
    assert.deepEqual(losses, []);
  });

  it('does not touch the new file that another process has created in place of a damaged one', async () => {
    const stores = [await fill(200), await openIt()];
    for (const store of stores) assert.ok(await isThere(store, 'k0'));
    const database = new DatabaseSync(file());
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    await truncate(file(), 8192);
    for (const [i, store] of stores.entries()) {
      for (let k = 0; k < 200; k++) await store.putIfAbsent(`new ${k}`, bytes(`${i}`), HOUR);
    }
    assert.equal(losses.length, 1);
    const found = await stores[1]!.putIfAbsent('new 199', bytes('x'), HOUR);
    assert.ok(bytes('0').equals(found!), 'both have the same file');
  });

  it('detects damage in the background, too', async () => {
    const store = await openIt({upkeepEvery: 200});
    const database = new DatabaseSync(file());
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    await writeFile(file(), randomBytes(100_000));
    await until(() => losses.length === 1);
    await store.putIfAbsent('key', bytes('a'), HOUR);
    assert.ok(await isThere(store, 'key'));
  });

  it('waits for another process that is writing, without blocking the event loop', async () => {
    const store = await openIt();
    const database = new DatabaseSync(file());
    database.exec('BEGIN IMMEDIATE');
    let isSet = false;
    const setting = store.putIfAbsent('key', bytes('a'), HOUR).then(() => (isSet = true));
    await sleep(50);
    assert.ok(!isSet);
    database.exec('COMMIT');
    database.close();
    await setting;
    assert.ok(await isThere(store, 'key'));
  });

  it('checkpoints its log in the background', async () => {
    await openIt({upkeepEvery: 20});
    await fill(50);
    await until(() => statSync(inFolder('answers.db-wal')).size === 0);
    assert.ok((await stat(file())).size > 50 * 9000);
  });

  it('continues if its thread ends, reports that, and starts another', async () => {
    const errors: unknown[] = [];
    const script = join(dataFolder, 'ends.mjs');
    const starts = join(dataFolder, 'starts');
    await writeFile(
      script,
      `import {appendFileSync} from 'node:fs';
       appendFileSync(${JSON.stringify(starts)}, 'x');
       throw new Error('a bug');`,
    );
    const store = await openIt({
      onError: (error) => errors.push(error),
      upkeepScript: {filename: script, execArgv: undefined},
    });
    await until(() => errors.length === 2);
    assert.deepEqual(errors.map(String), [
      'Error: a bug',
      'Error: The upkeep of the store has ended, and is started again.',
    ]);
    await store.putIfAbsent('key', bytes('a'), HOUR);
    assert.ok(await isThere(store, 'key'));
    await until(() => errors.length === 4);
    assert.equal((await stat(starts)).size, 2);
  });
});

async function isThere(store: EmbeddedStore, key: string): Promise<boolean> {
  const probe = bytes('probe');
  const found = await store.putIfAbsent(key, probe, 1);
  return found !== undefined;
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !condition(); await sleep(10)) {
    assert.ok(Date.now() < end, 'waited too long');
  }
}
