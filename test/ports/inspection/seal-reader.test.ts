import assert from 'node:assert/strict';
import {it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {type FileFacts} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {
  WorkerSealReader,
  type SealReaderLimits,
} from '../../../src/ports/inspection/seal-reader.js';
import {fileBytes} from '../../../src/worker/inspection/file-bytes.js';
import {FakeWorker, type Behaviour} from '../worker-channel/fake-worker.js';

const facts: FileFacts = {sha256: '00'};
const good: Behaviour = {
  facts: {value: facts},
  evidence: {value: 'ZIP'},
  pixels: {value: undefined},
};
const never = new AbortController().signal;
const file = new Blob(['a']);

/** Workers with these behaviors, one after the other; the last is used for all that follow. */
function setup(behaviours: Behaviour[], limits: Partial<SealReaderLimits> = {}) {
  const workers: FakeWorker[] = [];
  const start = () => {
    const worker = new FakeWorker(behaviours[workers.length] ?? behaviours.at(-1) ?? good);
    workers.push(worker);
    return worker as unknown as Worker;
  };
  const reader = new WorkerSealReader(start, {
    facts: 5_000,
    evidence: 5_000,
    pixels: 5_000,
    idle: 10,
    ...limits,
  });
  return {reader, workers};
}

const turns = () => new Promise(setImmediate);

it('passes the file and texts to its worker unchanged', async () => {
  const {reader, workers} = setup([good]);
  assert.equal(workers.length, 0);
  assert.equal(await reader.facts(file, never), facts);
  const texts = [{name: 'result.json', text: '{}'}];
  assert.equal(await reader.evidence(file, texts, never), 'ZIP');
  assert.deepEqual(
    workers.map(({calls}) => calls.map(({name, args}) => [name, args])),
    [
      [
        ['facts', [file, {own: 'signal'}]],
        ['evidence', [file, texts, {own: 'signal'}]],
      ],
    ],
  );
});

for (const call of ['facts', 'evidence', 'pixels'] as const) {
  const ask = (reader: WorkerSealReader, signal: AbortSignal): Promise<unknown> =>
    call === 'evidence' ? reader.evidence(file, [], signal) : reader[call](file, signal);

  it(`ends a worker whose ${call} were aborted, so that it blocks no later file`, async () => {
    const {reader, workers} = setup([{[call]: {hangs: true}}, good]);
    const controller = new AbortController();
    const asking = ask(reader, controller.signal);
    const next = reader.facts(file, never);
    await turns();
    assert.equal(workers.length, 1);
    controller.abort();
    await assert.rejects(asking, {code: 'aborted'});
    assert.equal(await next, facts);
    assert.deepEqual(
      workers.map(({isEnded}) => isEnded),
      [true, false],
    );
  });

  it(`ends a worker whose ${call} take too long, and reports that`, async () => {
    const {reader, workers} = setup([{[call]: {hangs: true}}, good], {[call]: 30});
    await assert.rejects(ask(reader, never), {code: 'timeout'});
    assert.equal(workers[0]?.isEnded, true);
    assert.equal(await reader.facts(file, never), facts);
  });
}

it('ends an idle worker', async () => {
  const {reader, workers} = setup([good]);
  await reader.facts(file, never);
  assert.equal(workers[0]?.isEnded, false);
  await sleep(30);
  assert.equal(workers[0]?.isEnded, true);
});

it('keeps its worker if a file cannot be read, and starts another if it crashed', async () => {
  const {reader, workers} = setup([{facts: {code: 'media_unsupported'}}]);
  for (let i = 0; i < 2; i++) {
    await assert.rejects(reader.facts(file, never), {code: 'media_unsupported'});
  }
  assert.equal(workers.length, 1);
  const dying = setup([{facts: {dies: true}}, good]);
  await assert.rejects(dying.reader.facts(file, never), {code: 'worker_unavailable'});
  assert.equal(await dying.reader.facts(file, never), facts);
});

it('reports that a file cannot be read, with the reason', async () => {
  const cause = new DOMException('gone', 'NotReadableError');
  const gone = new Blob(['a']);
  gone.arrayBuffer = () => Promise.reject(cause);
  await assert.rejects(fileBytes(gone), {code: 'media_unsupported', cause});
  assert.deepEqual([...(await fileBytes(new Blob(['ab'])))], [97, 98]);
});
