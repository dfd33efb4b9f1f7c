import {sealReaderWorkerUrl} from '../worker-channel/script-url.js';
import {workerScript} from '../worker-channel/worker-script.js';
import {inTime, WorkerInTurns} from '../worker-channel/worker-in-turns.js';
import type {EvidenceText} from './seal-reader.js';

/** One file of a case as a ZIP in which all of it is in one folder, and the SHA-256 of the script there. */
export interface PackedFolder {
  folder: string;
  zip: Blob;
  scriptSha256: string;
  /** True if a sandbox made the seal, which is no evidence then. */
  isOfSandbox: boolean;
}

/** What the cover says of a folder. */
export type CoveredFolder = Omit<PackedFolder, 'zip'>;

/** Packs the files of a case, one after the other, so that only one of them is in memory. */
export interface CasePacker {
  /**
   * Packs a file with its evidence in a folder, whose name begins with `number`: each file has its own. Rejects with
   * `too_large` if it is too large, otherwise as the reader of seals.
   */
  packFolder(
    file: Blob,
    texts: readonly EvidenceText[],
    number: string,
    signal: AbortSignal,
  ): Promise<PackedFolder>;
  /** Packs what stands above the folders: the given texts, and the script that runs those of the folders. */
  packCover(
    folders: readonly CoveredFolder[],
    texts: readonly EvidenceText[],
    signal: AbortSignal,
  ): Promise<Blob>;
}

export interface CasePackerLimits {
  /** Milliseconds for each call. */
  each: number;
  /** Milliseconds until an idle worker is ended. */
  idle: number;
}

const LIMITS: CasePackerLimits = {each: 60_000, idle: 5_000};

const script = workerScript(sealReaderWorkerUrl);

/** Packs in a worker of its own, so that files that are inspected meanwhile do not wait. */
export class WorkerCasePacker implements CasePacker {
  readonly #turns: WorkerInTurns<CasePacker>;
  readonly #limits: CasePackerLimits;

  constructor(start = script.start, limits = LIMITS) {
    this.#turns = new WorkerInTurns(start, limits.idle, script.unavailable);
    this.#limits = limits;
  }

  packFolder(
    file: Blob,
    texts: readonly EvidenceText[],
    number: string,
    signal: AbortSignal,
  ): Promise<PackedFolder> {
    return this.#turns.run(signal, (worker) =>
      inTime(this.#limits.each, signal, (limited) =>
        worker.calls.packFolder(file, texts, number, limited),
      ),
    );
  }

  packCover(
    folders: readonly CoveredFolder[],
    texts: readonly EvidenceText[],
    signal: AbortSignal,
  ): Promise<Blob> {
    return this.#turns.run(signal, (worker) =>
      inTime(this.#limits.each, signal, (limited) =>
        worker.calls.packCover(folders, texts, limited),
      ),
    );
  }
}
