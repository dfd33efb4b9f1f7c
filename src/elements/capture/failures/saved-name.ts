import {fileNameOf} from '../../../model/media-type.js';

/** The name that a capture is saved under: what it is, and when it was made. `capturedAt` is ISO 8601. */
export const savedName = (what: string, capturedAt: string, type: string): string =>
  fileNameOf(`${what} ${capturedAt.replace(/\..*/, '').replace(/:/g, '-')}`, type);
