import {SealedCaptureError} from '../../model/errors.js';
import {toBase64} from './base64.js';

/**
 * Bytes per step: a multiple of 3, so that the steps join, and few. Short texts are made and handed to the browser in
 * half the time that one of megabytes takes.
 */
const STEP = 96 * 1024;

/** `{"image": "<Base64>"}` as a Blob, so that the page never holds the text. */
export async function inspectionBody(file: Blob, signal: AbortSignal): Promise<Blob> {
  const bytes = new Uint8Array(await read(file));
  const parts: string[] = ['{"image":"'];
  for (let at = 0; at < bytes.length; at += STEP) {
    signal.throwIfAborted();
    parts.push(toBase64(bytes.subarray(at, at + STEP)));
  }
  parts.push('"}');
  return new Blob(parts, {type: 'application/json'});
}

/** Fails where the file was moved or deleted since it was chosen, or is a folder. */
async function read(file: Blob): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch (cause) {
    throw new SealedCaptureError('media_unsupported', 'The file cannot be read.', {cause});
  }
}
