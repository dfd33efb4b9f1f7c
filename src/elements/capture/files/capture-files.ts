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

const mediaTypes = {image: 'image/jpeg', audio: 'audio/mpeg'} as const;

/** True if the capture was delivered, and no file of it is stored on this device any more. */
export const isGone = ({progress}: CaptureSummary): boolean =>
  progress.name === 'delivered' && !progress.keptUntil;

/** Reads the files of photos or recordings. */
export class CaptureFiles {
  readonly #source: FileSource;
  readonly #say: Localize;
  readonly #mode: Mode;

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

  /** True if these captures are shared, not saved: the browser can share files, and at least one capture is sealed. */
  willShare(captures: readonly CaptureSummary[]): boolean {
    return this.canShare && captures.some(isSealed);
  }

  /**
   * The sealed file if there is one, otherwise the file as it was captured, with the name under which it is saved; undefined if
   * neither is stored any more. Rejects if the storage cannot be read.
   */
  async fileOf(capture: CaptureSummary): Promise<File | undefined> {
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
}
