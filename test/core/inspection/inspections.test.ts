import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Inspections, type FileInspection} from '../../../src/core/inspection/inspections.js';
import type {Opinions, VerifyMode} from '../../../src/core/inspection/opinions.js';
import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import type {FileFacts} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {settled} from '../../settled.js';

interface Asked {
  name: string;
  verify?: VerifyMode;
  signal: AbortSignal;
  onProgress: (share: number) => void;
  answer: (state?: 'valid' | 'none') => void;
  fail: (code: ErrorCode, options?: {retryAfter?: number}) => void;
}

const opinions = (labelState: 'valid' | 'none' = 'valid'): Opinions => ({
  result: {labelValid: labelState === 'valid', labelState, reason: '', checks: []},
});

/** All verifiers answer when the test allows it. */
function setup() {
  const asked: Asked[] = [];
  const read: {name: string; signal: AbortSignal; answer: () => void; fail: () => void}[] = [];
  const ended: string[] = [];
  const pauses: {milliseconds: number; signal: AbortSignal; end: () => void}[] = [];
  let changes = 0;
  const inspections = new Inspections({
    ask: (file, {verify, signal, onProgress}) =>
      new Promise((resolve, reject) =>
        asked.push({
          name: (file as File).name,
          verify,
          signal,
          onProgress,
          answer: (state) => resolve(opinions(state)),
          fail: (code, options) => reject(new SealedCaptureError(code, 'failed', options)),
        }),
      ),
    facts: (file, signal) =>
      new Promise<FileFacts>((resolve, reject) =>
        read.push({
          name: (file as File).name,
          signal,
          answer: () => resolve({sha256: (file as File).name}),
          fail: () => reject(new SealedCaptureError('worker_unavailable', 'none')),
        }),
      ),
    onChange: () => changes++,
    onSettled: ({file}) => void ended.push((file as File).name),
    pause: (milliseconds, signal) => new Promise((end) => pauses.push({milliseconds, signal, end})),
    now: () => 1_000,
  });
  const add = (...names: string[]) => inspections.add(names.map((name) => new File(['x'], name)));
  return {
    inspections,
    asked,
    read,
    ended,
    pauses,
    add,
    names: () => asked.map(({name}) => name),
    states: () => inspections.files.map(({progress}) => progress.name),
    changes: () => changes,
    /** The latest request for this file. */
    of: (name: string) => asked.filter((one) => one.name === name).at(-1) as Asked,
  };
}

const idOf = (inspection: FileInspection | undefined) => inspection?.id ?? -1;

describe('inspections of many files', () => {
  it('inspect two files at a time, in order, and the next as soon as one is done', async () => {
    const {add, names, of, states, ended} = setup();
    add('a', 'b', 'c', 'd');
    assert.deepEqual(names(), ['a', 'b']);
    assert.deepEqual(states(), ['working', 'working', 'waiting', 'waiting']);
    await settled(of('b').answer());
    assert.deepEqual(names(), ['a', 'b', 'c']);
    await settled(of('a').fail('too_large'));
    assert.deepEqual(names(), ['a', 'b', 'c', 'd']);
    assert.deepEqual(states(), ['failed', 'done', 'working', 'working']);
    assert.deepEqual(ended, ['b', 'a']);
  });

  it('queue files that are added later', () => {
    const {add, names} = setup();
    add('a', 'b');
    add('c');
    assert.deepEqual(names(), ['a', 'b']);
  });

  it('inspect the file that is shown first', async () => {
    const {inspections, add, names, of} = setup();
    const files = add('a', 'b', 'c', 'd');
    inspections.show(idOf(files[3]));
    await settled(of('a').answer());
    assert.deepEqual(names(), ['a', 'b', 'd']);
  });

  it('report the upload progress and the time of the verdict', async () => {
    const {inspections, add, of, changes} = setup();
    add('a');
    const before = changes();
    of('a').onProgress(0.5);
    assert.deepEqual(inspections.looked?.progress, {name: 'working', share: 0.5});
    assert.equal(changes(), before + 1);
    await settled(of('a').answer());
    const {progress} = inspections.looked;
    assert.equal(progress.name === 'done' && progress.at, 1_000);
  });

  it('abort a file that is canceled, and ignore its late answer', async () => {
    const {inspections, add, of, names, states, ended} = setup();
    const files = add('a', 'b', 'c');
    inspections.cancel(idOf(files[0]));
    assert.equal(of('a').signal.aborted, true);
    assert.deepEqual(names(), ['a', 'b', 'c'], 'the next takes its place');
    of('a').answer();
    of('a').onProgress(0.9);
    inspections.cancel(idOf(files[1]));
    await settled(of('b').fail('too_large'));
    assert.deepEqual(states(), ['cancelled', 'cancelled', 'working']);
    assert.deepEqual(ended, []);
  });

  it('cancel all files without a verdict, and no other', async () => {
    const {inspections, add, of, states} = setup();
    add('a', 'b', 'c');
    await settled(of('a').answer());
    inspections.cancel();
    assert.deepEqual(states(), ['done', 'cancelled', 'cancelled']);
    await settled();
    assert.equal(of('b').signal.aborted, true);
    assert.equal(of('c').signal.aborted, true);
  });

  it('retry one file, or all files without a verdict, with the same file object', async () => {
    const {inspections, add, of, states, names} = setup();
    const files = add('a', 'b', 'c');
    of('a').fail('network_failed');
    await settled(of('b').fail('network_failed'));
    inspections.cancel(idOf(files[2]));
    inspections.retry(idOf(files[1]), 'local');
    assert.deepEqual(states(), ['failed', 'working', 'cancelled']);
    assert.equal(of('b').verify, 'local');
    await settled(of('b').answer());
    inspections.retry();
    assert.deepEqual(states(), ['working', 'done', 'working']);
    assert.deepEqual(names(), ['a', 'b', 'c', 'b', 'a', 'c']);
    assert.equal(of('a').verify, undefined, 'another file is asked about as before');
  });

  it('keep the verifier that was chosen for a file until a service cannot be reached', async () => {
    const {inspections, add, of} = setup();
    const [file] = add('a');
    await settled(of('a').fail('network_failed'));
    inspections.retry(idOf(file), 'local');
    await settled(of('a').fail('worker_unavailable'));
    const {progress} = file!;
    assert.equal(progress.name === 'failed' && progress.verify, 'local');
    inspections.retry(idOf(file));
    inspections.cancel();
    inspections.retry(idOf(file));
    assert.equal(of('a').verify, 'local', 'what was to stay in this browser is not sent');
    await settled(of('a').fail('network_failed'));
    inspections.retry(idOf(file));
    assert.equal(of('a').verify, undefined);
  });

  it('show the neighbor of a file that is removed, and nothing after the last', () => {
    const {inspections, add, of} = setup();
    const [a, b] = add('a', 'b');
    inspections.remove(idOf(a));
    assert.equal(of('a').signal.aborted, true);
    assert.equal(inspections.looked, b);
    inspections.remove(idOf(b));
    assert.equal(inspections.looked, undefined);
    assert.deepEqual(inspections.files, []);
  });

  it('abort everything when they are cleared, and can be used again', async () => {
    const {inspections, add, of, ended} = setup();
    add('a', 'b', 'c');
    const early = of('a');
    inspections.clear();
    await settled(early.answer());
    assert.deepEqual([inspections.files, inspections.looked, ended], [[], undefined, []]);
    const [again] = add('a');
    assert.equal(inspections.looked, again);
  });

  it('abort requests while they are suspended, start nothing, and repeat them when they resume', async () => {
    const {inspections, add, of, names, states, read} = setup();
    add('a', 'b', 'c');
    await settled(of('a').answer());
    const [early, facts] = [of('b'), read[0]];
    inspections.suspend();
    assert.deepEqual([early.signal.aborted, facts?.signal.aborted], [true, true]);
    early.answer();
    facts?.answer();
    await settled(add('d'));
    assert.deepEqual(names(), ['a', 'b', 'c']);
    assert.deepEqual(states(), ['done', 'waiting', 'waiting', 'waiting']);
    inspections.resume();
    assert.deepEqual(names(), ['a', 'b', 'c', 'b', 'c']);
    assert.equal(read.length, 2, 'the file that is looked at is read again');
  });

  it('settle their promises: with the verdict, and also if there will be none', async () => {
    const {inspections, add, of} = setup();
    const [a, b, c] = add('a', 'b', 'c') as [FileInspection, FileInspection, FileInspection];
    const ends: string[] = [];
    const wait = (name: string, file: FileInspection) =>
      inspections.settled(file).then(() => ends.push(name));
    const all = [wait('a', a), wait('b', b), wait('c', c)];
    await settled(of('a').answer());
    assert.deepEqual(ends, ['a']);
    await settled(inspections.cancel(b.id));
    assert.deepEqual(ends, ['a', 'b']);
    inspections.clear();
    await Promise.all(all);
  });
});

describe('inspections of an element that leaves its page', () => {
  /** The outcome of the promise for the first of these files. */
  function waiting() {
    const made = setup();
    const [file] = made.add('a', 'b');
    const ends: string[] = [];
    void made.inspections.settled(file as FileInspection).then(() => ends.push('end'));
    return {...made, ends};
  }

  it('keep the promise pending if the element is only moved', async () => {
    const {inspections, of, ends, pauses} = waiting();
    inspections.suspend();
    inspections.resume();
    assert.equal(pauses[0]?.signal.aborted, true);
    await settled(pauses[0]?.end());
    assert.deepEqual(ends, []);
    await settled(of('a').answer());
    assert.deepEqual(ends, ['end']);
  });

  it('settle the promise if the element does not return', async () => {
    const {inspections, ends, pauses, states} = waiting();
    await settled(inspections.suspend());
    assert.deepEqual(ends, []);
    assert.equal(pauses[0]?.milliseconds, 0);
    await settled(pauses[0]?.end());
    assert.deepEqual(ends, ['end']);
    assert.deepEqual(states(), ['waiting', 'waiting']);
  });

  it('settle the promise even if reporting the file fails', async () => {
    const inspections = new Inspections({
      ask: () => Promise.resolve(opinions()),
      facts: () => Promise.resolve({sha256: ''}),
      onChange: () => undefined,
      onSettled: () => Promise.reject(new RangeError('Too deep.')),
    });
    const [file] = inspections.add([new File(['x'], 'a')]);
    await inspections.settled(file as FileInspection);
    assert.equal(file?.progress.name, 'done');
  });
});

describe('inspections of a service that asks for a delay', () => {
  it('delay every file as long as the service asks, and continue with the same file', async () => {
    const {inspections, add, of, names, states, pauses, ended} = setup();
    add('a', 'b', 'c', 'd');
    await settled(of('a').fail('rate_limited', {retryAfter: 9000}));
    assert.equal(inspections.isHeld, true);
    await settled(of('b').answer());
    assert.deepEqual(names(), ['a', 'b'], 'nothing is asked meanwhile');
    assert.deepEqual(states(), ['waiting', 'done', 'waiting', 'waiting']);
    assert.equal(pauses.at(-1)?.milliseconds, 9000);
    await settled(pauses.at(-1)?.end());
    assert.equal(inspections.isHeld, false);
    assert.deepEqual(names(), ['a', 'b', 'a', 'c']);
    assert.deepEqual(ended, ['b']);
  });

  it('wait at least a second, also if the service names no delay', async () => {
    const {add, of, pauses} = setup();
    add('a', 'b');
    await settled(of('a').fail('rate_limited', {retryAfter: 0}));
    assert.equal(pauses.at(-1)?.milliseconds, 1000);
    await settled(of('b').fail('rate_limited'));
    assert.equal(pauses.at(-1)?.milliseconds, 5000);
    assert.equal(pauses[0]?.signal.aborted, true, 'one pause in place of the other');
  });

  it('report the delay at once for a single file', async () => {
    const {add, of, states} = setup();
    add('a');
    await settled(of('a').fail('rate_limited', {retryAfter: 9000}));
    assert.deepEqual(states(), ['failed']);
  });

  it('fail a file that is refused again and again', async () => {
    const {add, of, states, pauses, asked} = setup();
    add('a', 'b');
    await settled(of('b').answer());
    for (let time = 0; time < 5; time++) {
      await settled(of('a').fail('rate_limited'));
      await settled(pauses.at(-1)?.end());
    }
    assert.deepEqual(states(), ['failed', 'done']);
    assert.equal(asked.filter(({name}) => name === 'a').length, 5);
  });

  it('forget the delay when no file is waiting any more', async () => {
    const {inspections, add, of, pauses, names} = setup();
    add('a', 'b');
    await settled(of('a').fail('rate_limited', {retryAfter: 9000}));
    inspections.clear();
    assert.equal(inspections.isHeld, false);
    assert.equal(pauses.at(-1)?.signal.aborted, true);
    add('c');
    assert.deepEqual(names(), ['a', 'b', 'c']);
  });
});

describe('the facts of a file', () => {
  const factsOf = (inspection: FileInspection | undefined) =>
    inspection?.progress.name === 'done' ? inspection.progress.facts : undefined;

  it('are read after its verdict, and only for the file that is shown', async () => {
    const {inspections, add, of, read} = setup();
    const [a, b] = add('a', 'b');
    await settled(of('b').answer());
    assert.equal(read.length, 0);
    await settled(of('a').answer());
    assert.deepEqual(factsOf(a), {name: 'reading'});
    await settled(read[0]?.answer());
    assert.deepEqual(factsOf(a), {name: 'read', facts: {sha256: 'a'}});
    assert.deepEqual(factsOf(b), {name: 'waiting'});
    inspections.show(idOf(b));
    inspections.show(idOf(a));
    assert.deepEqual(factsOf(b), {name: 'waiting'});
    assert.deepEqual(
      read.map(({name}) => name),
      ['a', 'b', 'a'],
    );
  });

  it('are kept for one file at most, however many are shown', async () => {
    const {inspections, add, asked, read} = setup();
    const names = Array.from({length: 500}, (_, index) => `${index}`);
    const files = add(...names);
    for (let next = 0; next < names.length; next++) await settled(asked[next]?.answer());
    for (const file of files) {
      inspections.show(file.id);
      await settled(read.at(-1)?.answer());
    }
    const last = files.at(-1) as FileInspection;
    assert.deepEqual(factsOf(last), {name: 'read', facts: {sha256: '499'}});
    const kept = files.filter((file) => factsOf(file)?.name !== 'waiting');
    assert.deepEqual(kept, [last]);
    inspections.suspend();
    inspections.resume();
    assert.equal(read.length, 500, 'what was read is not read again after a move');
  });

  it('are aborted when another file is shown, and read again when it is shown again', async () => {
    const {inspections, add, of, read} = setup();
    const [a, b] = add('a', 'b');
    of('a').answer();
    await settled(of('b').answer());
    inspections.show(idOf(b));
    assert.equal(read[0]?.signal.aborted, true);
    await settled(read[0]?.answer());
    assert.deepEqual(factsOf(a), {name: 'waiting'});
    inspections.show(idOf(a));
    await settled(read[2]?.fail());
    const facts = factsOf(a);
    assert.equal(facts?.name === 'failed' && facts.error.code, 'worker_unavailable');
  });
});
