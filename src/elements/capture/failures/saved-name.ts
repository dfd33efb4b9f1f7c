import {fileNameOf} from '@sealed-capture/seal/model/media-type.js';

/** The file name for a saved capture: its kind and the time when it was made. `capturedAt` is ISO 8601. */
export const savedName = (what: string, capturedAt: string, type: string): string =>
  fileNameOf(`${what} ${capturedAt.replace(/\..*/, '').replace(/:/g, '-')}`, type);
