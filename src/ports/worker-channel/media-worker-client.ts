import {SealedCaptureError} from '../../model/errors.js';
import type {MediaWorkerCalls} from './media-worker-calls.js';
import {mediaWorker} from './script-url.js';
import type {CallName, Params, Result} from './worker-calls.js';
import {WorkerClient, type AskedWorker, type CallOptions} from './worker-client.js';
import {workerScript} from './worker-script.js';

/** The page's worker for pictures, storage and seals. */
export type MediaWorker = AskedWorker<MediaWorkerCalls>;

const {start, unavailable} = workerScript(mediaWorker.url);

/** Loaded once a worker has been started. */
const watch = async (worker: Worker, isWaitedFor: () => boolean): Promise<() => void> =>
  new (await import('./heartbeat.js')).Heartbeat(worker, isWaitedFor).begin;

/** Answers calls in the page in place of a worker that failed. */
export type StandIn = (failure: SealedCaptureError) => {
  [N in CallName<MediaWorkerCalls>]?: (
    params: Params<MediaWorkerCalls, N>,
  ) => Promise<Result<MediaWorkerCalls, N>>;
};

export class MediaWorkerClient extends WorkerClient<MediaWorkerCalls> implements MediaWorker {
  static #shared?: MediaWorkerClient;
  /** Loads the stand-in if no worker can be run. */
  standIn?: () => Promise<StandIn>;

  constructor(startWorker = start) {
    super(startWorker, {unavailable, watch});
  }

  override async call<N extends CallName<MediaWorkerCalls>>(
    name: N,
    params: Params<MediaWorkerCalls, N>,
    options?: CallOptions,
  ): Promise<Result<MediaWorkerCalls, N>> {
    try {
      return await super.call(name, params, options);
    } catch (thrown) {
      const isGone = thrown instanceof SealedCaptureError && thrown.code === 'worker_unavailable';
      const standIn = isGone && (await this.standIn?.().catch(() => undefined));
      const answer = standIn && standIn(thrown)[name];
      if (!answer) throw thrown;
      return answer(params).catch(() => Promise.reject(thrown));
    }
  }

  /** One worker serves the whole page. */
  static shared(): MediaWorkerClient {
    return (this.#shared ??= new MediaWorkerClient());
  }
}
