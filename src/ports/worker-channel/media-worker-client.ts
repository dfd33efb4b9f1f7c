import type {MediaWorkerCalls} from './media-worker-calls.js';
import {mediaWorkerUrl} from './script-url.js';
import {WorkerClient, type AskedWorker} from './worker-client.js';
import {workerScript} from './worker-script.js';

/** The page's worker for pictures, storage and seals, as one that can be asked. */
export type MediaWorker = AskedWorker<MediaWorkerCalls>;

const {start, unavailable} = workerScript(mediaWorkerUrl);

/** Loaded once a worker has been started. */
const watch = async (worker: Worker, isWaitedFor: () => boolean): Promise<() => void> =>
  new (await import('./heartbeat.js')).Heartbeat(worker, isWaitedFor).begin;

export class MediaWorkerClient extends WorkerClient<MediaWorkerCalls> implements MediaWorker {
  static #shared?: MediaWorkerClient;

  constructor(startWorker = start) {
    super(startWorker, {unavailable, watch});
  }

  /** One worker serves the whole page. */
  static shared(): MediaWorkerClient {
    return (this.#shared ??= new MediaWorkerClient());
  }
}
