import {SealedCaptureError} from '../../../model/errors.js';
import {deferred} from '../deferred.js';
import type {EncoderAnswer, EncoderRequest} from './messages.js';
import type {FinishedRecording, RecordingListener} from '../recorder.js';

/** How often it is looked at within the patience: a page that was asleep wakes to one look, not to a long silence. */
const LOOKS = 10;

/** Where it is to answer, and does not. */
export interface Silence {
  /** Milliseconds. */
  patience: number;
  isAwaited: () => boolean;
  onSilent: () => void;
}

/** A started worker. `unavailable` is the message where its script cannot be run. */
export interface EncoderWorker {
  worker: Worker;
  unavailable: () => string;
}

/** The encoder's worker, as the page sees it. */
export class EncoderClient {
  readonly #worker: Worker;
  readonly #ready = deferred<void>();
  readonly #finished = deferred<FinishedRecording>();
  readonly #watch: ReturnType<typeof setInterval>;

  /** @param onFailed it will answer no more; most often `worker_unavailable`, else what the encoder says */
  constructor(
    {worker, unavailable}: EncoderWorker,
    listener: Pick<RecordingListener, 'onPart' | 'onProgress'>,
    onFailed: (error: SealedCaptureError) => void,
    {patience, isAwaited, onSilent}: Silence,
  ) {
    this.#worker = worker;
    let silent = 0;
    this.#watch = setInterval(() => {
      silent = isAwaited() ? silent + 1 : 0;
      if (silent <= LOOKS) return;
      silent = 0;
      onSilent();
    }, patience / LOOKS);
    const onDeath = (): void => {
      onFailed(new SealedCaptureError('worker_unavailable', unavailable()));
    };
    worker.onmessageerror = onDeath;
    worker.onerror = (event) => {
      event.preventDefault();
      onDeath();
    };
    worker.onmessage = ({data}: MessageEvent<EncoderAnswer>) => {
      silent = 0;
      switch (data.kind) {
        case 'ready':
          return this.#ready.resolve();
        case 'part':
          return listener.onPart(data.part);
        case 'progress':
          return listener.onProgress(data.progress);
        case 'finished':
          return this.#finished.resolve(data.recording);
        case 'failed':
          return onFailed(new SealedCaptureError(data.code, data.message));
      }
    };
  }

  /** Never settles where the worker fails. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Never settles where the worker fails. */
  get finished(): Promise<FinishedRecording> {
    return this.#finished.promise;
  }

  ask(request: EncoderRequest, ...transfer: Transferable[]): void {
    this.#worker.postMessage(request, transfer);
  }

  close(): void {
    clearInterval(this.#watch);
    this.#worker.terminate();
  }
}
