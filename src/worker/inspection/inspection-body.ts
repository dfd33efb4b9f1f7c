import {toBase64} from '../base64.js';
import {fileBytes} from './file-bytes.js';

/**
 * Bytes per step: a multiple of 3, so that the steps join, and few. Short texts are made and handed to the browser in
 * half the time that one of megabytes takes.
 */
const STEP = 96 * 1024;

/** `{"image": "<Base64>"}` as a Blob, so that the page never holds the text. */
export async function inspectionBody(file: Blob, signal: AbortSignal): Promise<Blob> {
  const bytes = await fileBytes(file);
  const parts: string[] = ['{"image":"'];
  for (let at = 0; at < bytes.length; at += STEP) {
    signal.throwIfAborted();
    parts.push(toBase64(bytes.subarray(at, at + STEP)));
  }
  parts.push('"}');
  return new Blob(parts, {type: 'application/json'});
}
