import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {setImmediate as turn} from 'node:timers/promises';
import {Room} from '../../src/inspection/room.js';

describe('The memory limit for files', () => {
  const never = new AbortController().signal;

  it('admits as many small files as there are lanes, and the next when one is done', async () => {
    const room = new Room(100, 2);
    const entered: string[] = [];
    const enter = (name: string) => {
      const entry = room.enter(1, never);
      void entry.then(() => entered.push(name));
      return entry;
    };
    const first = await enter('first');
    await enter('second');
    void enter('third');
    await turn();
    assert.deepEqual(entered, ['first', 'second']);
    first();
    first();
    void enter('fourth');
    await turn();
    assert.deepEqual(entered, ['first', 'second', 'third']);
  });

  it('is reserved completely for a file of that size or larger, in its turn', async () => {
    const room = new Room(100, 4);
    const entered: string[] = [];
    const small = await room.enter(1, never);
    const large = room.enter(1000, never);
    void large.then(() => entered.push('large'));
    void room.enter(1, never).then(() => entered.push('small'));
    await turn();
    assert.deepEqual(entered, []);
    small();
    await turn();
    assert.deepEqual(entered, ['large']);
    (await large)();
    await turn();
    assert.deepEqual(entered, ['large', 'small']);
  });

  it('is not reserved for a file whose request was aborted', async () => {
    const room = new Room(100, 4);
    const leave = await room.enter(60, never);
    const impatient = new AbortController();
    const large = room.enter(100, impatient.signal);
    const small = room.enter(1, never);
    impatient.abort(new Error('No more.'));
    await assert.rejects(large, /No more/);
    (await small)();
    leave();
    await room.enter(100, never);
  });
});
