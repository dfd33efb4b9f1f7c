import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {Keeping} from '@sealed-capture/seal/model/job/keeping.js';
import type {PictureQuality} from '@sealed-capture/seal/model/picture-quality.js';

/** Used for every picture: hard to tell from the original, at a tenth of its size. */
export const JPEG_QUALITY = 0.92;

/** A picture for the worker: in a form that the browser can transfer, or encoded. */
export type Picture = VideoFrame | ImageBitmap | Blob;

export interface KeptStill {
  /** JPEG at the camera's full resolution. */
  blob: Blob;
  keeping: Keeping;
}

/** Encodes pictures outside the page's main thread, and stores them. */
export interface StillStore {
  /** Prepares for the next picture; says whether the worker can encode. */
  prepare(width: number, height: number): Promise<{encodes: boolean}>;
  /** Encodes and stores a picture. `isMeasured` announces that a call of `quality` follows. */
  keepStill(job: Job, picture: Picture, isMeasured?: boolean): Promise<KeptStill>;
  /** The quality of this capture's picture; undefined if it was not encoded here, or was asked for before. */
  quality(captureId: string, signal: AbortSignal): Promise<PictureQuality | undefined>;
}
