import {failureAs} from '../../model/errors.js';
import type {InspectionResult} from '../../model/inspection/inspection-result.js';
import {beyondLimits, type Limit} from '../../seal/engine/refusals/beyond-limits.js';
import type {VerificationCalls} from './verification-calls.js';
import {verificationEngineUrl, verificationWorkerUrl} from './verification-script-urls.js';
import {workerScript} from '../worker-channel/worker-script.js';
import {inTime, WorkerInTurns, type EndableWorker} from '../worker-channel/worker-in-turns.js';

export interface LocalVerificationOptions {
  /** Whom to trust: what a service's `trust.json` says, or PEM of authorities for signers and for time. */
  trustAnchors: string;
  signal: AbortSignal;
}

/** Reads a seal with the engine in the browser. It is loaded with the first call; the file never leaves the device. */
export interface LocalVerification {
  /**
   * Rejects with `media_unsupported` for a file that seals are not read from, `worker_unavailable` where the engine
   * cannot be loaded or the page's policy forbids WebAssembly, `configuration_invalid` for trust anchors that are no
   * certificates. A file that is too much for the engine is an answer (unchecked, `general.error`), as it is with the
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
      // Another file may have harmed that engine: nothing of it is told of this one.
      const last =
        typeof first === 'string' && isUsed
          ? await this.#judge(this.#turns.renew(), file, options)
          : first;
      return typeof last === 'string' ? beyondLimits(last) : last;
    });
  }

  /** What the engine says of the file, or what the file was too much for; the worker is then ended. */
  async #judge(
    engine: Engine,
    file: Blob,
    {trustAnchors, signal}: LocalVerificationOptions,
  ): Promise<InspectionResult | Limit> {
    await this.#prepare(engine, signal);
    await engine.call('open', file, {signal});
    this.#used = engine;
    let limit: Limit = 'crash';
    try {
      const judgement = await inTime(this.#limits.work, signal, (limited) =>
        engine.call('judge', trustAnchors, {signal: limited}),
      );
      if (judgement.name === 'judged') {
        if (judgement.isSpent) this.#turns.end();
        return judgement.result;
      }
    } catch (thrown) {
      const isLate = failureAs('worker_unavailable', thrown).code === 'timeout';
      // Of a trap that nobody could catch.
      const hasDied = !this.#turns.isAlive(engine);
      if (signal.aborted || !(isLate || hasDied)) throw thrown;
      if (isLate) limit = 'timeout';
    }
    this.#turns.end();
    return limit;
  }

  async #prepare(engine: Engine, signal: AbortSignal): Promise<void> {
    if (engine === this.#prepared) return;
    const from = this.#compiled ?? this.#engineUrl();
    this.#compiled = await engine.call('prepare', from, {signal});
    this.#prepared = engine;
  }
}
