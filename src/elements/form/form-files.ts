import type {CaptureSummary} from '../../core/queue/queue-client.js';
import {fileNameOf} from '@sealed-capture/seal/model/media-type.js';

/** Which file of a capture the form gets: with its seal, or as it was captured. */
export type SubmitAs = 'sealed' | 'raw';

/** The loaded files of one capture. */
type Files = {[Kind in SubmitAs]?: File} & {isReading?: boolean; isWithheld?: boolean};

/** The element whose captures they are. */
export interface FileSource {
  /** Without a name the form gets no files, and none are loaded. */
  readonly name: string;
  readonly submitAs: SubmitAs;
  readonly protections: readonly CaptureSummary[];
  requestUpdate(): void;
}

/** Reads a file; undefined if the browser does not store it. Never rejects. */
type ReadFile = (captureId: string, kind: SubmitAs) => Promise<Blob | undefined>;

/**
 * The captures of an element that count for its form, with copies of their files, which stay valid when the
 * originals are deleted.
 */
export class FormFiles {
  readonly #source: FileSource;
  readonly #read: ReadFile;
  readonly #captures = new Map<string, Files>();

  constructor(source: FileSource, read: ReadFile) {
    this.#source = source;
    this.#read = read;
  }

  /** Ids of the captures that count and are not withheld. */
  get ids(): string[] {
    return [...this.#captures].flatMap(([captureId, {isWithheld}]) =>
      isWithheld ? [] : captureId,
    );
  }

  /** Ids of captures whose file is not loaded yet. */
  get missing(): string[] {
    return this.ids.filter((captureId) => !this.#captures.get(captureId)?.[this.#source.submitAs]);
  }

  get ready(): File[] {
    const {submitAs} = this.#source;
    return this.ids.flatMap((captureId) => this.#captures.get(captureId)?.[submitAs] ?? []);
  }

  add(captureId: string, raw: Blob) {
    this.#captures.set(captureId, {});
    this.put(captureId, 'raw', raw);
  }

  /** Stores the file if the form wants it. */
  put(captureId: string, kind: SubmitAs, blob: Blob) {
    const {name, submitAs, protections} = this.#source;
    const files = this.#captures.get(captureId);
    if (!files || !name || kind !== submitAs) return;
    const {type} = blob;
    const isImported = protections.some((one) => one.captureId === captureId && one.imported);
    const fileName = (isImported ? 'imported-' : '') + fileNameOf(captureId, type);
    files[kind] = new File([blob], fileName, {type});
  }

  /**
   * Withholds the files of these captures from the form, or gives them back. They keep their positions, and files
   * that are sealed meanwhile are stored.
   */
  withhold(captureIds: readonly string[], isWithheld: boolean) {
    for (const [captureId, files] of this.#captures) {
      if (captureIds.includes(captureId)) files.isWithheld = isWithheld;
    }
  }

  /** Removes captures; without ids, all of them. */
  remove(captureIds: Iterable<string> = this.#captures.keys()) {
    for (const captureId of captureIds) this.#captures.delete(captureId);
  }

  /**
   * Removes captures that were discarded or belong to another account, and reads files that were handed over in
   * another page, or too early.
   */
  refresh() {
    const {name, submitAs, protections} = this.#source;
    const names = new Map(protections.map(({captureId, progress}) => [captureId, progress.name]));
    for (const [captureId, files] of this.#captures) {
      const stands = names.get(captureId);
      if (!stands) this.#captures.delete(captureId);
      const isThere = submitAs === 'raw' || stands === 'delivering' || stands === 'delivered';
      if (stands && name && isThere && !files[submitAs] && !files.isReading) {
        void this.#complete(captureId, files);
      }
    }
  }

  async #complete(captureId: string, files: Files) {
    const {submitAs} = this.#source;
    files.isReading = true;
    const blob = await this.#read(captureId, submitAs);
    files.isReading = false;
    if (blob) this.put(captureId, submitAs, blob);
    else this.#captures.delete(captureId);
    this.#source.requestUpdate();
  }
}
