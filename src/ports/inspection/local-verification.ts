import {failureAs} from '../../model/errors.js';
import type {InspectionResult} from '../../model/inspection-result.js';
import {beyondLimits} from '../../seal/engine/beyond-limits.js';
import type {VerificationCalls} from './verification-calls.js';
import {verificationEngineUrl, verificationWorkerUrl} from './verification-script-urls.js';
import {workerScript} from '../worker-channel/worker-script.js';
import {inTime, WorkerInTurns, type EndableWorker} from '../worker-channel/worker-in-turns.js';

export interface LocalVerificationOptions {
  /** Root certificates, PEM: whose signers and time-stamp authorities are trusted. */
  trustAnchors: string;
  signal: AbortSignal;
}

/** Reads a seal with the engine in the browser. It is loaded with the first call; the file never leaves the device. */
export interface LocalVerification {
  /**
   * Rejects with `media_unsupported` for a file that seals are not read from, `worker_unavailable` where the engine
   * cannot be loaded or the page's policy forbids WebAssembly, `configuration_invalid` for trust anchors that are no
   * certificates. A file that is too much for the engine is a verdict (invalid, `general.error`), as it is with the
   * service.
   */
  verify(file: Blob, options: LocalVerificationOptions): Promise<InspectionResult>;
}

export interface WorkerLimits {
  /** How long the engine may work on one file, in milliseconds. */
  work: number;
  /** How long a worker is kept that has nothing to do, in milliseconds. */
  idle: number;
}

const LIMITS: WorkerLimits = {work: 30_000, idle: 30_000};

const script = workerScript(verificationWorkerUrl);

type Engine = EndableWorker<VerificationCalls>;

/** One file at a time, in a worker that ends when nobody needs it. What was compiled is kept for the next one. */
export class WorkerLocalVerification implements LocalVerification {
  readonly #turns: WorkerInTurns<VerificationCalls>;
  readonly #limits: WorkerLimits;
  readonly #engineUrl: () => string;
  #compiled?: WebAssembly.Module;
  /** The worker that has the engine. */
  #prepared?: Engine;

  constructor(start = script.start, limits = LIMITS, engineUrl = verificationEngineUrl) {
    this.#turns = new WorkerInTurns(start, limits.idle, script.unavailable);
    this.#limits = limits;
    this.#engineUrl = engineUrl;
  }

  verify(file: Blob, {trustAnchors, signal}: LocalVerificationOptions): Promise<InspectionResult> {
    return this.#turns.run(signal, async (engine) => {
      await this.#prepare(engine, signal);
      await engine.call('open', file, {signal});
      return this.#judge(engine, trustAnchors, signal);
    });
  }

  async #prepare(engine: Engine, signal: AbortSignal): Promise<void> {
    if (engine === this.#prepared) return;
    const from = this.#compiled ?? this.#engineUrl();
    this.#compiled = await engine.call('prepare', from, {signal});
    this.#prepared = engine;
  }

  async #judge(
    engine: Engine,
    trustAnchors: string,
    signal: AbortSignal,
  ): Promise<InspectionResult> {
    let isLate = false;
    try {
      const judgement = await inTime(this.#limits.work, signal, (limited) =>
        engine.call('judge', trustAnchors, {signal: limited}),
      );
      if (judgement.name === 'judged') return judgement.result;
    } catch (thrown) {
      isLate = failureAs('worker_unavailable', thrown).code === 'timeout';
      // Of a trap that nobody could catch.
      const hasDied = !this.#turns.isAlive(engine);
      if (signal.aborted || !(isLate || hasDied)) throw thrown;
    }
    this.#turns.end();
    return beyondLimits(isLate ? 'timeout' : 'crash');
  }
}
