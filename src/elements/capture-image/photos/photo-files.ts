import {canShareFiles, shareFile} from '../../../core/wiring/elements/share-file.js';
import {saveFile} from '../../../core/wiring/elements/save-file.js';
import type {CaptureSummary, Protection} from '../../../core/queue/queue-client.js';
import {savedName} from '../../capture/failures/saved-name.js';
import type {Localize} from '../../strings/localize.js';

/** Functions with which the files of photos are read; tests replace those of the browser. */
export interface FileActions {
  connection: () => Pick<Protection, 'picture' | 'sealedFile'>;
  canShare?: (type: string) => boolean;
  share?: (file: Blob, name: string) => Promise<boolean>;
  save?: (file: Blob, name: string) => void;
}

/** Reads, saves and shares the files of photos. */
export class PhotoFiles {
  readonly #actions: FileActions;
  readonly #say: Localize;

  constructor(actions: FileActions, say: Localize) {
    this.#actions = actions;
    this.#say = say;
  }

  /** The photo as it was taken, or else the sealed file; undefined if neither is stored any more. Never rejects. */
  async pictureOf(captureId: string): Promise<Blob | undefined> {
    const picture = this.#actions.connection().picture(captureId);
    return (await picture.catch(() => undefined)) ?? (await this.#sealedFileOf(captureId));
  }

  /** True if the browser shares files. */
  get canShare(): boolean {
    const {canShare = canShareFiles} = this.#actions;
    return canShare('image/jpeg');
  }

  /**
   * Shares the sealed file of a photo, or saves it if the browser cannot share files; saves an unsealed photo as it was
   * taken. `missing`: its file is not stored any more.
   */
  async save({
    captureId,
    capturedAt,
    progress,
  }: CaptureSummary): Promise<'shared' | 'saved' | 'missing'> {
    const {share = shareFile, save = saveFile} = this.#actions;
    const isSealed = 'sealedAt' in progress;
    const file = await (isSealed ? this.#sealedFileOf(captureId) : this.pictureOf(captureId));
    if (!file) return 'missing';
    const name = savedName(this.#say.term('viewerFile'), capturedAt, file.type);
    if (isSealed && this.canShare) {
      await share(file, name);
      return 'shared';
    }
    save(file, name);
    return 'saved';
  }

  #sealedFileOf(captureId: string): Promise<Blob | undefined> {
    const sealed = this.#actions.connection().sealedFile(captureId);
    return sealed.catch(() => undefined);
  }
}
