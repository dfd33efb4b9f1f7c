import type {Imported} from '@sealed-capture/seal/model/capture-metadata.js';
import type {SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import type {PictureQuality} from '@sealed-capture/seal/model/picture-quality.js';
import {sealReaderWorkerUrl} from '../worker-channel/script-url.js';
import {workerScript} from '../worker-channel/worker-script.js';
import {inTime, WorkerInTurns} from '../worker-channel/worker-in-turns.js';

/**
 * Why a chosen file is not taken. `too-many-pixels`: it would have to be converted, and is too large for that. `unreadable`: this
 * browser cannot decode the picture.
 */
export type WhyRefused =
  | 'empty'
  | 'too-large'
  | 'too-many-pixels'
  | 'no-photo'
  | 'damaged'
  | 'unreadable';

/** What a JPEG lacks that was made from a chosen file: its EXIF data, or its size. */
export type Lost = 'exif' | 'size';

/** What has become of a file that a person has chosen. */
export type ChosenFile =
  | {
      name: 'ready';
      /** The file to seal: the chosen one, or a JPEG made from it. */
      blob: Blob;
      mediaType: SealableMediaType;
      /** What the seal says of the chosen file, beside the time. */
      imported: Pick<Imported, 'original' | 'hadSeal'>;
      /** Absent for a file that stays as it is. */
      lost?: readonly Lost[];
      /** Absent if it cannot be measured here. */
      quality?: PictureQuality;
    }
  | {name: 'refused'; why: WhyRefused};

/** Reads files that a person has chosen, outside the page's main thread. */
export interface ChosenFiles {
  /**
   * Makes a file ready to be sealed. JPEG, PNG and WebP stay as they are; from any other picture that the browser can decode,
   * a JPEG with the same EXIF data is made. Rejects with `media_unsupported` if the file cannot be read, and with
   * `worker_unavailable` or `timeout`.
   */
  chosen(file: Blob, signal: AbortSignal): Promise<ChosenFile>;
  /** Loads what reads the files, so that they can be read without a network. Rejects with `worker_unavailable` or `timeout`. */
  prepare(signal: AbortSignal): Promise<void>;
}

/** Milliseconds for one file, and until an idle worker is ended: never, because none can be started without a network. */
const LIMITS = {each: 60_000, idle: Infinity};

const script = workerScript(sealReaderWorkerUrl);

/** Reads one file at a time, so that only one is in memory. */
export class WorkerChosenFiles implements ChosenFiles {
  readonly #turns: WorkerInTurns<ChosenFiles>;
  readonly #limits: typeof LIMITS;

  constructor(start = script.start, limits = LIMITS) {
    this.#turns = new WorkerInTurns(start, limits.idle, script.unavailable);
    this.#limits = limits;
  }

  chosen(file: Blob, signal: AbortSignal): Promise<ChosenFile> {
    return this.#turns.run(signal, (worker) =>
      inTime(this.#limits.each, signal, (limited) => worker.calls.chosen(file, limited)),
    );
  }

  prepare(signal: AbortSignal): Promise<void> {
    return this.#turns.run(signal, (worker) =>
      inTime(this.#limits.each, signal, (limited) => worker.calls.prepare(limited)),
    );
  }
}
