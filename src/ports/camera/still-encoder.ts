import {SealedCaptureError, failureAs} from '@sealed-capture/seal/model/errors.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import {nowhere} from '@sealed-capture/seal/model/job/keeping.js';
import {JPEG_QUALITY, type KeptStill, type Picture, type StillStore} from './picture.js';
import type {CaptureStore} from '../captures/capture-store.js';

/** Takes pictures of one stream. */
export interface Shutter {
  /**
   * Takes a picture of this moment, encodes it, and stores it with the job. `isMeasured` announces that the caller
   * will ask for the picture's quality. Rejects with `encoding_failed`.
   */
  take(job: Job, isMeasured?: boolean): Promise<KeptStill>;
  close(): void;
}

/** Makes pictures of a live stream, outside the main thread if the browser can. */
export interface StillEncoder {
  /** Prepares everything that the first picture needs. */
  attach(stream: MediaStream): Shutter;
}

type StillWorker = StillStore & Pick<CaptureStore, 'add'>;

/** Ways to capture a frame, best first. A way that has failed is not tried again. */
type Way = (video: HTMLVideoElement) => Promise<Picture> | Picture;

const ways: readonly Way[] = [
  (video) => new VideoFrame(video),
  (video) => createImageBitmap(video),
  encodeOnPage,
];

export class BrowserStillEncoder implements StillEncoder {
  readonly #worker: StillWorker;
  readonly #ways: Way[];

  /** Tests may leave out `candidates`. */
  constructor(worker: StillWorker, candidates: readonly Way[] = ways) {
    this.#worker = worker;
    this.#ways = [...candidates];
  }

  attach(stream: MediaStream): Shutter {
    const video = document.createElement('video');
    video.muted = true;
    video.playsInline = true;
    video.srcObject = stream;
    const first = firstFrame(video);
    // `take` reports the failure when a picture is wanted.
    first.then(() => this.#prepare(video)).catch(() => undefined);
    const taken = new Set<Promise<KeptStill>>();
    return {
      take: async (job, isMeasured) => {
        if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) await first;
        const still = this.#take(video, job, isMeasured);
        taken.add(still);
        return still.finally(() => taken.delete(still));
      },
      // The last frame stays until all pictures of it are encoded; pictures that wait for a first frame fail at
      // once. The camera itself is off by then.
      close: () => {
        const detach = () => {
          video.srcObject = null;
        };
        // At once if possible: WebKitGTK may wait forever if a camera ends while a video still waits for its picture.
        if (taken.size === 0) detach();
        else void Promise.allSettled(taken).then(detach);
      },
    };
  }

  async #prepare({videoWidth: width, videoHeight: height}: HTMLVideoElement): Promise<void> {
    const {encodes} = await this.#worker.prepare(width, height).catch(() => ({encodes: false}));
    if (!encodes) this.#ways.splice(0, this.#ways.length, encodeOnPage);
  }

  async #take(video: HTMLVideoElement, job: Job, isMeasured?: boolean): Promise<KeptStill> {
    for (;;) {
      const [way] = this.#ways;
      if (!way) throw noPicture();
      try {
        return await this.#keep(job, await way(video), isMeasured);
      } catch (thrown) {
        const error = failureAs('encoding_failed', thrown);
        if (error.code !== 'encoding_failed' && error.code !== 'worker_unavailable') throw error;
        // Another picture, or the worker, may have found that this way fails.
        if (this.#ways[0] !== way) continue;
        if (this.#ways.length === 1) throw error;
        this.#ways.shift();
      }
    }
  }

  async #keep(job: Job, picture: Picture, isMeasured?: boolean): Promise<KeptStill> {
    if (!(picture instanceof Blob)) {
      return this.#worker.keepStill(job, picture, isMeasured);
    }
    try {
      return {blob: picture, keeping: await this.#worker.add(job, picture)};
    } catch (thrown) {
      return {blob: picture, keeping: nowhere(thrown)};
    }
  }
}

async function firstFrame(video: HTMLVideoElement): Promise<void> {
  const loaded = new Promise<void>((resolve, reject) => {
    video.addEventListener('loadeddata', () => resolve(), {once: true});
    video.addEventListener('emptied', () => reject(lost()), {once: true});
    video.addEventListener('error', () => reject(lost()), {once: true});
  });
  // Rejects when the stream is removed meanwhile, which `emptied` reports as well.
  video.play().catch(() => undefined);
  await loaded;
}

const lost = (): SealedCaptureError =>
  new SealedCaptureError('device_lost', 'The camera gave no picture.');

const noPicture = (): SealedCaptureError =>
  new SealedCaptureError('encoding_failed', 'This browser encodes no pictures.');

/** The last resort: uses the main thread, and works everywhere. */
function encodeOnPage(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d', {alpha: false})?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) => {
    const settle = (blob: Blob | null): void => {
      if (blob?.type === 'image/jpeg') resolve(blob);
      else reject(noPicture());
    };
    canvas.toBlob(settle, 'image/jpeg', JPEG_QUALITY);
  });
}
