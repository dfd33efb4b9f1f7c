import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {deferred} from '../deferred.js';
import type {EncoderAnswer, EncoderRequest} from './messages.js';
import type {FinishedRecording, RecordingListener} from '../recorder.js';

/** Number of checks within the patience. A page that was asleep wakes to one check, not to a long silence. */
const LOOKS = 10;

/** Watches for an answer that does not come. */
export interface Silence {
  /** Milliseconds. */
  patience: number;
  isAwaited: () => boolean;
  onSilent: () => void;
}

/** A started worker. */
export interface EncoderWorker {
  worker: Worker;
  /** The message if its script cannot be run. */
  unavailable: () => string;
  /** Called when the worker is not needed any more, with whether it has finished the recording. */
  end: (hasFinished: boolean) => void;
}

/** The encoder's worker, as the page sees it. */
export class EncoderClient {
  readonly #worker: Worker;
  readonly #end: EncoderWorker['end'];
  readonly #ready = deferred<void>();
  readonly #finished = deferred<FinishedRecording>();
  readonly #watch: ReturnType<typeof setInterval>;
  #hasFinished = false;

  /**
   * @param onFailed called when the encoder will not answer any more, mostly with `worker_unavailable`, otherwise
   *   with the encoder's error
   */
  constructor(
    {worker, unavailable, end}: EncoderWorker,
    listener: Pick<RecordingListener, 'onPart' | 'onProgress'>,
    onFailed: (error: SealedCaptureError) => void,
    {patience, isAwaited, onSilent}: Silence,
  ) {
    this.#worker = worker;
    this.#end = end;
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
          this.#hasFinished = true;
          return this.#finished.resolve(data.recording);
        case 'failed':
          return onFailed(new SealedCaptureError(data.code, data.message));
      }
    };
  }

  /** Resolves when the worker is ready; never settles if it fails. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Resolves with the finished recording; never settles if the worker fails. */
  get finished(): Promise<FinishedRecording> {
    return this.#finished.promise;
  }

  ask(request: EncoderRequest, ...transfer: Transferable[]): void {
    this.#worker.postMessage(request, transfer);
  }

  close(): void {
    clearInterval(this.#watch);
    this.#end(this.#hasFinished);
  }
}
