import {SealedCaptureError} from '../../model/errors.js';

/** Rejects with `media_unsupported` where the file was moved or deleted since it was chosen, or is a folder. */
export async function fileBytes(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new SealedCaptureError('media_unsupported', 'The file cannot be read.', {cause});
  }
}
