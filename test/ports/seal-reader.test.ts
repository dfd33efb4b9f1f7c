import assert from 'node:assert/strict';
import {it} from 'node:test';
import {type FileFacts} from '../../src/model/seal-contents.js';
import {type SealReaderCalls} from '../../src/ports/seal-reader-calls.js';
import {WorkerSealReader} from '../../src/ports/seal-reader.js';
import {type AskedWorker} from '../../src/ports/worker-client.js';
import {fileBytes} from '../../src/ports/worker/file-bytes.js';

it('asks its worker with the file and texts as they are, and hands the signal on', async () => {
  const asked: unknown[] = [];
  const facts: FileFacts = {sha256: '00'};
  const worker: AskedWorker<SealReaderCalls> = {
    call(name, params, options) {
      asked.push([name, params, options?.signal]);
      return Promise.resolve(facts) as Promise<never>;
    },
  };
  const reader = new WorkerSealReader(worker);
  const [file, {signal}] = [new Blob(['a']), new AbortController()];
  assert.equal(await reader.facts(file, signal), facts);
  const texts = [{name: 'result.json', text: '{}'}];
  await reader.evidence(file, texts, signal);
  assert.deepEqual(asked, [
    ['facts', file, signal],
    ['evidence', {file, texts}, signal],
  ]);
});

it('says that a file cannot be read, and why', async () => {
  const cause = new DOMException('gone', 'NotReadableError');
  const file = new Blob(['a']);
  file.arrayBuffer = () => Promise.reject(cause);
  await assert.rejects(fileBytes(file), {code: 'media_unsupported', cause});
  assert.deepEqual([...(await fileBytes(new Blob(['ab'])))], [97, 98]);
});
