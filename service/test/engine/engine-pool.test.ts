import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {after, afterEach, before, beforeEach, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {compileEngine} from '@sealed-capture/seal/node/engine-module.js';
import {forAnyUse} from '@sealed-capture/seal/model/inspection/trust-anchors.js';
import type {JobOutcome, ProtectJob} from '../../src/engine/engine-jobs.js';
import {EnginePool, JobFailed, type EnginePoolOptions} from '../../src/engine/engine-pool.js';
import {noMetrics, type Metrics} from '../../src/metrics/metrics.js';
import {ProblemError} from '../../src/http/problems.js';
import {fileOfManyHashes} from '../../../seal/test/foreign-store.js';
import {makeAuthority} from '../../../seal/test/pki.js';
import {sealFile} from '../../../seal/test/seal-file.js';
import {envelope, jpegOf} from '../requests.js';

const MIB = 1024 * 1024;
const never = new AbortController().signal;

const json = new TextEncoder().encode(JSON.stringify(forAnyUse('')));
const shared = new SharedArrayBuffer(json.length);
new Uint8Array(shared).set(json);
const nobody = {version: 1, json: shared};

async function startPool(change: Partial<EnginePoolOptions> = {}, memory = 256 * MIB) {
  return EnginePool.start({
    threads: 1,
    queueLength: 2,
    jobTimeout: 10_000,
    trust: () => nobody,
    workerData: {
      engine: await compileEngine(memory),
      engineMemory: memory,
      imageLimit: 64 * MIB,
      audioLimit: 64 * MIB,
    },
    ...change,
  });
}

async function inspectFile(
  pool: EnginePool,
  file: Uint8Array,
  signal = never,
): Promise<JobOutcome> {
  const text = envelope(file);
  const buffer = new SharedArrayBuffer(text.length);
  Buffer.from(buffer).write(text, 'latin1');
  return pool.run({name: 'inspect', buffer, length: text.length, environment: 'sandbox'}, signal);
}

const inspect = (pool: EnginePool, bytes: number, signal = never): Promise<JobOutcome> =>
  inspectFile(pool, jpegOf(bytes), signal);

/** The threads of a pool, by their names in the operating system; on Linux only. */
function threads(): string[] {
  const niceness = (thread: string): number => {
    try {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
      // Fields are counted after the name, which may contain any character.
      return Number(stat.split(') ').at(-1)?.split(' ')[16]);
    } catch {
      // The thread has ended meanwhile.
      return 0;
    }
  };
  const own = niceness(`${process.pid}`);
  return readdirSync('/proc/self/task').filter((one) => niceness(one) > own);
}
const notLinux = process.platform !== 'linux' && 'threads have no priority of their own here';

const isJobFailed = (reason: JobFailed['reason']) => (error: unknown) =>
  error instanceof JobFailed && error.reason === reason;

describe('A pool with little memory for its engine', () => {
  let pool: EnginePool;
  const counted: string[] = [];
  const metrics: Metrics = {
    ...noMetrics,
    count: (name) => void counted.push(name),
    record: (name) => void counted.push(name),
  };
  before(async () => void (pool = await startPool({metrics}, 12 * MIB)));
  after(() => pool.close());

  it('survives a file that is too large for it, and reads the next', async () => {
    for (let round = 0; round < 2; round++) {
      await assert.rejects(inspect(pool, 16 * MIB), (error) => {
        assert.ok(isJobFailed('crash')(error));
        const {cause} = error as JobFailed;
        assert.ok(cause instanceof Error);
        assert.match(cause.stack ?? '', /engineMessage/, 'it says what trapped');
        return true;
      });
      const outcome = await inspect(pool, 20_000);
      assert.equal(outcome.name, 'inspected');
    }
    const times = (name: string) => counted.filter((one) => one === name).length;
    assert.equal(times('sealed_capture_threads_replaced'), 2);
    assert.equal(times('sealed_capture_queue_wait_seconds'), 4);
    assert.deepEqual([pool.threads, pool.busy], [1, 0]);
  });
});

describe('A pool whose engine has little memory left after a hostile file', () => {
  const MEMORY = 48 * MIB;
  let poison: Uint8Array;
  let honest: Uint8Array;
  let pool: EnginePool;
  before(async () => {
    const {signer} = await makeAuthority();
    poison = await fileOfManyHashes(45_000, signer);
    ({sealed: honest} = await sealFile(
      {media: jpegOf(15_000_000), mediaType: 'image/jpeg'},
      signer,
    ));
  });
  beforeEach(async () => void (pool = await startPool({}, MEMORY)));
  afterEach(() => pool.close());

  /** The engine has no trust anchors here. */
  const assertIntact = (outcome: JobOutcome) => {
    assert.ok(outcome.name === 'inspected');
    const {labelState, reason} = JSON.parse(outcome.json) as InspectionResult;
    assert.equal(labelState, 'untrusted', reason);
  };

  it('does not let this affect the next file, which is retried in a fresh engine', async () => {
    for (let round = 0; round < 2; round++) {
      const outcomes = [inspectFile(pool, poison), inspectFile(pool, honest)] as const;
      assert.equal((await outcomes[0]).name, 'inspected');
      assertIntact(await outcomes[1]);
    }
  });

  it('never uses that engine again once it is idle', {skip: notLinux}, async () => {
    const before = new Set(threads());
    const isReplaced = () => threads().some((thread) => !before.has(thread));
    await inspectFile(pool, poison);
    const deadline = performance.now() + 30_000;
    while (!isReplaced() && performance.now() < deadline) await sleep(20);
    assert.ok(isReplaced());
    assertIntact(await inspectFile(pool, honest));
  });
});

describe('A pool with a short time limit', () => {
  let pool: EnginePool;
  before(async () => void (pool = await startPool({jobTimeout: 50})));
  after(() => pool.close());

  it('ends a job that takes too long, and does not reduce the time of the next while a new thread starts', async () => {
    await assert.rejects(inspect(pool, 31 * MIB), isJobFailed('timeout'));
    // A thread takes longer to start than the time limit, so that none of these would succeed; on a busy machine, one may fail.
    const next = async (tries: number): Promise<JobOutcome> =>
      inspect(pool, 1000).catch((thrown: unknown) => {
        if (tries > 1) return next(tries - 1);
        throw thrown;
      });
    assert.equal((await next(5)).name, 'inspected');
  });
});

describe('A busy pool', () => {
  let pool: EnginePool;
  let others: Set<string>;
  before(async () => {
    others = new Set(notLinux ? [] : threads());
    pool = await startPool();
  });
  after(() => pool.close());

  it('gives the event loop priority on the processor', {skip: notLinux}, () => {
    const own = threads().filter((thread) => !others.has(thread));
    assert.equal(own.length, 1, 'its one thread');
  });

  it('does not modify a body', async () => {
    const text = Buffer.from(envelope(jpegOf(1000)));
    const buffer = new SharedArrayBuffer(text.length);
    Buffer.from(buffer).set(text);
    const job = {name: 'inspect', buffer, length: text.length, environment: 'sandbox'} as const;
    assert.equal((await pool.run(job, never)).name, 'inspected');
    assert.deepEqual(Buffer.from(buffer), text);
  });

  it('never reports an internal error as an error of the file', async () => {
    const media = jpegOf(1000);
    const buffer = new SharedArrayBuffer(media.length);
    Buffer.from(buffer).set(media);
    const job: ProtectJob = {
      name: 'protect',
      buffer,
      length: buffer.byteLength,
      digest: new Uint8Array(32),
      mediaType: 'image/jpeg',
      captureId: 'none',
      metadata: {},
      environment: 'sandbox',
      sealer: {signer: {}, identity: {signer: {certificateChain: []}}} as never,
    };
    const isOurs = (error: unknown) => error instanceof Error && !(error instanceof JobFailed);
    await assert.rejects(pool.run(job, never), isOurs);
    assert.equal((await inspect(pool, 1000)).name, 'inspected');
  });

  it('answers requests beyond its queue with Retry-After, and all others with a result', async () => {
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

  it('drops a job whose client disconnected while it waited', async () => {
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
