import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {mkdir, open, readdir, rm, stat, truncate, writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, afterEach, before, describe, it} from 'node:test';
import {EmbeddedStore, openDatabases} from '../../../src/service/store/expiring-store-embedded.js';
import {openStoreFile, type StoreLoss} from '../../../src/service/store/expiring-store-file.js';
import {programOf} from '../../program.js';
import {expiringStoreContract} from './expiring-store-contract.js';
import {temporaryFolder} from '../service-fixture.js';

const MIB = 1024 * 1024;
const HOUR = 3_600_000;
const bytes = (text: string) => Buffer.from(text);
const unexpected = (error: unknown) => {
  throw error;
};

describe('The embedded store', () => {
  let dataFolder: string;
  const opened: EmbeddedStore[] = [];
  const losses: StoreLoss[] = [];
  const openIt = async (bootId?: string, checkTime?: number) => {
    const store = await openStoreFile({
      dataFolder,
      limit: 64 * MIB,
      bootId,
      checkTime,
      onError: unexpected,
      onLoss: (loss) => losses.push(loss),
    });
    opened.push(store);
    return store;
  };
  const inFolder = (name: string) => join(dataFolder, 'remembered', name);
  const movedAside = async () =>
    (await readdir(dataFolder)).filter((name) => name !== 'remembered').sort();

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

  it('is in a folder that only its owner may enter', async () => {
    await mkdir(join(dataFolder, 'remembered'), {mode: 0o755});
    await openIt();
    const {mode} = await stat(join(dataFolder, 'remembered'));
    assert.equal(mode & 0o777, 0o700);
  });

  it('removes in the background what is past its time', async () => {
    const store = new EmbeddedStore(await newFolder(), {
      limit: 64 * MIB,
      flush: 'at-close',
      onError: unexpected,
      sweepEvery: 20,
    });
    opened.push(store);
    await Promise.all(
      Array.from({length: 500}, (_, i) => store.putIfAbsent(`gone ${i}`, randomBytes(9000), 500)),
    );
    await store.putIfAbsent('stays', bytes('x'), HOUR);
    const full = store.size;
    assert.ok(full > 4 * MIB);
    await until(() => store.size < full / 100);
    assert.deepEqual(await store.putIfAbsent('stays', bytes('y'), HOUR), bytes('x'));
  });

  it('lets the oldest that may go go where room is short, and nothing that is held', async () => {
    const store = new EmbeddedStore(await newFolder(), {
      limit: 2 * MIB,
      flush: 'at-close',
      onError: unexpected,
      sweepEvery: 20,
    });
    opened.push(store);
    for (let i = 0; i < 600; i++) {
      // Held, and sooner at their end than any answer.
      await store.putIfAbsent(`held ${i}`, bytes('held'), HOUR / 2);
      await store.putIfAbsent(`answer ${i}`, bytes('mark'), HOUR / 2);
      const to = {value: randomBytes(9000), lifetime: HOUR, keep: 'while-room'} as const;
      assert.equal(await store.replace(`answer ${i}`, bytes('mark'), to), true);
    }
    await until(() => store.size < 2.5 * MIB);
    await sleep(100);
    assert.ok(store.size > MIB, `${store.size} are left`);
    for (let i = 0; i < 600; i += 50) assert.ok(await isThere(store, `held ${i}`), `held ${i}`);
    assert.ok(await isThere(store, 'answer 599'));
    assert.ok(!(await isThere(store, 'answer 0')));
  });

  it('keeps what it has said is set through a kill -9', async () => {
    const child = spawn(
      process.execPath,
      [...programOf('test/service/store/expiring-store-child.ts'), dataFolder],
      {stdio: ['ignore', 'pipe', 'inherit']},
    );
    const said: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    await until(() => said.join('').split('\n').length > 200);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const names = said.join('').split('\n').slice(0, -1);
    const store = await openIt();
    assert.deepEqual(losses, []);
    for (const name of names) assert.ok(await isThere(store, name), name);
  });

  it('keeps its values through a clean end and a restart of the machine', async () => {
    const store = await openIt('first start');
    await store.putIfAbsent('key', bytes('a'), HOUR);
    await opened.pop()?.close();
    assert.deepEqual(
      await (await openIt('second start')).putIfAbsent('key', bytes('b'), 1),
      bytes('a'),
    );
    assert.deepEqual(losses, []);
  });

  it('is not read beforehand where it is as it was closed', async () => {
    await (await openIt('first start')).putIfAbsent('key', bytes('a'), HOUR);
    await opened.pop()?.close();
    const again = await openIt('second start', 1);
    assert.deepEqual(losses, []);
    assert.deepEqual(await again.putIfAbsent('key', bytes('b'), 1), bytes('a'));
  });

  it('begins anew where reading what a killed process has left takes too long', async () => {
    await (await openIt()).putIfAbsent('key', bytes('a'), HOUR);
    await opened.pop()?.close();
    await rm(inFolder('flushed'));
    const anew = await openIt(undefined, 1);
    assert.deepEqual(
      losses.map(({reason}) => reason),
      ['too-slow'],
    );
    assert.equal((await movedAside()).length, 1);
    assert.equal(await anew.putIfAbsent('key', bytes('b'), HOUR), undefined);
  });

  it('keeps one at most that was moved aside, the last', async () => {
    for (const time of [1111, 3333, 2222]) {
      await mkdir(join(dataFolder, `remembered.damaged-${time}`));
      await writeFile(join(dataFolder, `remembered.damaged-${time}`, 'data.mdb'), 'x');
    }
    await openIt();
    assert.deepEqual(await movedAside(), ['remembered.damaged-3333']);
    await opened.pop()?.close();
    await writeFile(inFolder('data.mdb'), 'x');
    await openIt();
    const [loss] = losses;
    assert.ok(loss?.reason === 'damaged');
    assert.deepEqual(await movedAside(), [basename(loss.movedTo)]);
  });

  it('takes a value whose bytes have changed on disk for none', async () => {
    await (await openIt()).putIfAbsent('key', bytes('value'), HOUR);
    await opened.pop()?.close();
    const {root, values} = openDatabases(join(dataFolder, 'remembered'), 'at-close');
    const {value, version} = values.getEntry('key')!;
    const changed = Buffer.from(value);
    changed[changed.length - 1]! ^= 1;
    await values.put('key', changed, version!);
    await root.close();
    const store = await openIt();
    assert.equal(await store.putIfAbsent('key', bytes('new'), HOUR), undefined);
    assert.deepEqual(await store.putIfAbsent('key', bytes('newer'), HOUR), bytes('new'));
    assert.deepEqual(losses, []);
  });

  it('begins anew where the machine went off while it was open', async () => {
    const store = await openIt('first start');
    await openIt('first start');
    await store.putIfAbsent('key', bytes('a'), HOUR);
    // One of two processes ends, and the other goes on until the power is cut.
    await opened.pop()?.close();
    await until(() => !existsSync(inFolder('flushed')));
    const anew = await openIt('second start');
    assert.deepEqual(losses, [{reason: 'not-flushed'}]);
    assert.equal(await anew.putIfAbsent('key', bytes('b'), HOUR), undefined);
    assert.deepEqual(await movedAside(), [], 'no power cut leaves a folder behind');
  });

  const damages: [what: string, damage: (path: string) => Promise<void>][] = [
    ['was cut in half', async (path) => truncate(path, (await stat(path)).size >> 1)],
    ['was cut within its first page', (path) => truncate(path, 1000)],
    ['is another file', (path) => writeFile(path, randomBytes(100_000))],
    [
      'was overwritten behind its first pages',
      async (path) => {
        const {size} = await stat(path);
        const handle = await open(path, 'r+');
        await handle.write(randomBytes(size - 8192), 0, size - 8192, 8192);
        await handle.close();
      },
    ],
  ];
  for (const [what, damage] of damages) {
    it(`is moved aside and begun anew where its file ${what}`, async () => {
      const store = await openIt();
      await Promise.all(
        Array.from({length: 200}, (_, i) => store.putIfAbsent(`k${i}`, randomBytes(9000), HOUR)),
      );
      await opened.pop()?.close();
      await damage(inFolder('data.mdb'));
      const anew = await openIt();
      const [loss] = losses;
      assert.ok(loss?.reason === 'damaged');
      assert.equal(await anew.putIfAbsent('k1', bytes('new'), HOUR), undefined);
      assert.ok((await readdir(loss.movedTo)).includes('data.mdb'));
    });
  }

  async function newFolder(): Promise<string> {
    const folder = join(dataFolder, 'remembered');
    await mkdir(folder, {recursive: true});
    return folder;
  }
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
