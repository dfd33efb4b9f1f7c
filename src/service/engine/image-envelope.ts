/** Why a body cannot be inspected; the message is for the client. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
}

const OPENING = Buffer.from('{"image":"');
const CLOSING = Buffer.from('"}');
const BACKSLASH = 0x5c;
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
 * Decodes the image in an inspection body. The usual body is exactly `{"image":"…"}`, whose Base64 is decoded
 * without JSON.parse. Any other JSON is parsed.
 *
 * @returns the image, which the next call may overwrite
 * @throws {EnvelopeError} if it is not JSON, has no `image`, is not strict Base64, or is empty
 */
export function decodeEnvelope(body: Uint8Array): Uint8Array {
  const image = decode(exactEnvelope(body) ?? parsedEnvelope(body));
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

/**
 * Decodes Base64 with the platform's decoder, which is three times as fast as JavaScript, but lenient. It skips
 * invalid characters, which the length shows; accepts the URL alphabet, which two characters show; and drops unused
 * bits, which encoding the end again shows.
 */
function decode(text: Buffer): Uint8Array {
  if (text.length % 4 !== 0 || text.includes(MINUS) || text.includes(UNDERSCORE)) throw notBase64();
  const end = text.toString('latin1', Math.max(0, text.length - 4));
  const padding = end.endsWith('==') ? 2 : end.endsWith('=') ? 1 : 0;
  const image = room((text.length / 4) * 3);
  let length = 0;
  for (let at = 0; at < text.length; at += PIECE) {
    length += image.write(text.toString('latin1', at, at + PIECE), length, 'base64');
  }
  if (length !== (text.length / 4) * 3 - padding) throw notBase64();
  const bytes = image.subarray(0, length);
  // Unused bits must be zero, or two texts would encode the same image.
  const lastGroup = bytes.subarray(length && length - (3 - padding));
  if (lastGroup.toString('base64') !== end) throw notBase64();
  return bytes;
}

const notBase64 = (): EnvelopeError =>
  new EnvelopeError(
    'The image is not Base64 (RFC 4648, section 4): no data: prefix, no line breaks, padded with "=".',
  );
