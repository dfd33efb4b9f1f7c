import {fileBrowser, type FileBrowser} from '../../capture/files/file-browser.js';
import {decodePicture} from './decode.js';
import type {PreviewLimits} from './previews.js';

/** The functions of the browser, and the times, with which photos are shown, saved and shared. Tests replace them. */
export interface PhotoBrowser extends FileBrowser {
  decode: typeof decodePicture;
  previewLimits?: PreviewLimits;
  /** Milliseconds after which answers to the question about a new photo count. */
  guardMs?: number;
}

export const photoBrowser: PhotoBrowser = {...fileBrowser, decode: decodePicture};
