import type {SealedAttitude} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {fetchFile} from '../../../ports/inspection/fetch-file.js';
import {sharedSealReader} from '../reader.js';

/** Bytes: more than any phone's photo. */
const LARGEST = 64 * 1024 * 1024;
/** Milliseconds without any byte. */
const SILENCE_MS = 15_000;

/** Fetches a picture. Rejects where there is none. */
export async function fetchPicture(url: string, signal: AbortSignal): Promise<Blob> {
  const onProgress = (): void => undefined;
  const options = {signal, largest: LARGEST, silence: SILENCE_MS, onProgress};
  const {status, body} = await fetchFile(url, options);
  if (body.size === 0) throw new TypeError(`The picture was answered with status ${status}.`);
  return body;
}

/**
 * Reads from the seal of a picture how the camera was held; undefined if it does not say. It is a hint for a person, so the
 * signer is not judged: the seal only has to be as it was signed.
 */
export async function attitudeIn(
  picture: Blob,
  signal: AbortSignal,
): Promise<SealedAttitude | undefined> {
  const {seal} = await sharedSealReader().facts(picture, signal);
  return seal?.isAsSigned ? seal.attitude : undefined;
}
