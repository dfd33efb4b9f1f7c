import {saveFile} from '../../../core/wiring/elements/save-file.js';
import {
  canShareFiles,
  shareFiles,
  type ShareOutcome,
} from '../../../core/wiring/elements/share-file.js';
import {decodePicture} from './decode.js';
import type {PreviewLimits} from './previews.js';

/** The functions of the browser, and the times, with which photos are shown, saved and shared. Tests replace them. */
export interface PhotoBrowser {
  decode: typeof decodePicture;
  canShare: (type: string) => boolean;
  share: (files: readonly File[]) => Promise<ShareOutcome>;
  save: (file: Blob, name: string) => void;
  previewLimits?: PreviewLimits;
  /** Milliseconds after which answers to the question about a new photo count. */
  guardMs?: number;
}

export const photoBrowser: PhotoBrowser = {
  decode: decodePicture,
  canShare: canShareFiles,
  share: shareFiles,
  save: saveFile,
};
