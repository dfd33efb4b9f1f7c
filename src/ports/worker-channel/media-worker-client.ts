import type {MediaWorkerCalls} from './media-worker-calls.js';
import {mediaWorkerUrl} from './script-url.js';
import {WorkerClient, type AskedWorker} from './worker-client.js';

/** The page's worker for pictures, storage and seals, as one that can be asked. */
export type MediaWorker = AskedWorker<MediaWorkerCalls>;

const startWorker = (): Worker => new Worker(mediaWorkerUrl(), {type: 'module'});

export class MediaWorkerClient extends WorkerClient<MediaWorkerCalls> implements MediaWorker {
  static #shared?: MediaWorkerClient;

  constructor(start = startWorker) {
    super(start);
  }

  /** One worker serves the whole page. */
  static shared(): MediaWorkerClient {
    return (this.#shared ??= new MediaWorkerClient());
  }
}
