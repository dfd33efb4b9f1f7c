import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {isRetryable} from '@sealed-capture/seal/model/errors/retryable.js';
import {Heartbeat} from '../../../src/ports/worker-channel/heartbeat.js';
import {serve, type WorkerScope} from '../../../src/ports/worker-channel/serve.js';
import type {AnswerMessage, CallMessage} from '../../../src/ports/worker-channel/worker-calls.js';
import {WorkerClient} from '../../../src/ports/worker-channel/worker-client.js';
import {FakeWorker, type Behaviour} from './fake-worker.js';

interface Calls {
  ask(signal?: AbortSignal): Promise<string>;
}

const PAUSE_MS = 10;

function clientOf(behaviour: Behaviour, pause = PAUSE_MS) {
  const workers: FakeWorker[] = [];
  const start = (): Worker => {
    const worker = new FakeWorker(behaviour);
    workers.push(worker);
    return worker as unknown as Worker;
  };
  const client = new WorkerClient<Calls>(start, {unavailable: () => 'None.', pause});
  return {client, workers, ask: () => client.calls.ask()};
}

describe('a worker that crashes as soon as it is started', () => {
  it('is restarted after growing delays if each crash is followed by another call', async () => {
    const {client, workers, ask} = clientOf({ask: {dies: true}});
    client.onDeath = () => void ask().catch(() => undefined);
    await assert.rejects(ask(), {code: 'worker_unavailable', message: 'None.'});
    await sleep(PAUSE_MS);
    assert.equal(workers.length, 3);
    await sleep(PAUSE_MS * 48);
    // One after 4 delays, one after 8 more, one after 16 more; late timers make fewer.
    assert.ok(workers.length > 3 && workers.length <= 6, `${workers.length} workers`);
    client.onDeath = undefined;
  });

  it('is not restarted after a few crashes, until there is another call', async () => {
    const {client, workers, ask} = clientOf({ask: {dies: true}}, 0.01);
    let reports = 0;
    client.onDeath = () => {
      reports++;
      void ask().catch(() => undefined);
    };
    await assert.rejects(ask());
    await sleep(200);
    assert.deepEqual([reports, workers.length], [8, 9]);
    await assert.rejects(ask());
    await sleep(50);
    assert.deepEqual([reports, workers.length], [8, 10]);
  });

  it('is started by any other call during a delay', async () => {
    const behaviour: Behaviour = {ask: {dies: true}};
    const {workers, ask} = clientOf(behaviour);
    for (let tries = 0; tries < 4; tries++) await assert.rejects(ask());
    behaviour['ask'] = {value: 'here'};
    assert.equal(await ask(), 'here');
    assert.equal(workers.length, 5);
  });
});

it('a worker whose message cannot be deserialized counts as crashed', async () => {
  const {client, workers, ask} = clientOf({ask: {hangs: true}});
  let deaths = 0;
  client.onDeath = () => deaths++;
  const asked = ask();
  workers[0]?.onmessageerror?.({preventDefault: () => undefined});
  await assert.rejects(asked, {code: 'worker_unavailable'});
  assert.equal(deaths, 1);
  assert.equal(workers[0]?.isEnded, true);
});

describe('a worker that is monitored', () => {
  const BEAT_MS = 10;

  /** Its first call never gets an answer. */
  function watched(isVisible = () => true) {
    const workers: FakeWorker[] = [];
    const start = (): Worker => {
      const worker = new FakeWorker({ask: workers.length ? {value: 'here'} : {hangs: true}});
      workers.push(worker);
      return worker as unknown as Worker;
    };
    const client = new WorkerClient<Calls>(start, {
      watch: (...watch) => Promise.resolve(new Heartbeat(...watch, BEAT_MS, isVisible).begin),
    });
    return {client, workers, ask: () => client.calls.ask()};
  }

  it('is ended if it answers no ping; its calls fail so that they are retried, and another one is started', async () => {
    const {client, workers, ask} = watched();
    const death = new Promise<void>((resolve) => (client.onDeath = resolve));
    const asked = ask();
    workers[0]?.say({kind: 'alive'});
    workers[0]!.isAwake = false;
    await assert.rejects(asked, {code: 'worker_unavailable', message: /gave no answer/});
    assert.ok(isRetryable('worker_unavailable'));
    await death;
    assert.equal(workers[0]?.isEnded, true);
    assert.equal(await ask(), 'here');
    assert.equal(workers.length, 2);
  });

  it('may take as long as it needs while it answers pings', async () => {
    const {workers, ask} = watched();
    const asked = ask();
    await sleep(BEAT_MS * 30);
    assert.ok((workers[0]?.pings ?? 0) > 2);
    assert.equal(workers[0]?.isEnded, false);
    workers[0]?.die();
    await assert.rejects(asked);
  });

  it('gets more time while the page is hidden, and while its script is loaded', async () => {
    for (const [isVisible, isUp] of [
      [false, true],
      [true, false],
    ] as const) {
      const {workers, ask} = watched(() => isVisible);
      const asked = ask();
      if (isUp) workers[0]?.say({kind: 'alive'});
      workers[0]!.isAwake = false;
      await sleep(BEAT_MS * 30);
      assert.equal(workers[0]?.isEnded, false);
      workers[0]?.die();
      await assert.rejects(asked);
    }
  });

  it('gets no pings while no call is pending', async () => {
    const {client, workers} = watched();
    await assert.rejects(client.calls.ask(AbortSignal.timeout(BEAT_MS)), {
      code: 'aborted',
    });
    const pings = workers[0]?.pings;
    await sleep(BEAT_MS * 20);
    assert.equal(workers[0]?.pings, pings);
  });
});

describe('a call with a signal and a callback', () => {
  interface Slow {
    work(first: string, signal: AbortSignal, onProgress: (share: number) => void): Promise<string>;
    finish(onProgress: undefined, last?: string): Promise<string>;
  }

  /** A worker that serves `calls`; its messages are cloned, as those of a real one. */
  function served(calls: Slow) {
    const scope: WorkerScope = {onmessage: null, postMessage: () => undefined};
    serve<Slow>(scope, calls);
    const worker: Pick<Worker, 'onmessage' | 'postMessage'> = {
      onmessage: null,
      postMessage: (message: CallMessage) =>
        queueMicrotask(() =>
          scope.onmessage?.({data: structuredClone(message)} as MessageEvent<CallMessage>),
        ),
    };
    scope.postMessage = (message) =>
      void worker.onmessage?.call(
        worker as Worker,
        {
          data: structuredClone(message),
        } as MessageEvent,
      );
    return new WorkerClient<Slow>(() => worker as Worker).calls;
  }

  it('reports progress to the callback, and aborts the worker’s own signal, wherever they stand', async () => {
    const aborted = new Promise<string>((resolve) => {
      const calls = served({
        work: (first, signal, onProgress) => {
          onProgress(0.5);
          signal.addEventListener('abort', () => resolve(first));
          return new Promise(() => undefined);
        },
        finish: () => Promise.resolve(''),
      });
      const giving = new AbortController();
      calls.work('first', giving.signal, (share) => giving.abort(share)).catch(() => undefined);
    });
    assert.equal(await aborted, 'first');
  });

  it('has neither if the page gave none', async () => {
    const calls = served({
      work: () => Promise.resolve(''),
      finish: (...given) => Promise.resolve(JSON.stringify(given)),
    });
    assert.equal(await calls.finish(undefined, 'last'), '[null,"last"]');
    assert.equal(await calls.finish(undefined), '[null]');
  });
});

describe('a bug of a worker', () => {
  const scopeOf = () => {
    const sent: AnswerMessage[] = [];
    const scope: WorkerScope = {onmessage: null, postMessage: (message) => void sent.push(message)};
    return {scope, sent};
  };
  const answersTo = async (thrown: unknown): Promise<AnswerMessage[]> => {
    const {scope, sent} = scopeOf();
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors
    serve<Calls>(scope, {ask: () => Promise.reject(thrown)});
    const data = {
      kind: 'call',
      id: 1,
      name: 'ask',
      args: [],
    } as const;
    scope.onmessage?.({data} as unknown as MessageEvent<CallMessage>);
    await sleep(1);
    return sent.filter(({kind}) => kind !== 'alive');
  };

  it('arrives in the page as internal_error, with its stack as a separate field', async () => {
    const [bug, failure] = await answersTo(new TypeError('broken'));
    assert.ok(bug?.kind === 'bug' && failure?.kind === 'failure');
    assert.equal(bug.bug.name, 'TypeError');
    assert.match(bug.bug.stack ?? '', /worker-client\.test/);
    assert.equal(failure.failure.code, 'internal_error');
    assert.doesNotMatch(JSON.stringify(failure), /broken|stack/);
  });

  it('is distinguished from errors of the platform: DOMExceptions, or no memory left', async () => {
    for (const thrown of [
      new DOMException('Gone.', 'NotReadableError'),
      new RangeError('Array buffer allocation failed'),
    ]) {
      const [failure, ...further] = await answersTo(thrown);
      assert.ok(failure?.kind === 'failure');
      assert.equal(failure.failure.code, 'storage_unavailable');
      assert.deepEqual(further, []);
    }
  });

  it('is reported by the page', () => {
    const reports: unknown[] = [];
    const worker = new FakeWorker({});
    const client = new WorkerClient<Calls>(() => worker as unknown as Worker, {
      report: (bug) => reports.push(bug),
    });
    void client.calls.ask().catch(() => undefined);
    const bug = {name: 'TypeError', message: 'broken', stack: 'at worker.js:1:2'};
    worker.say({kind: 'bug', bug});
    assert.deepEqual(reports, [bug]);
  });
});
