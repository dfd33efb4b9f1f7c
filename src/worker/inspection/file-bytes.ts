import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';

/** Reads a file. Rejects with `media_unsupported` if it was moved or deleted since it was chosen, or is a folder. */
export async function fileBytes(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw unreadable(cause);
  }
}

export const unreadable = (cause: unknown): SealedCaptureError =>
  new SealedCaptureError('media_unsupported', 'The file cannot be read.', {cause});
