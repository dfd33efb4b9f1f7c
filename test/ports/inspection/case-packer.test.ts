import assert from 'node:assert/strict';
import {it} from 'node:test';
import {WorkerCasePacker} from '../../../src/ports/inspection/case-packer.js';
import {FakeWorker, type Behaviour} from '../worker-channel/fake-worker.js';

const good: Behaviour = {packFolder: {value: 'FOLDER'}, packCover: {value: 'COVER'}};
const never = new AbortController().signal;
const file = new Blob(['a']);
const texts = [{name: 'result.json', text: '{}'}];
const folders = [{folder: '1-gate.jpg', scriptSha256: '00', isOfSandbox: false}];

/** Workers with these behaviors, one after the other; the last is used for all that follow. */
function setup(behaviours: Behaviour[], each = 5_000) {
  const workers: FakeWorker[] = [];
  const start = () => {
    const worker = new FakeWorker(behaviours[workers.length] ?? behaviours.at(-1) ?? good);
    workers.push(worker);
    return worker as unknown as Worker;
  };
  return {packer: new WorkerCasePacker(start, {each, idle: 10}), workers};
}

it('passes the files and folders of a case to its worker unchanged', async () => {
  const {packer, workers} = setup([good]);
  assert.equal(workers.length, 0);
  assert.equal(await packer.packFolder(file, texts, '01', never), 'FOLDER');
  assert.equal(await packer.packCover(folders, texts, never), 'COVER');
  assert.deepEqual(
    workers.flatMap(({calls}) => calls.map(({name, args}) => [name, args])),
    [
      ['packFolder', [file, texts, '01', {own: 'signal'}]],
      ['packCover', [folders, texts, {own: 'signal'}]],
    ],
  );
});

it('ends a worker whose packing was cancelled or takes too long, so that it blocks no later one', async () => {
  for (const call of ['packFolder', 'packCover'] as const) {
    const ask = (packer: WorkerCasePacker, signal: AbortSignal): Promise<unknown> =>
      call === 'packFolder'
        ? packer.packFolder(file, [], 'a', signal)
        : packer.packCover([], [], signal);
    const {packer, workers} = setup([{[call]: {hangs: true}}, good]);
    const controller = new AbortController();
    const asking = ask(packer, controller.signal);
    const next = ask(packer, never);
    await new Promise(setImmediate);
    controller.abort();
    await assert.rejects(asking, {code: 'aborted'});
    assert.equal(await next, call === 'packFolder' ? 'FOLDER' : 'COVER');
    assert.equal(workers.length, 2);
    const late = setup([{[call]: {hangs: true}}], 10);
    await assert.rejects(ask(late.packer, never), {code: 'timeout'});
  }
});
