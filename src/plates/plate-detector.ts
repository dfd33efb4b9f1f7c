import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {
  DetectedLicensePlate,
  LicensePlateDetector,
} from '@sealed-capture/seal/model/protection-config.js';
import {WorkerInTurns} from '../ports/worker-channel/worker-in-turns.js';
import type {FileAddresses, PlateCalls} from './plate-calls.js';
import {trustedWorkerAddress} from './worker-address.js';

/** How a detector reads, and where the page serves what it loads. Addresses are relative to the page. */
export interface PlateDetectorOptions {
  /**
   * The folder in which the page serves the five files that `docs/license-plates.md` lists, or the address of each,
   * if a bundler renames them.
   */
  files: string | URL | PlateDetectorFiles;
  /**
   * Pattern of a plate's letters and digits without gaps, e.g. `/^[A-Z]{2}\d{2}[A-Z]{3}$/`. Other readings are not
   * plates. Look-alikes (O and 0, I and 1, B and 8) are exchanged if exactly one exchange makes the reading match.
   * Default: 4 to 10 letters and digits, at least one a digit; nothing is exchanged.
   */
  pattern?: RegExp;
  /** Lowest mean confidence that a plate may have, from 0 to 1. Default 0.6. */
  leastConfidence?: number;
  /** Address of the worker's script, if a bundler moved it. Default: `plate-worker.js` beside this module. */
  worker?: string | URL;
}

/** Addresses of the detector's files, by name. */
export type PlateDetectorFiles = Record<keyof FileAddresses, string | URL>;

/** A detector that has a worker from its first picture on. */
export interface PlateDetector extends LicensePlateDetector {
  /**
   * Reads the plate in the picture; its number has no gaps. Undefined if none was read. Pictures are read one after
   * the other. Rejects with `worker_unavailable` if a file is missing, `configuration_invalid` if `files` is
   * invalid, `media_unsupported` if the picture cannot be decoded, `aborted` if the signal is aborted or the
   * detector was closed.
   */
  detect(picture: Blob, signal: AbortSignal): Promise<DetectedLicensePlate | undefined>;
  /** Ends the worker and frees its memory. The next picture starts another. */
  close(): void;
}

/** Creates a detector of license plates. It loads nothing before its first picture. */
export function createPlateDetector(options: PlateDetectorOptions): PlateDetector {
  return new WorkerPlateDetector(options);
}

const fileNames: FileAddresses = {
  runtime: 'ort.wasm.bundle.min.mjs',
  wasm: 'ort-wasm-simd-threaded.wasm',
  detection: 'ch_PP-OCRv4_det_infer.onnx',
  recognition: 'ch_PP-OCRv4_rec_infer.onnx',
  dictionary: 'ppocr_keys_v1.txt',
};

const startWorker = (address: string | URL | undefined): Worker =>
  new Worker(trustedWorkerAddress(address), {type: 'module'});

/** A detector that runs in a worker. `createPlateDetector` makes it for pages. */
export class WorkerPlateDetector implements PlateDetector {
  readonly #options: PlateDetectorOptions;
  readonly #turns: WorkerInTurns<PlateCalls>;
  /** Aborted by `close`, which ends the current reading and those that wait. */
  #open = new AbortController();

  constructor(options: PlateDetectorOptions, start = startWorker) {
    this.#options = options;
    this.#turns = new WorkerInTurns(
      () => start(options.worker),
      Infinity,
      () => blockedWorker,
    );
  }

  async detect(picture: Blob, signal: AbortSignal): Promise<DetectedLicensePlate | undefined> {
    const {files, pattern, leastConfidence = 0.6} = this.#options;
    const addresses = addressesOf(files);
    const either = AbortSignal.any([signal, this.#open.signal]);
    return this.#turns.run(either, (worker) =>
      worker.calls.read(picture, addresses, {pattern, leastConfidence}, either),
    );
  }

  close(): void {
    this.#open.abort();
    this.#open = new AbortController();
    this.#turns.end();
  }
}

const blockedWorker =
  'The plate detector’s worker could not be run: serve plate-worker.js beside the module, or name it ' +
  'in the option "worker", and look at the Content-Security-Policy.';

/** Resolves the addresses. Throws `configuration_invalid` if one is invalid or missing. */
function addressesOf(files: PlateDetectorOptions['files']): FileAddresses {
  const folder = files instanceof URL ? files.href : files;
  const addresses = {...fileNames};
  for (const file of Object.keys(fileNames) as (keyof FileAddresses)[]) {
    const address =
      typeof folder === 'string'
        ? `${folder.replace(/\/$/, '')}/${fileNames[file]}`
        : String(folder?.[file] ?? '');
    if (!address || !URL.canParse(address, document.baseURI)) {
      const message = `The plate detector's option "files" has no address for "${file}".`;
      throw new SealedCaptureError('configuration_invalid', message);
    }
    addresses[file] = new URL(address, document.baseURI).href;
  }
  return addresses;
}
