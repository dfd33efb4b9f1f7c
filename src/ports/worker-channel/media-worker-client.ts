import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {MediaWorkerCalls} from './media-worker-calls.js';
import {mediaWorkerUrl} from './script-url.js';
import {WorkerClient} from './worker-client.js';
import {workerScript} from './worker-script.js';

const {start, unavailable} = workerScript(mediaWorkerUrl);

/** Loaded once a worker has been started. */
const watch = async (worker: Worker, isWaitedFor: () => boolean): Promise<() => void> =>
  new (await import('./heartbeat.js')).Heartbeat(worker, isWaitedFor).begin;

/** True for pictures that are transferred, because a copy would take as much memory again. */
const isTransferred = (arg: unknown): arg is VideoFrame | ImageBitmap => 'close' in Object(arg);

/** Answers calls in the page in place of a worker that failed. */
export type StandIn = (failure: SealedCaptureError) => Partial<MediaWorkerCalls>;

/** The page's worker for pictures, storage and seals. */
export class MediaWorkerClient extends WorkerClient<MediaWorkerCalls> {
  static #shared?: MediaWorkerClient;
  /** Loads the stand-in if no worker can be run. */
  standIn?: () => Promise<StandIn>;

  constructor(startWorker = start) {
    super(startWorker, {unavailable, watch});
  }

  protected override async call(name: keyof MediaWorkerCalls, args: unknown[]): Promise<unknown> {
    try {
      return await super.call(name, args, args.filter(isTransferred));
    } catch (thrown) {
      const isGone = thrown instanceof SealedCaptureError && thrown.code === 'worker_unavailable';
      const standIn = isGone && (await this.standIn?.().catch(() => undefined));
      const answer = standIn && (standIn(thrown)[name] as StandingIn | undefined);
      if (!answer) throw thrown;
      return answer(...args).catch(() => Promise.reject(thrown));
    }
  }

  /** One worker serves the whole page. */
  static shared(): MediaWorkerClient {
    return (this.#shared ??= new MediaWorkerClient());
  }
}

type StandingIn = (...args: unknown[]) => Promise<unknown>;
