import type {FileFacts} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {sealReaderWorkerUrl} from '../worker-channel/script-url.js';
import {workerScript} from '../worker-channel/worker-script.js';
import {inTime, WorkerInTurns} from '../worker-channel/worker-in-turns.js';

/** A text of the page that is added to an evidence package. */
export interface EvidenceText {
  /** Path in the package, e.g. "result.json". */
  name: string;
  text: string;
}

/** The decoded pixels of a picture. Two pictures of equal size and hash have the same pixels. */
export interface PicturePixels {
  width: number;
  height: number;
  /** SHA-256 in hexadecimal of red, green, blue and alpha of each pixel, row by row. */
  sha256: string;
}

/** Parses files on the device, outside the page's main thread. Nothing is sent. */
export interface SealReader {
  /**
   * Reads the facts of a file. Rejects with `media_unsupported` if the file cannot be read, with
   * `worker_unavailable` if no worker can be started, with `timeout` if it takes too long. A damaged seal is no
   * error: the facts then have none.
   */
  facts(file: Blob, signal: AbortSignal): Promise<FileFacts>;
  /**
   * Makes a ZIP of the file, the given texts and the parts of its seal (manifest store, certificate chain,
   * time-stamp token, signed bytes), with a script that verifies them with openssl.
   */
  evidence(file: Blob, texts: readonly EvidenceText[], signal: AbortSignal): Promise<Blob>;
  /**
   * Decodes a picture and hashes its pixels. Resolves to undefined if it cannot be decoded, is too large, or its pixels
   * cannot be read exactly. A page's own reader may leave it out: nothing is then said about equal pictures.
   */
  pixels?(file: Blob, signal: AbortSignal): Promise<PicturePixels | undefined>;
}

export interface SealReaderLimits {
  /** Milliseconds for each call. */
  facts: number;
  evidence: number;
  pixels: number;
  /** Milliseconds until an idle worker is ended. */
  idle: number;
}

const LIMITS: SealReaderLimits = {facts: 20_000, evidence: 60_000, pixels: 30_000, idle: 30_000};

const MIB = 1024 * 1024;
/** Milliseconds beside the limit of a call, because all of the file is read. */
const MS_PER_MIB = 100;

const script = workerScript(sealReaderWorkerUrl);

/** Reads one file at a time. A file that was given up or takes too long ends the worker, so that it delays no other. */
export class WorkerSealReader implements SealReader {
  readonly #turns: WorkerInTurns<Required<SealReader>>;
  readonly #limits: SealReaderLimits;

  constructor(start = script.start, limits = LIMITS) {
    this.#turns = new WorkerInTurns(start, limits.idle, script.unavailable);
    this.#limits = limits;
  }

  facts(file: Blob, signal: AbortSignal): Promise<FileFacts> {
    return this.#turns.run(signal, (worker) =>
      inTime(this.#limits.facts + (file.size / MIB) * MS_PER_MIB, signal, (limited) =>
        worker.calls.facts(file, limited),
      ),
    );
  }

  evidence(file: Blob, texts: readonly EvidenceText[], signal: AbortSignal): Promise<Blob> {
    return this.#turns.run(signal, (worker) =>
      inTime(this.#limits.evidence, signal, (limited) =>
        worker.calls.evidence(file, texts, limited),
      ),
    );
  }

  pixels(file: Blob, signal: AbortSignal): Promise<PicturePixels | undefined> {
    return this.#turns.run(signal, (worker) =>
      inTime(this.#limits.pixels, signal, (limited) => worker.calls.pixels(file, limited)),
    );
  }
}
