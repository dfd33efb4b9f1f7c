/** Methods that some JavaScript engines lack. */
interface Base64Bytes {
  toBase64?(): string;
}

/**
 * Bytes per step of the slow path: a multiple of 3, so that the steps can be joined, and small enough for a call's
 * arguments.
 */
const STEP = 3 * 8192;

export function toBase64(bytes: Uint8Array): string {
  const native = (bytes as Base64Bytes).toBase64?.();
  if (native !== undefined) return native;
  let text = '';
  for (let at = 0; at < bytes.length; at += STEP) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + STEP)));
  }
  return text;
}

/** Without padding (RFC 4648, section 5). */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
