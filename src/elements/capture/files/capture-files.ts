import type {ShareOutcome} from '../../../core/wiring/elements/share-file.js';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import {savedName} from '../failures/saved-name.js';
import type {FileBrowser} from './file-browser.js';
import {isSealed} from './listed.js';
import type {Localize} from '../../strings/localize.js';
import {storedPicture, storedPreview, storedSealedFile, type StoredFiles} from './stored-file.js';

/** The element whose captures they are. */
export interface FileSource {
  /** A function, because a new connection is made whenever the element is put into a document. */
  readonly connection: () => StoredFiles;
  readonly browser: FileBrowser;
}

interface Saved {
  outcome: ShareOutcome;
  count: number;
  /** Number of captures whose files are not stored any more. */
  missing: number;
  /** Number of captures whose files could not be read. */
  unreadable: number;
}

/** What to tell a person afterwards. */
export interface SavedText {
  text: string;
  /** False if a file is missing, or could not be read. */
  isComplete: boolean;
}

const mediaTypes = {image: 'image/jpeg', audio: 'audio/mpeg'} as const;

/** True if the capture was delivered, and no file of it is stored on this device any more. */
export const isGone = ({progress}: CaptureSummary): boolean =>
  progress.name === 'delivered' && !progress.keptUntil;

/** How far the files of several captures are read: the number of the current one, from 1. */
export interface SavingProgress {
  position: number;
  count: number;
  /** True if they are read to be shared. */
  isShared: boolean;
}

/** Reads, saves and shares the files of photos or recordings. */
export class CaptureFiles {
  readonly #source: FileSource;
  readonly #say: Localize;
  readonly #mode: Mode;
  #saving?: SavingProgress;

  constructor(source: FileSource, say: Localize, mode: Mode = 'image') {
    this.#source = source;
    this.#say = say;
    this.#mode = mode;
  }

  /**
   * The file as it was captured, or else the sealed file; undefined if neither is stored any more. Rejects if the storage
   * cannot be read.
   */
  pictureOf(captureId: string): Promise<Blob | undefined> {
    return storedPicture(this.#source.connection(), captureId);
  }

  /** What is shown of a delivered photo whose file is not stored any more; undefined if there is nothing. */
  previewOf(captureId: string): Promise<Blob | undefined> {
    return storedPreview(this.#source.connection(), captureId);
  }

  /** True if the browser shares such files. */
  get canShare(): boolean {
    return this.#source.browser.canShare(mediaTypes[this.#mode]);
  }

  /** True if `save` shares these captures: the browser can share files, and at least one capture is sealed. */
  willShare(captures: readonly CaptureSummary[]): boolean {
    return this.canShare && captures.some(isSealed);
  }

  /** Undefined while no files are being shared or saved. */
  get saving(): SavingProgress | undefined {
    return this.#saving;
  }

  /**
   * Shares or saves the files of captures: the sealed file if there is one, otherwise the file as it was captured. Does nothing
   * while other files are being shared or saved. Resolves to what is to be announced; undefined if nothing was done, or
   * the browser has shown what was done. `onProgress` is called at the beginning, and after each change of `saving`.
   */
  async save(
    captures: readonly CaptureSummary[],
    onProgress: () => void = () => undefined,
  ): Promise<SavedText | undefined> {
    if (this.#saving) return undefined;
    try {
      return this.#textOf(await this.#save(captures, onProgress));
    } finally {
      this.#saving = undefined;
      onProgress();
    }
  }

  async #save(captures: readonly CaptureSummary[], onProgress: () => void): Promise<Saved> {
    const {share, save} = this.#source.browser;
    const willShare = this.willShare(captures);
    const shared: File[] = [];
    let [missing, unreadable] = [0, 0];
    for (const [index, capture] of captures.entries()) {
      this.#saving = {position: index + 1, count: captures.length, isShared: willShare};
      onProgress();
      const file = await this.#fileOf(capture).catch(() => 'unreadable' as const);
      if (file === 'unreadable') unreadable++;
      else if (!file) missing++;
      else if (willShare) shared.push(file);
      // One after the other: the files of some hundred photos need more memory than a phone's browser gives a page.
      else save(file, file.name);
    }
    const outcome = shared.length > 0 ? await share(shared) : 'saved';
    return {outcome, count: captures.length, missing, unreadable};
  }

  /** The file to save, with its name. */
  async #fileOf(capture: CaptureSummary): Promise<File | undefined> {
    const {captureId, capturedAt} = capture;
    const file = await (isSealed(capture)
      ? storedSealedFile(this.#source.connection(), captureId)
      : this.pictureOf(captureId));
    if (!file) return undefined;
    const {type} = file;
    return new File([file], savedName(this.#say.term('viewerFile', this.#mode), capturedAt, type), {
      type,
    });
  }

  #textOf({outcome, count, missing, unreadable}: Saved): SavedText | undefined {
    if (outcome === 'cancelled') return undefined;
    const say = this.#say;
    const left = missing + unreadable;
    if (left === 0) {
      return outcome === 'saved' ? {text: say.term('viewerSaved'), isComplete: true} : undefined;
    }
    const text =
      count === 1
        ? say.term(unreadable > 0 ? 'viewerNotReadable' : 'viewerNotSaved')
        : say.term(unreadable > 0 ? 'viewerReadSome' : 'viewerSavedSome', count - left, count);
    return {text, isComplete: false};
  }
}
