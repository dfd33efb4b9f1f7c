import type {Protection} from '../../../core/queue/queue-client.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';

/** The connection, of which only what reads files is needed. */
export type StoredFiles = Pick<Protection, 'picture' | 'preview' | 'sealedFile'>;

/**
 * The photo or recording as it was captured, or else the sealed file; undefined if neither is stored any more. Rejects if the storage
 * cannot be read.
 */
export async function storedPicture(
  stored: StoredFiles,
  captureId: string,
): Promise<Blob | undefined> {
  const picture = stored.picture(captureId);
  try {
    return (await picture) ?? (await storedSealedFile(stored, captureId));
  } catch (error) {
    const file = await storedSealedFile(stored, captureId);
    if (!file) throw error;
    return file;
  }
}

/** Undefined if there is none, also because the capture was deleted; rejects if the storage cannot be read. */
export async function storedSealedFile(
  stored: StoredFiles,
  captureId: string,
): Promise<Blob | undefined> {
  try {
    return await stored.sealedFile(captureId);
  } catch (error) {
    if (error instanceof SealedCaptureError && error.code === 'capture_unknown') return undefined;
    throw error;
  }
}

/** The small preview of a photo that was delivered; undefined if there is none. It is shown, and never saved or shared. */
export const storedPreview = (stored: StoredFiles, captureId: string): Promise<Blob | undefined> =>
  stored.preview(captureId).catch(() => undefined);
