import {SealedCaptureError} from '../model/errors.js';
import type {DetectedLicensePlate, LicensePlateDetector} from '../model/protection-config.js';
import {WorkerInTurns} from '../ports/worker-channel/worker-in-turns.js';
import type {FileAddresses, PlateCalls} from './plate-calls.js';
import {trustedWorkerAddress} from './worker-address.js';

/** How a detector reads, and where the page serves what it loads. Addresses are relative to the page. */
export interface PlateDetectorOptions {
  /**
   * The folder in which the page serves the five files that `docs/license-plates.md` names; or, where a bundler
   * names them otherwise, the address of each.
   */
  files: string | URL | PlateDetectorFiles;
  /**
   * What a plate's letters and digits look like without gaps, e.g. `/^[A-Z]{2}\d{2}[A-Z]{3}$/`. Readings that
   * do not match are no plate; look-alikes (O and 0, I and 1, B and 8) are exchanged where it takes that, and
   * only one way, to match. Default: 4 to 10 letters and digits, at least one a digit; nothing is exchanged.
   */
  pattern?: RegExp;
  /** Readings that the network is less sure of on average are no plate. 0 to 1, default 0.6. */
  leastConfidence?: number;
  /** The worker's script, where a bundler moved it. Default: `plate-worker.js` beside this module. */
  worker?: string | URL;
}

/** Addresses of the detector's files, by what they are. */
export type PlateDetectorFiles = Record<keyof FileAddresses, string | URL>;

/** A detector that holds a worker from its first picture on. */
export interface PlateDetector extends LicensePlateDetector {
  /**
   * The plate in the picture, its number without gaps; undefined where none was read. Pictures are read one
   * after the other. Rejects with `worker_unavailable` where a file is missing, `configuration_invalid` where
   * `files` is no address, `media_unsupported` where the picture cannot be decoded, `aborted` where the signal says so or the detector was closed.
   */
  detect(picture: Blob, signal: AbortSignal): Promise<DetectedLicensePlate | undefined>;
  /** Ends the worker and frees its memory. The next picture starts it anew. */
  close(): void;
}

/** Reads licence plates in the page. Loads nothing before its first picture. */
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

/** A detector that leaves the work to a worker; for the page it is what `createPlateDetector` makes. */
export class WorkerPlateDetector implements PlateDetector {
  readonly #options: PlateDetectorOptions;
  readonly #turns: WorkerInTurns<PlateCalls>;
  /** Aborted by `close`: ends the reading in progress and those that wait. */
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
    const params = {picture, files: addressesOf(files), rules: {pattern, leastConfidence}};
    const either = AbortSignal.any([signal, this.#open.signal]);
    return this.#turns.run(either, (worker) => worker.call('read', params, {signal: either}));
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

/** Throws `configuration_invalid` where they are no addresses, or not all of them. */
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
