import type {CaptureSummary} from '../../core/queue/queue-client.js';
import {fileNameOf} from '../../model/media-type.js';

/** Which file of a capture the form gets: with its seal, or as it was captured. */
export type FormValue = 'sealed' | 'raw';

/** The files of one capture, as far as they are here. */
type Files = {[Value in FormValue]?: File} & {isReading?: boolean; isWithheld?: boolean};

/** The element whose captures they are. */
export interface FileSource {
  /** Without it the form gets no files, and none are kept. */
  readonly name: string;
  readonly value: FormValue;
  readonly protections: readonly CaptureSummary[];
  requestUpdate(): void;
}

/** Undefined where the browser does not keep the file. Never rejects. */
type ReadFile = (captureId: string, value: FormValue) => Promise<Blob | undefined>;

/** The captures of an element that count for its form, with copies of their files that nothing else ends. */
export class FormFiles {
  readonly #source: FileSource;
  readonly #read: ReadFile;
  readonly #captures = new Map<string, Files>();

  constructor(source: FileSource, read: ReadFile) {
    this.#source = source;
    this.#read = read;
  }

  /** Of all that count; of those that are withheld, none does. */
  get ids(): string[] {
    return [...this.#captures].flatMap(([captureId, {isWithheld}]) =>
      isWithheld ? [] : captureId,
    );
  }

  /** Of those whose file is not here yet. */
  get missing(): string[] {
    return this.ids.filter((captureId) => !this.#captures.get(captureId)?.[this.#source.value]);
  }

  get ready(): File[] {
    const {value} = this.#source;
    return this.ids.flatMap((captureId) => this.#captures.get(captureId)?.[value] ?? []);
  }

  add(captureId: string, raw: Blob) {
    this.#captures.set(captureId, {});
    this.put(captureId, 'raw', raw);
  }

  /** Keeps the file where the form wants it. */
  put(captureId: string, value: FormValue, blob: Blob) {
    const {name, value: wanted} = this.#source;
    const files = this.#captures.get(captureId);
    if (!files || !name || value !== wanted) return;
    const {type} = blob;
    files[value] = new File([blob], fileNameOf(captureId, type), {type});
  }

  /**
   * Keeps the files of these from the form, or gives them back. They keep their places, and what is sealed meanwhile is
   * put there.
   */
  withhold(captureIds: readonly string[], isWithheld: boolean) {
    for (const [captureId, files] of this.#captures) {
      if (captureIds.includes(captureId)) files.isWithheld = isWithheld;
    }
  }

  /** Without ids, all of them. */
  remove(captureIds: Iterable<string> = this.#captures.keys()) {
    for (const captureId of captureIds) this.#captures.delete(captureId);
  }

  /** Forgets what was discarded or is another account's, and reads what was handed over elsewhere, or too early. */
  look() {
    const {name, value, protections} = this.#source;
    const names = new Map(protections.map(({captureId, progress}) => [captureId, progress.name]));
    for (const [captureId, files] of this.#captures) {
      const stands = names.get(captureId);
      if (!stands) this.#captures.delete(captureId);
      const isThere = value === 'raw' || stands === 'delivering' || stands === 'delivered';
      if (stands && name && isThere && !files[value] && !files.isReading) {
        void this.#complete(captureId, files);
      }
    }
  }

  async #complete(captureId: string, files: Files) {
    const {value} = this.#source;
    files.isReading = true;
    const blob = await this.#read(captureId, value);
    files.isReading = false;
    if (blob) this.put(captureId, value, blob);
    else this.#captures.delete(captureId);
    this.#source.requestUpdate();
  }
}
