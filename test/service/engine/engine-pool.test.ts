import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {after, before, describe, it} from 'node:test';
import {compileEngine} from '../../../src/seal/node/engine-module.js';
import type {JobOutcome, ProtectJob} from '../../../src/service/engine/engine-jobs.js';
import {
  EnginePool,
  JobFailed,
  type EnginePoolOptions,
} from '../../../src/service/engine/engine-pool.js';
import {ProblemError} from '../../../src/service/http/problems.js';
import {envelope, jpegOf} from '../requests.js';

const MIB = 1024 * 1024;
const never = new AbortController().signal;

async function startPool(change: Partial<EnginePoolOptions> = {}, memory = 256 * MIB) {
  return EnginePool.start({
    threads: 1,
    queueLength: 2,
    jobTimeout: 10_000,
    workerData: {
      engine: await compileEngine(memory),
      trustAnchors: {sandbox: '', live: ''},
      imageLimit: 64 * MIB,
      audioLimit: 64 * MIB,
    },
    ...change,
  });
}

async function inspect(pool: EnginePool, bytes: number, signal = never): Promise<JobOutcome> {
  const text = envelope(jpegOf(bytes));
  const buffer = new ArrayBuffer(text.length);
  Buffer.from(buffer).write(text, 'latin1');
  const job = {name: 'inspect', buffer, length: text.length, environment: 'sandbox'} as const;
  const {outcome} = await pool.run(job, signal);
  return outcome;
}

const isJobFailed = (reason: JobFailed['reason']) => (error: unknown) =>
  error instanceof JobFailed && error.reason === reason;

describe('A pool whose engine may take little memory', () => {
  let pool: EnginePool;
  before(async () => void (pool = await startPool({}, 12 * MIB)));
  after(() => pool.close());

  it('survives a file that is too big for it, and reads the next', async () => {
    for (let round = 0; round < 2; round++) {
      await assert.rejects(inspect(pool, 16 * MIB), (error) => {
        assert.ok(isJobFailed('crash')(error));
        const {cause} = error as JobFailed;
        assert.ok(cause instanceof Error);
        assert.match(cause.stack ?? '', /engine-errors/, 'it says what trapped');
        return true;
      });
      const outcome = await inspect(pool, 20_000);
      assert.equal(outcome.name, 'inspected');
    }
  });
});

describe('A pool with little time', () => {
  let pool: EnginePool;
  before(async () => void (pool = await startPool({jobTimeout: 50})));
  after(() => pool.close());

  it('ends a job that takes too long, and takes nothing off the next while a new thread starts', async () => {
    await assert.rejects(inspect(pool, 60 * MIB), isJobFailed('timeout'));
    assert.equal((await inspect(pool, 1000)).name, 'inspected');
  });
});

describe('A pool with much to do', () => {
  let pool: EnginePool;
  before(async () => void (pool = await startPool()));
  after(() => pool.close());

  const notLinux = process.platform !== 'linux' && 'threads have no priority of their own here';
  it('leaves the event loop first choice of the cores', {skip: notLinux}, () => {
    const niceness = (thread: string) =>
      // Fields are counted from behind the name, which may hold anything.
      Number(
        readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16],
      );
    const own = niceness(`${process.pid}`);
    const behind = readdirSync('/proc/self/task').filter((one) => niceness(one) > own);
    assert.equal(behind.length, 1, 'its one thread');
  });

  it('takes the buffer over instead of copying it, and hands it back', async () => {
    const buffer = new ArrayBuffer(1000);
    const job = {name: 'inspect', buffer, length: 1000, environment: 'sandbox'} as const;
    const result = await pool.run(job, never);
    assert.equal(buffer.byteLength, 0);
    assert.equal(result.buffer.byteLength, 1000);
  });

  it('never takes an error of our own for one of the file', async () => {
    const buffer = Uint8Array.from(jpegOf(1000)).buffer;
    const job: ProtectJob = {
      name: 'protect',
      buffer,
      length: buffer.byteLength,
      digest: new Uint8Array(32),
      mediaType: 'image/jpeg',
      captureId: 'none',
      metadata: {},
      environment: 'sandbox',
      identity: {signer: {certificateChain: [], privateKey: 'no key'}} as never,
    };
    const isOurs = (error: unknown) => error instanceof Error && !(error instanceof JobFailed);
    await assert.rejects(pool.run(job, never), isOurs);
    // Handed over once, it cannot be again.
    await assert.rejects(pool.run(job, never), isOurs);
    assert.equal((await inspect(pool, 1000)).name, 'inspected');
  });

  it('tells those beyond the queue to come back, and answers all others', async () => {
    const jobs = Array.from({length: 6}, () => inspect(pool, 200_000));
    const outcomes = await Promise.allSettled(jobs);
    const refused = outcomes.filter((one) => one.status === 'rejected');
    assert.equal(outcomes.length - refused.length, 3, 'one runs, two wait');
    for (const {reason} of refused) {
      assert.ok(reason instanceof ProblemError);
      assert.equal(reason.statusCode, 503);
      assert.ok(reason.headers['retry-after']);
    }
    assert.equal(pool.waiting, 0);
  });

  it('forgets a job whose client went away while it waited', async () => {
    const first = inspect(pool, 5 * MIB);
    const leaving = new AbortController();
    const second = inspect(pool, 200_000, leaving.signal);
    assert.equal(pool.waiting, 1);
    leaving.abort(new Error('gone'));
    await assert.rejects(second, /gone/);
    assert.equal(pool.waiting, 0);
    assert.equal((await first).name, 'inspected');
    assert.equal((await inspect(pool, 1000)).name, 'inspected');
  });
});
