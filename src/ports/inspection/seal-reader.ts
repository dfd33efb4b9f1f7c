import type {FileFacts} from '../../model/inspection/seal-contents.js';
import {sealReaderWorkerUrl} from '../worker-channel/script-url.js';
import type {EvidenceText, SealReaderCalls} from './seal-reader-calls.js';
import {workerScript} from '../worker-channel/worker-script.js';
import {inTime, WorkerInTurns} from '../worker-channel/worker-in-turns.js';

/** Takes files apart on the device, away from the page's main thread. Nothing leaves it. */
export interface SealReader {
  /**
   * Rejects with `media_unsupported` where the file cannot be read at all, with `worker_unavailable` where no worker
   * can be started, with `timeout` where the file takes too long. A damaged seal is no error: then the facts hold none.
   */
  facts(file: Blob, signal: AbortSignal): Promise<FileFacts>;
  /**
   * A ZIP of the file as it is, the given texts, and of its seal: manifest store, certificate chain, time-stamp token,
   * what was signed, and a script that verifies with openssl.
   */
  evidence(file: Blob, texts: readonly EvidenceText[], signal: AbortSignal): Promise<Blob>;
}

export interface SealReaderLimits {
  /** How long each may take, in milliseconds. */
  facts: number;
  evidence: number;
  /** How long a worker is kept that has nothing to do, in milliseconds. */
  idle: number;
}

const LIMITS: SealReaderLimits = {facts: 20_000, evidence: 60_000, idle: 30_000};

const script = workerScript(sealReaderWorkerUrl);

/** One file at a time: one that was given up or takes too long ends the worker, and holds up no other. */
export class WorkerSealReader implements SealReader {
  readonly #turns: WorkerInTurns<SealReaderCalls>;
  readonly #limits: SealReaderLimits;

  constructor(start = script.start, limits = LIMITS) {
    this.#turns = new WorkerInTurns(start, limits.idle, script.unavailable);
    this.#limits = limits;
  }

  facts(file: Blob, signal: AbortSignal): Promise<FileFacts> {
    return this.#turns.run(signal, (worker) =>
      inTime(this.#limits.facts, signal, (limited) =>
        worker.call('facts', file, {signal: limited}),
      ),
    );
  }

  evidence(file: Blob, texts: readonly EvidenceText[], signal: AbortSignal): Promise<Blob> {
    return this.#turns.run(signal, (worker) =>
      inTime(this.#limits.evidence, signal, (limited) =>
        worker.call('evidence', {file, texts}, {signal: limited}),
      ),
    );
  }
}
