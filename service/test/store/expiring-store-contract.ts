import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {setTimeout as sleep} from 'node:timers/promises';
import {it} from 'node:test';
import type {ExpiringStore} from '../../src/store/expiring-store.js';

const LONG = 60_000;
const bytes = (text: string) => Buffer.from(text);

/** The contract of every store. `open` opens the same store each time, and closes it after the test. */
export function expiringStoreContract(open: () => Promise<ExpiringStore>): void {
  it('sets a value once, and returns the existing one', async () => {
    const store = await open();
    const value = randomBytes(20_000);
    assert.equal(await store.putIfAbsent('key', value, LONG), undefined);
    assert.deepEqual(Buffer.from((await store.putIfAbsent('key', bytes('b'), LONG))!), value);
    assert.equal(await store.putIfAbsent('another', bytes('b'), LONG), undefined);
  });

  it('sets an empty value, and returns it', async () => {
    const store = await open();
    assert.equal(await store.putIfAbsent('key', Buffer.alloc(0), LONG), undefined);
    assert.equal((await store.putIfAbsent('key', bytes('b'), LONG))?.length, 0);
  });

  it('deletes a value when it expires', async () => {
    const store = await open();
    await store.putIfAbsent('key', bytes('a'), 800);
    assert.ok(await store.putIfAbsent('key', bytes('b'), LONG));
    await sleep(850);
    assert.equal(await store.putIfAbsent('key', bytes('c'), LONG), undefined);
    assert.deepEqual(Buffer.from((await store.putIfAbsent('key', bytes('d'), 1))!), bytes('c'));
  });

  it('replaces only the expected value, with a new lifetime', async () => {
    const store = await open();
    const to = {value: bytes('b'), lifetime: LONG, keep: 'while-room'} as const;
    assert.equal(await store.replace('key', bytes('a'), to), false);
    await store.putIfAbsent('key', bytes('a'), 800);
    assert.equal(await store.replace('key', bytes('x'), to), false);
    assert.equal(await store.replace('key', bytes('a'), to), true);
    await sleep(850);
    assert.deepEqual(Buffer.from((await store.putIfAbsent('key', bytes('c'), 1))!), bytes('b'));
  });

  it('replaces no expired value', async () => {
    const store = await open();
    await store.putIfAbsent('key', bytes('a'), 50);
    await sleep(100);
    const to = {value: bytes('b'), lifetime: LONG, keep: 'held'} as const;
    assert.equal(await store.replace('key', bytes('a'), to), false);
  });

  it('removes only the expected value', async () => {
    const store = await open();
    await store.putIfAbsent('key', bytes('a'), LONG);
    await store.remove('key', bytes('x'));
    assert.ok(await store.putIfAbsent('key', bytes('b'), LONG));
    await store.remove('key', bytes('a'));
    assert.equal(await store.putIfAbsent('key', bytes('b'), LONG), undefined);
  });

  it('lets one of many simultaneous calls set a value, and one replace it', async () => {
    const stores = [await open(), await open()];
    const many = <T>(act: (store: ExpiringStore, one: number) => Promise<T>) =>
      Promise.all(Array.from({length: 50}, (_, i) => act(stores[i % 2]!, i)));
    const found = await many((store, i) => store.putIfAbsent('key', bytes(`${i}`), LONG));
    assert.equal(found.filter((one) => one === undefined).length, 1);
    const set = await stores[0]!.putIfAbsent('key', bytes('x'), LONG);
    const replaced = await many((store, i) =>
      store.replace('key', set!, {value: bytes(`new ${i}`), lifetime: LONG, keep: 'held'}),
    );
    assert.equal(replaced.filter(Boolean).length, 1);
  });
}
