/** Why a body cannot be inspected; the message is for the client. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
}

const OPENING = Buffer.from('{"image":"');
const CLOSING = Buffer.from('"}');
const BACKSLASH = 0x5c;
const PAD = 0x3d;
const INVALID = 0xff;

/** Value of each Base64 character (RFC 4648, section 4); INVALID for any other byte. */
const values = new Uint8Array(256).fill(INVALID);
for (const [value, character] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries()) {
  values[character.charCodeAt(0)] = value;
}

/**
 * The image in an inspection body. The usual body is exactly `{"image":"…"}`: its Base64 is decoded where
 * it stands, with neither JSON.parse nor a copy. Any other JSON goes the long way.
 *
 * @param body is overwritten
 * @throws {EnvelopeError} not JSON, no `image`, not strict Base64, empty
 */
export function decodeEnvelope(body: Uint8Array): Uint8Array {
  const image = decode(exactEnvelope(body) ?? parsedEnvelope(body));
  if (image.length === 0) throw new EnvelopeError('The image is empty.');
  return image;
}

function exactEnvelope(body: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const end = bytes.length - CLOSING.length;
  if (end < OPENING.length) return undefined;
  if (bytes.compare(OPENING, 0, OPENING.length, 0, OPENING.length) !== 0) return undefined;
  if (bytes.compare(CLOSING, 0, CLOSING.length, end) !== 0) return undefined;
  const text = bytes.subarray(OPENING.length, end);
  // A quote or an escape means that this is some other JSON: only a parser can tell which.
  return text.includes(CLOSING[0]!) || text.includes(BACKSLASH) ? undefined : text;
}

function parsedEnvelope(body: Uint8Array): Uint8Array {
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

/** Decodes Base64 in place; the result is always behind what is still to be read. */
function decode(text: Uint8Array): Uint8Array {
  if (text.length % 4 !== 0) throw notBase64();
  let padding = 0;
  if (text.length > 0 && text[text.length - 1] === PAD) padding = 1;
  if (padding && text[text.length - 2] === PAD) padding = 2;
  const whole = padding ? text.length - 4 : text.length;
  let out = 0;
  // Values are below 64, so one bit above them shows whether any character was none.
  let seen = 0;
  for (let at = 0; at < whole; at += 4) {
    const a = values[text[at]!]!;
    const b = values[text[at + 1]!]!;
    const c = values[text[at + 2]!]!;
    const d = values[text[at + 3]!]!;
    seen |= a | b | c | d;
    text[out] = (a << 2) | (b >> 4);
    text[out + 1] = (b << 4) | (c >> 2);
    text[out + 2] = (c << 6) | d;
    out += 3;
  }
  if (padding) {
    const a = values[text[whole]!]!;
    const b = values[text[whole + 1]!]!;
    const c = padding === 2 ? 0 : values[text[whole + 2]!]!;
    seen |= a | b | c;
    // Bits that no byte takes must be zero, or two texts would stand for one image.
    if (padding === 2 ? b & 0x0f : c & 0x03) throw notBase64();
    text[out++] = (a << 2) | (b >> 4);
    if (padding === 1) text[out++] = (b << 4) | (c >> 2);
  }
  if (seen > 63) throw notBase64();
  return text.subarray(0, out);
}

const notBase64 = (): EnvelopeError =>
  new EnvelopeError(
    'The image is not Base64 (RFC 4648, section 4): no data: prefix, no line breaks, padded with "=".',
  );
