import type {FileFacts} from '../model/seal-contents.js';
import {sealReaderWorkerUrl} from './script-url.js';
import type {SealReaderCalls} from './seal-reader-calls.js';
import {WorkerClient, type AskedWorker} from './worker-client.js';

/** A text of the page's own that goes into an evidence package beside the file. */
export interface EvidenceText {
  /** Path in the package, e.g. "result.json". */
  name: string;
  text: string;
}

/** Takes files apart on the device, away from the page's main thread. Nothing leaves it. */
export interface SealReader {
  /**
   * Rejects with `media_unsupported` where the file cannot be read at all, with `worker_unavailable` where no worker
   * can be started. A damaged seal is no error: then the facts hold none.
   */
  facts(file: Blob, signal: AbortSignal): Promise<FileFacts>;
  /**
   * A ZIP of the file as it is, the given texts, and of its seal: manifest store, certificate chain, time-stamp token,
   * what was signed, and a script that verifies with openssl.
   */
  evidence(file: Blob, texts: readonly EvidenceText[], signal: AbortSignal): Promise<Blob>;
}

const startWorker = (): Worker => new Worker(sealReaderWorkerUrl(), {type: 'module'});

export class WorkerSealReader implements SealReader {
  readonly #worker: AskedWorker<SealReaderCalls>;

  constructor(worker: AskedWorker<SealReaderCalls> = new WorkerClient(startWorker)) {
    this.#worker = worker;
  }

  facts(file: Blob, signal: AbortSignal): Promise<FileFacts> {
    return this.#worker.call('facts', file, {signal});
  }

  evidence(file: Blob, texts: readonly EvidenceText[], signal: AbortSignal): Promise<Blob> {
    return this.#worker.call('evidence', {file, texts}, {signal});
  }
}
