import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Environment} from '../../src/environment.js';
import {FairQueue, type Waiting} from '../../src/engine/fair-queue.js';

function setup(threads: number, length = 64) {
  let time = 0;
  const queue = new FairQueue(threads, length, () => time);
  const started: string[] = [];
  const gaveWay: string[] = [];
  const job = (name: string, environment: Environment = 'sandbox'): Waiting => ({
    owner: {key: name.slice(0, 1), environment},
    start: () => void started.push(name),
    giveWay: () => void gaveWay.push(name),
  });
  const add = (...names: string[]) => names.map((name) => queue.add(job(name)));
  const addLive = (name: string) => queue.add(job(name, 'live'));
  const end = (key: string, took: number, environment: Environment = 'sandbox') => {
    time += took;
    queue.end({owner: {key, environment}}, took);
  };
  return {queue, started, gaveWay, job, add, addLive, end};
}

describe('The queue of the engine', () => {
  it('alternates between keys, however many jobs one of them has', () => {
    const {started, add, end} = setup(1);
    add('a1', 'a2', 'a3', 'b1', 'b2');
    for (const key of ['a', 'b', 'a', 'b']) end(key, 100);
    assert.deepEqual(started, ['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('starts live jobs before those of the sandbox', () => {
    const {started, add, addLive, end} = setup(1);
    add('a1', 'a2', 'b1');
    addLive('l1');
    addLive('l2');
    end('a', 100);
    end('l', 100, 'live');
    end('l', 100, 'live');
    assert.deepEqual(started, ['a1', 'l1', 'l2', 'b1']);
  });

  it('charges each key for the time that its files take', () => {
    const {started, add, end} = setup(1);
    add('a1', 'a2', 'b1', 'b2', 'b3', 'b4');
    end('a', 900);
    for (let i = 0; i < 3; i++) end('b', 100);
    assert.deepEqual(started, ['a1', 'b1', 'b2', 'b3', 'b4'], 'a has had 900 ms, b 300');
  });

  it('reserves a thread for jobs that need no remote signature while all running jobs wait for one', () => {
    const {queue, started, job, add} = setup(3);
    const signing = (name: string) => ({...job(name), signsElsewhere: true});
    for (const name of ['a1', 'b1', 'c1', 'd1']) queue.add(signing(name));
    assert.deepEqual(started, ['a1', 'b1'], 'two of three');
    add('d2', 'e1');
    assert.deepEqual(started.slice(2), ['d2'], 'also of a key whose other job waits');
    queue.end({owner: job('d2').owner}, 10);
    assert.deepEqual(started.slice(3), ['e1']);
    queue.end({owner: job('a1').owner, signsElsewhere: true}, 10);
    assert.deepEqual(started.slice(4), ['c1']);
  });

  it('reserves a thread for others while a key has slow files', () => {
    const {queue, started, add, addLive, end} = setup(2);
    add('a1', 'a2', 'a3', 'a4');
    end('a', 6000);
    assert.deepEqual(started, ['a1', 'a2'], 'one of two');
    assert.equal(queue.waiting, 2);
    addLive('l1');
    assert.deepEqual(started.slice(2), ['l1'], 'the free thread starts it at once');
    end('a', 6000);
    assert.deepEqual(started.slice(3), ['a3']);
  });

  it('gives a key all threads while its files are fast', () => {
    const {started, add, end} = setup(2);
    add('a1', 'a2', 'a3', 'a4');
    end('a', 200);
    end('a', 200);
    assert.deepEqual(started, ['a1', 'a2', 'a3', 'a4']);
  });

  it('has space for a key although another has filled its share', () => {
    const {gaveWay, add, addLive} = setup(1, 3);
    assert.deepEqual(add('a1', 'a2', 'a3', 'a4', 'a5'), [true, true, true, true, false]);
    assert.deepEqual(add('b1'), [true]);
    assert.deepEqual(gaveWay, ['a4']);
    assert.ok(addLive('l1'));
    assert.deepEqual(gaveWay, ['a4', 'a3']);
    assert.deepEqual(add('a6', 'b2'), [false, false]);
  });

  it('accepts no sandbox job while live jobs fill it', () => {
    const {gaveWay, add, addLive} = setup(1, 1);
    add('a1');
    addLive('l1');
    assert.deepEqual(add('a2'), [false]);
    assert.deepEqual(gaveWay, []);
  });

  it('does not start a job that was removed', () => {
    const {queue, started, job, add, end} = setup(1);
    add('a1');
    const other = job('b1');
    queue.add(other);
    queue.remove(other);
    end('a', 100);
    assert.deepEqual(started, ['a1']);
    assert.equal(queue.waiting, 0);
  });
});
