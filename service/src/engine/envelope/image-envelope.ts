import {NotBase64, standardBase64, withoutDataHeader} from './base64-forms.js';

/** Why a body cannot be inspected; the message is for the client. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
}

const OPENING = Buffer.from('{"image":"');
const CLOSING = Buffer.from('"}');
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const TAB = 0x09;
const MINUS = 0x2d;
const UNDERSCORE = 0x5f;
/**
 * Characters that are decoded at a time, a multiple of 4: the string of a whole image would burden the garbage
 * collector.
 */
const PIECE = 64 * 1024;
/** Largest buffer in bytes that a thread keeps for the next image. */
const LARGEST_KEPT = 16 * 1024 * 1024;

/**
 * Decodes the image in an inspection body: Base64 in any of its forms, or a `data:` URL with it. The usual body is
 * exactly `{"image":"…"}`, whose Base64 is decoded without JSON.parse. Any other JSON is parsed.
 *
 * @returns the image, which the next call may overwrite
 * @throws {EnvelopeError} if it is not JSON, has no `image`, is not Base64, or is empty
 */
export function decodeEnvelope(body: Uint8Array): Uint8Array {
  const exact = exactEnvelope(body);
  const image = exact ? decode(exact, refuseRawBreaks) : decode(parsedEnvelope(body));
  if (image.length === 0) throw new EnvelopeError('The image is empty.');
  return image;
}

function exactEnvelope(body: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const end = bytes.length - CLOSING.length;
  if (end < OPENING.length) return undefined;
  if (bytes.compare(OPENING, 0, OPENING.length, 0, OPENING.length) !== 0) return undefined;
  if (bytes.compare(CLOSING, 0, CLOSING.length, end) !== 0) return undefined;
  const text = bytes.subarray(OPENING.length, end);
  // A quote or an escape means some other JSON, which has to be parsed.
  return text.includes(CLOSING[0]!) || text.includes(BACKSLASH) ? undefined : text;
}

function parsedEnvelope(body: Uint8Array): Buffer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(body));
  } catch (error) {
    throw new EnvelopeError('The body is not JSON.', {cause: error});
  }
  const image =
    typeof parsed === 'object' && parsed !== null && Object.hasOwn(parsed, 'image')
      ? (parsed as {image: unknown}).image
      : undefined;
  if (typeof image !== 'string') {
    throw new EnvelopeError('The body needs a member "image": a string with the image as Base64.');
  }
  return Buffer.from(image, 'utf8');
}

let kept = Buffer.alloc(0);

/** Returns room for one image. The last buffer is reused, because each dropped one brings garbage collection nearer. */
function room(size: number): Buffer {
  if (size > LARGEST_KEPT) return Buffer.allocUnsafeSlow(size);
  if (size > kept.length) kept = Buffer.allocUnsafeSlow(size);
  return kept;
}

/** JSON has no raw line breaks within strings. Only texts that were not parsed can have them. */
function refuseRawBreaks(text: Buffer): void {
  if ([LINE_FEED, CARRIAGE_RETURN, TAB].some((code) => text.includes(code))) {
    throw new EnvelopeError(
      'The body is not JSON: a line break within a string has to be written as \\n.',
    );
  }
}

/** @param checkOther is called with a text that is not in the standard form */
function decode(given: Buffer, checkOther?: (text: Buffer) => void): Uint8Array {
  try {
    const base64 = withoutDataHeader(given);
    // Most texts are in the standard form, and are decoded at once.
    const image = decodeStandard(base64.text);
    if (image) return image;
    checkOther?.(base64.text);
    const rewritten = decodeStandard(standardBase64(base64));
    if (rewritten) return rewritten;
  } catch (error) {
    if (error instanceof NotBase64) throw new EnvelopeError(error.message, {cause: error});
    throw error;
  }
  throw new EnvelopeError(
    'The image is not Base64 (RFC 4648): the unused bits at its end are set.',
  );
}

/**
 * Decodes Base64 of the form that RFC 4648 describes in section 4; returns undefined for any other text. The platform's
 * decoder is three times as fast as JavaScript, but lenient. It skips invalid characters, which the length shows;
 * accepts the URL alphabet, which two characters show; and drops unused bits, which encoding the end again shows.
 */
function decodeStandard(text: Buffer): Uint8Array | undefined {
  if (text.length % 4 !== 0 || text.includes(MINUS) || text.includes(UNDERSCORE)) return undefined;
  const end = text.toString('latin1', Math.max(0, text.length - 4));
  const padding = end.endsWith('==') ? 2 : end.endsWith('=') ? 1 : 0;
  const image = room((text.length / 4) * 3);
  let length = 0;
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = image.write(text.toString('latin1', at, at + PIECE), length, 'base64');
    length += piece;
    // A piece with other characters gives less, unless it is the last one.
    if (piece < (PIECE / 4) * 3 && at + PIECE < text.length) return undefined;
  }
  if (length !== (text.length / 4) * 3 - padding) return undefined;
  const bytes = image.subarray(0, length);
  // Unused bits must be zero, or two texts would encode the same image.
  const lastGroup = bytes.subarray(length && length - (3 - padding));
  return lastGroup.toString('base64') === end ? bytes : undefined;
}
