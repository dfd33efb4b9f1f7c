import {failureAs, SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {beyondLimits, type Limit} from '@sealed-capture/seal/engine/refusals/beyond-limits.js';
import {
  ENGINE_TIME_MS,
  ENGINE_TIME_PER_MIB_MS,
} from '@sealed-capture/seal/engine/refusals/limits.js';
import {LARGE_FILE} from '@sealed-capture/seal/ranged/large-file.js';
import type {VerificationCalls} from './verification-calls.js';
import {verificationEngineUrl, verificationWorkerUrl} from './verification-script-urls.js';
import {workerScript} from '../worker-channel/worker-script.js';
import type {WorkerClient} from '../worker-channel/worker-client.js';
import {inTime, WorkerInTurns} from '../worker-channel/worker-in-turns.js';

export interface LocalVerificationOptions {
  /** Trust anchors: the text of a service's `trust.json`, or PEM of authorities for signers and for time. */
  trustAnchors: string;
  signal: AbortSignal;
  /** Called with the share of a large file that was read, from 0 to 1; a small one is read at once. */
  onProgress?: (share: number) => void;
  /** The seal in a file of its own, which counts if the file carries none. */
  detached?: File;
}

/**
 * Reads a seal with the engine in the browser, which is loaded with the first call. The file never leaves the
 * device.
 */
export interface LocalVerification {
  /**
   * Verifies a file. Rejects with `media_unsupported` for a file type without readable seals, or caused by a
   * NotReadableError for a file that cannot be read, `worker_unavailable`
   * if the engine cannot be loaded or the page's policy forbids WebAssembly, `configuration_invalid` for trust
   * anchors without certificates. A file that exceeds the engine's limits gives a result (unchecked,
   * `general.error`), as with the service.
   */
  verify(file: Blob, options: LocalVerificationOptions): Promise<InspectionResult>;
}

export interface WorkerLimits {
  /** Milliseconds for reading and judging one file, and further ones for each MiB of a file that is read by ranges. */
  work: number;
  workPerMiB?: number;
  /** Milliseconds until an idle worker is ended. */
  idle: number;
}

const LIMITS: WorkerLimits = {
  work: ENGINE_TIME_MS,
  workPerMiB: ENGINE_TIME_PER_MIB_MS,
  idle: 30_000,
};
const MIB = 1024 * 1024;

const script = workerScript(verificationWorkerUrl);

type Engine = WorkerClient<VerificationCalls>;

/**
 * Verifies one file at a time, in a worker that ends when it is idle. The compiled engine is kept for the next
 * worker.
 */
export class WorkerLocalVerification implements LocalVerification {
  readonly #turns: WorkerInTurns<VerificationCalls>;
  readonly #limits: WorkerLimits;
  readonly #engineUrl: () => string;
  #compiled?: WebAssembly.Module;
  /** A worker whose engine is ready, and has worked on no file. */
  #prepared?: Engine;
  /** The worker whose engine has worked on a file. */
  #used?: Engine;

  constructor(start = script.start, limits = LIMITS, engineUrl = verificationEngineUrl) {
    this.#turns = new WorkerInTurns(start, limits.idle, script.unavailable);
    this.#limits = limits;
    this.#engineUrl = engineUrl;
  }

  verify(file: Blob, options: LocalVerificationOptions): Promise<InspectionResult> {
    return this.#turns.run(options.signal, async (engine) => {
      const isUsed = engine === this.#used;
      const first = await this.#judge(engine, file, options);
      // Another file may have harmed that engine, so its result does not count.
      const last =
        typeof first === 'string' && isUsed
          ? await this.#judge(this.#turns.renew(), file, options)
          : first;
      return typeof last === 'string' ? beyondLimits(last) : last;
    });
  }

  /** The engine's result, or the limit that the file exceeded; the worker is then ended. */
  async #judge(
    engine: Engine,
    file: Blob,
    {trustAnchors, signal, onProgress, detached}: LocalVerificationOptions,
  ): Promise<InspectionResult | Limit> {
    await this.#prepare(engine, signal);
    let isOpen = false;
    let limit: Limit = 'crash';
    try {
      const {work, workPerMiB = 0} = this.#limits;
      const isRanged = file.size >= LARGE_FILE;
      const limitOfFile = work + (isRanged ? (file.size / MIB) * workPerMiB : 0);
      const judgement = await inTime(limitOfFile, signal, async (limited) => {
        await this.#give(engine, file, detached, limited);
        isOpen = true;
        this.#used = engine;
        return engine.calls.judge(trustAnchors, onProgress, limited);
      });
      if (judgement.name === 'unreadable') throw unreadable();
      if (judgement.name === 'judged') {
        if (judgement.isSpent) this.#turns.end();
        return judgement.result;
      }
    } catch (thrown) {
      const isLate = failureAs('worker_unavailable', thrown).code === 'timeout';
      // An uncaught trap has ended the worker.
      const hasDied = isOpen && !this.#turns.isAlive(engine);
      if (signal.aborted || !(isLate || hasDied)) throw thrown;
      if (isLate) limit = 'timeout';
    }
    this.#turns.end();
    return limit;
  }

  /** Has the worker read the file, and its detached seal. */
  async #give(
    engine: Engine,
    file: Blob,
    detached: File | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await engine.calls.open(file, signal);
      if (detached) await engine.calls.attach(detached, signal);
    } catch (thrown) {
      throw isUnreadable(thrown) ? unreadable() : thrown;
    }
  }

  async #prepare(engine: Engine, signal: AbortSignal): Promise<void> {
    if (engine === this.#prepared) return;
    const from = this.#compiled ?? this.#engineUrl();
    this.#compiled = await engine.calls.prepare(from, signal);
    this.#prepared = engine;
  }
}

const isUnreadable = (thrown: unknown): boolean =>
  failureAs('worker_unavailable', thrown).code === 'media_unsupported';

/** The cause says that it is not about the file's type. */
function unreadable(): SealedCaptureError {
  const message = 'The file cannot be read.';
  const cause = new DOMException(message, 'NotReadableError');
  return new SealedCaptureError('media_unsupported', message, {cause});
}
