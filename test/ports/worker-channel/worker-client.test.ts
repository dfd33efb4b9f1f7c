import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {WorkerClient} from '../../../src/ports/worker-channel/worker-client.js';
import {FakeWorker, type Behaviour} from './fake-worker.js';

interface Calls {
  ask: [undefined, string];
}

const PAUSE_MS = 10;

function clientOf(behaviour: Behaviour) {
  const workers: FakeWorker[] = [];
  const start = (): Worker => {
    const worker = new FakeWorker(behaviour);
    workers.push(worker);
    return worker as unknown as Worker;
  };
  const client = new WorkerClient<Calls>(start, 'None.', PAUSE_MS);
  return {client, workers, ask: () => client.call('ask', undefined)};
}

describe('a worker that dies as soon as it is started', () => {
  it('is started again after pauses that grow, where its death is answered with another call', async () => {
    const {client, workers, ask} = clientOf({ask: {dies: true}});
    client.onDeath = () => void ask().catch(() => undefined);
    await assert.rejects(ask(), {code: 'worker_unavailable', message: 'None.'});
    await sleep(PAUSE_MS);
    assert.equal(workers.length, 3);
    await sleep(PAUSE_MS * 48);
    // One after 4 pauses, one after 8 more, one after 16 more; late timers make fewer.
    assert.ok(workers.length > 3 && workers.length <= 6, `${workers.length} workers`);
    client.onDeath = undefined;
  });

  it('is started by any other call in a pause', async () => {
    const behaviour: Behaviour = {ask: {dies: true}};
    const {workers, ask} = clientOf(behaviour);
    for (let tries = 0; tries < 4; tries++) await assert.rejects(ask());
    behaviour['ask'] = {value: 'here'};
    assert.equal(await ask(), 'here');
    assert.equal(workers.length, 5);
  });
});

it('a worker whose message cannot be deserialized counts as dead', async () => {
  const {client, workers, ask} = clientOf({ask: {hangs: true}});
  let deaths = 0;
  client.onDeath = () => deaths++;
  const asked = ask();
  workers[0]?.onmessageerror?.({preventDefault: () => undefined});
  await assert.rejects(asked, {code: 'worker_unavailable'});
  assert.equal(deaths, 1);
  assert.equal(workers[0]?.isEnded, true);
});
