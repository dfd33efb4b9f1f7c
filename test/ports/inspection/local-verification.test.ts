import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {
  WorkerLocalVerification,
  type WorkerLimits,
} from '../../../src/ports/inspection/local-verification.js';
import {FakeWorker, type Behaviour} from '../worker-channel/fake-worker.js';

const result: InspectionResult = {labelValid: true, labelState: 'valid', reason: 'R.', checks: []};
const compiled = {} as WebAssembly.Module;
const judged = {name: 'judged', result, isSpent: false};

const good: Behaviour = {prepare: {value: compiled}, judge: {value: judged}};

/** Workers with these behaviors, one after the other; the last is used for all that follow. */
function setup(behaviours: Behaviour[], limits: Partial<WorkerLimits> = {}, detached?: File) {
  const workers: FakeWorker[] = [];
  const verification = new WorkerLocalVerification(
    () => {
      const worker = new FakeWorker(behaviours[workers.length] ?? behaviours.at(-1) ?? good);
      workers.push(worker);
      return worker as unknown as Worker;
    },
    {work: 30_000, idle: 10, ...limits},
    () => 'https://page.example/c2pa.wasm',
  );
  const verify = (signal = new AbortController().signal) =>
    verification.verify(new Blob(['file']), {trustAnchors: 'PEM', signal, detached});
  const said = (worker = 0) => workers[worker]?.calls.map(({name}) => name);
  return {verify, workers, said};
}

const turns = () => new Promise(setImmediate);

describe('verification in a worker', () => {
  it('loads the engine with the first file, and never again', async () => {
    const {verify, workers, said} = setup([good], {idle: 1000});
    assert.equal(workers.length, 0);
    assert.deepEqual(await verify(), result);
    assert.deepEqual(await verify(), result);
    assert.deepEqual(said(), ['prepare', 'open', 'judge', 'open', 'judge']);
    assert.equal(workers[0]?.calls[0]?.args[0], 'https://page.example/c2pa.wasm');
    assert.equal(workers[0]?.calls[2]?.args[0], 'PEM');
    workers[0]?.terminate();
  });

  it('ends an idle worker, and passes the compiled engine to the next one', async () => {
    const {verify, workers} = setup([good]);
    await verify();
    assert.equal(workers[0]?.isEnded, false);
    await sleep(30);
    assert.equal(workers[0]?.isEnded, true);
    await verify();
    assert.equal(workers[1]?.calls[0]?.args[0], compiled);
    await sleep(30);
  });

  it('keeps a busy worker, however long it was idle before', async () => {
    const behaviour: Behaviour = {...good};
    const {verify, workers} = setup([behaviour]);
    await verify();
    behaviour['open'] = {hangs: true};
    const controller = new AbortController();
    const asking = verify(controller.signal);
    await sleep(30);
    assert.equal(workers[0]?.isEnded, false);
    controller.abort();
    await assert.rejects(asking, {code: 'aborted'});
  });

  it('reads one file at a time', async () => {
    const {verify, workers, said} = setup([{...good, open: {hangs: true}}]);
    const [first, second] = [new AbortController(), new AbortController()];
    const asking = [verify(first.signal), verify(second.signal)];
    await turns();
    assert.deepEqual(said(), ['prepare', 'open']);
    first.abort();
    await assert.rejects(asking[0]!, {code: 'aborted'});
    await turns();
    assert.equal(workers.length, 2);
    second.abort();
    await assert.rejects(asking[1]!, {code: 'aborted'});
  });

  it('aborts a waiting file at once, and does not affect the one in progress', async () => {
    const {verify, workers} = setup([{...good, judge: {hangs: true}}]);
    const [first, second] = [new AbortController(), new AbortController()];
    const asking = verify(first.signal);
    const waiting = verify(second.signal);
    second.abort();
    await assert.rejects(waiting, {code: 'aborted'});
    assert.equal(workers[0]?.isEnded ?? false, false);
    first.abort();
    await assert.rejects(asking, {code: 'aborted'});
    await turns();
    assert.equal(workers.length, 1);
  });

  it('ends a worker that is blocked by an aborted file', async () => {
    const {verify, workers} = setup([{...good, judge: {hangs: true}}, good]);
    const controller = new AbortController();
    const asking = verify(controller.signal);
    await turns();
    controller.abort();
    await assert.rejects(asking, {code: 'aborted'});
    await turns();
    assert.equal(workers[0]?.isEnded, true);
    assert.deepEqual(await verify(), result);
  });

  it('starts no worker for a file that was aborted before, and ends none', async () => {
    const {verify, workers} = setup([good]);
    await assert.rejects(verify(AbortSignal.abort()), {code: 'aborted'});
    assert.equal(workers.length, 0);
    await verify();
    await assert.rejects(verify(AbortSignal.abort()), {code: 'aborted'});
    assert.equal(workers[0]?.isEnded, false);
  });

  it('gives a file that takes too long the verdict of the service, and ends the worker', async () => {
    const {verify, workers} = setup([{...good, judge: {hangs: true}}, good], {work: 30});
    const verdict = await verify();
    assert.equal(verdict.labelState, 'unchecked');
    assert.equal(verdict.checks[0]?.code, 'general.error');
    assert.match(verdict.reason, /in the time that one file may take/);
    assert.equal(workers[0]?.isEnded, true);
    assert.deepEqual(await verify(), result);
  });

  it('does not count the start of the engine as time of the file', async () => {
    const {verify} = setup([{...good, prepare: {hangs: true}}], {work: 10});
    const controller = new AbortController();
    const asking = verify(controller.signal);
    await sleep(40);
    controller.abort();
    await assert.rejects(asking, {code: 'aborted'});
  });

  it('limits the time for reading a file and its detached seal', async () => {
    for (const call of ['open', 'attach']) {
      const seal = new File(['seal'], 'a.c2pa');
      const {verify, workers} = setup([{...good, [call]: {hangs: true}}], {work: 10}, seal);
      const {labelState, reason} = await verify(AbortSignal.timeout(1000));
      assert.equal(labelState, 'unchecked', call);
      assert.match(reason, /in the time that one file may take/);
      assert.equal(workers[0]?.isEnded, true);
    }
  });

  it('gives a file in memory no further time for its size', async () => {
    const {verify} = setup([{...good, judge: {hangs: true}}], {work: 10, workPerMiB: 1e9});
    assert.equal((await verify(AbortSignal.timeout(1000))).labelState, 'unchecked');
  });

  for (const [how, judge] of Object.entries({
    'reports it': {value: {name: 'crashed'}},
    dies: {dies: true},
  })) {
    it(`gives a file that crashes the engine the verdict of the service, if the worker ${how}`, async () => {
      const {verify, workers} = setup([{...good, judge}, good]);
      const verdict = await verify();
      assert.equal(verdict.labelState, 'unchecked');
      assert.match(verdict.reason, /more memory than one file may take/);
      assert.equal(workers[0]?.isEnded, true);
      assert.deepEqual(await verify(), result);
      assert.equal(workers[1]?.calls[0]?.args[0], compiled);
    });
  }

  for (const [how, judge] of Object.entries({
    'crashed the engine': {value: {name: 'crashed'}},
    'took too long': {hangs: true},
  })) {
    it(`retries a file in a fresh engine if it ${how} after another file`, async () => {
      const behaviour: Behaviour = {...good};
      const {verify, workers, said} = setup([behaviour, good], {work: 30});
      await verify();
      behaviour['judge'] = judge;
      assert.deepEqual(await verify(), result);
      assert.equal(workers[0]?.isEnded, true);
      assert.deepEqual(said(1), ['prepare', 'open', 'judge']);
      assert.equal(workers.length, 2);
    });
  }

  it('ends a worker whose engine has little memory left', async () => {
    const spent: Behaviour = {...good, judge: {value: {...judged, isSpent: true}}};
    const {verify, workers} = setup([spent, good]);
    assert.deepEqual(await verify(), result);
    assert.equal(workers[0]?.isEnded, true);
    assert.deepEqual(await verify(), result);
    assert.equal(workers.length, 2);
  });

  it('fails if the worker cannot be run, or has no engine, and retries with the next file', async () => {
    for (const prepare of [{dies: true}, {code: 'worker_unavailable'}] as const) {
      const {verify, workers} = setup([{prepare}, good]);
      await assert.rejects(verify(), {code: 'worker_unavailable'});
      assert.equal(workers[0]?.isEnded, true);
      assert.deepEqual(await verify(), result);
    }
  });

  it('starts another worker if the one before crashed while it was idle', async () => {
    const {verify, workers, said} = setup([good], {idle: 1000});
    await verify();
    workers[0]?.die();
    assert.deepEqual(await verify(), result);
    assert.deepEqual(said(1), ['prepare', 'open', 'judge']);
  });

  it('keeps the engine for the next file after a file of an unsupported type', async () => {
    const {verify, workers} = setup([{...good, judge: {code: 'media_unsupported'}}]);
    await assert.rejects(verify(), {code: 'media_unsupported'});
    await assert.rejects(verify(), {code: 'media_unsupported'});
    assert.equal(workers.length, 1);
  });

  it('reports a file or a detached seal that cannot be read as such, not as of an unsupported type', async () => {
    for (const call of ['open', 'attach']) {
      const seal = new File(['seal'], 'a.c2pa');
      const {verify} = setup([{...good, [call]: {code: 'media_unsupported'}}], {}, seal);
      await assert.rejects(verify(), (thrown: Error) => {
        assert.equal((thrown.cause as Error | undefined)?.name, 'NotReadableError', call);
        return true;
      });
    }
  });

  it('reports an error of the engine as an error of the engine, not of the file', async () => {
    const {verify, workers} = setup([{...good, judge: {code: 'configuration_invalid'}}]);
    await assert.rejects(verify(), {code: 'configuration_invalid'});
    assert.equal(workers[0]?.isEnded, true);
  });
});
