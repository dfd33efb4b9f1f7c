import {canShareFiles, shareFiles} from '../../../core/wiring/elements/share-file.js';
import {saveFile} from '../../../core/wiring/elements/save-file.js';
import type {CaptureSummary, Protection} from '../../../core/queue/queue-client.js';
import {savedName} from '../../capture/failures/saved-name.js';
import type {Localize} from '../../strings/localize.js';

/** Functions with which the files of photos are read; tests replace those of the browser. */
export interface FileActions {
  connection: () => Pick<Protection, 'picture' | 'sealedFile'>;
  canShare?: (type: string) => boolean;
  share?: (files: readonly File[]) => Promise<boolean>;
  save?: (file: Blob, name: string) => void;
}

/** `missing`: number of photos whose files are not stored any more. */
export interface Saved {
  isShared: boolean;
  count: number;
  missing: number;
}

export const isSealed = ({progress}: CaptureSummary): boolean => 'sealedAt' in progress;

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

  /** True if `save` shares these photos: the browser can share files, and at least one photo is sealed. */
  willShare(photos: readonly CaptureSummary[]): boolean {
    return this.canShare && photos.some(isSealed);
  }

  /** Shares or saves the files of photos: the sealed file if there is one, otherwise the photo as it was taken. */
  async save(photos: readonly CaptureSummary[]): Promise<Saved> {
    const {share = shareFiles, save = saveFile} = this.#actions;
    const files: File[] = [];
    for (const photo of photos) {
      const {captureId, capturedAt} = photo;
      const file = await (isSealed(photo)
        ? this.#sealedFileOf(captureId)
        : this.pictureOf(captureId));
      if (!file) continue;
      const {type} = file;
      files.push(
        new File([file], savedName(this.#say.term('viewerFile'), capturedAt, type), {type}),
      );
    }
    const isShared = files.length > 0 && this.willShare(photos);
    if (isShared) await share(files);
    else for (const file of files) save(file, file.name);
    return {isShared, count: photos.length, missing: photos.length - files.length};
  }

  #sealedFileOf(captureId: string): Promise<Blob | undefined> {
    const sealed = this.#actions.connection().sealedFile(captureId);
    return sealed.catch(() => undefined);
  }
}

/** What is announced after photos were saved; undefined if the browser has shown it. */
export function savedText({isShared, count, missing}: Saved, say: Localize): string | undefined {
  if (missing === 0) return isShared ? undefined : say.term('viewerSaved');
  return count === 1
    ? say.term('viewerNotSaved')
    : say.term('viewerSavedSome', count - missing, count);
}
