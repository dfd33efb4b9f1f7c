/** Thrown if a text is Base64 in none of the accepted forms; the message is a sentence for the client. */
export class NotBase64 extends Error {
  override readonly name = 'NotBase64';
}

/** Kinds of bytes. A text with a byte of any other kind is refused. */
const ALPHABET = 1;
const STANDARD = 2;
const URL_SAFE = 3;
const PAD = 4;
const BREAK = 5;
const SPACE = 6;
const PERCENT = 7;

const kinds = new Uint8Array(256);
const assign = (characters: string, kind: number) => {
  for (const one of characters) kinds[one.charCodeAt(0)] = kind;
};
assign('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', ALPHABET);
assign('+/', STANDARD);
assign('-_', URL_SAFE);
assign('=', PAD);
assign('\r\n\t', BREAK);
assign(' ', SPACE);
assign('%', PERCENT);

const PLUS = 0x2b;
const SLASH = 0x2f;
const MINUS = 0x2d;
const UNDERSCORE = 0x5f;
const EQUALS = 0x3d;
const COLON = 0x3a;
const COMMA = 0x2c;

/** Characters that are checked at once, a multiple of 4. */
const PIECE = 16 * 1024;
const scratch = Buffer.alloc(PIECE);

/** Longest beginning of a `data:` URL, up to its comma: a media type with its parameters. */
const LONGEST_HEADER = 1024;

/** Base64 in any of its forms. */
export interface Base64Text {
  text: Buffer;
  /** True if it comes from a URL, in which some characters may be percent-encoded. */
  isUrl: boolean;
}

/**
 * Finds the Base64 in a `data:` URL (RFC 2397). Any other text is returned unchanged.
 * @throws {NotBase64} if it is a `data:` URL without `;base64`
 */
export function withoutDataHeader(text: Buffer): Base64Text {
  // Almost every text ends here, after one comparison.
  if (text[4] !== COLON || !/^data:/i.test(text.toString('latin1', 0, 5))) {
    return {text, isUrl: false};
  }
  const end = text.subarray(0, LONGEST_HEADER).indexOf(COMMA);
  if (end < 0 || !/; *base64 *$/i.test(text.toString('latin1', 0, end))) {
    throw new NotBase64(
      'The image is a data: URL without ";base64,". Send it as data:image/jpeg;base64,… or as Base64 alone.',
    );
  }
  return {text: text.subarray(end + 1), isUrl: true};
}

/**
 * Rewrites Base64 as RFC 4648 has it in section 4: without line breaks, in the standard alphabet, padded. It accepts
 * line breaks as in MIME, the alphabet of base64url, and padding that was left out.
 *
 * @throws {NotBase64} if it has any other character, or could stand for more than one image
 */
export function standardBase64({text, isUrl}: Base64Text): Buffer {
  // The padding may take two bytes more.
  const result = Buffer.allocUnsafeSlow(text.length + 2);
  const seen = new Uint8Array(8);
  let length = 0;
  let pads = 0;
  let check = 0;
  for (let at = 0; at < text.length; at++) {
    if (at === check) {
      check += PIECE;
      const piece = text.subarray(at, check);
      if (pads === 0 && isPlain(piece)) {
        result.set(piece, length);
        length += PIECE;
        seen[STANDARD]! |= piece.includes(PLUS) || piece.includes(SLASH) ? 1 : 0;
        at = check - 1;
        continue;
      }
    }
    let code = text[at]!;
    let kind = kinds[code]!;
    if (kind === PERCENT && isUrl) {
      code = percentDecoded(text, at);
      kind = kinds[code]!;
      at += 2;
      check = Math.max(check, at + 1);
    }
    seen[kind] = 1;
    if (kind === PAD) pads++;
    else if (kind === 0 || kind === PERCENT)
      throw notBase64('one of its characters is not allowed');
    else if (kind < PAD) {
      if (pads > 0) throw notBase64('a "=" is not at its end');
      result[length++] = kind === URL_SAFE ? (code === MINUS ? PLUS : SLASH) : code;
    }
  }
  if (seen[STANDARD] && seen[URL_SAFE]) throw notBase64('it mixes the alphabets "+/" and "-_"');
  const missing = (4 - (length % 4)) % 4;
  if (missing === 3) throw notBase64('its length shows that a part is missing');
  if (pads > 0 && pads !== missing) throw notBase64('it has too few or too many "="');
  if (seen[SPACE] && !areSpacesBreaks(text, pads === missing)) {
    throw notBase64('it has spaces within its lines, as if each "+" had been read as a space');
  }
  result.fill(EQUALS, length, length + missing);
  return result.subarray(0, length + missing);
}

/** True for a whole piece in the standard alphabet, without padding. The platform's decoder returns less for any other. */
const isPlain = (piece: Buffer): boolean =>
  piece.length === PIECE &&
  !piece.includes(MINUS) &&
  !piece.includes(UNDERSCORE) &&
  scratch.write(piece.toString('latin1'), 0, 'base64') === (PIECE / 4) * 3;

const notBase64 = (why: string) =>
  new NotBase64(`The image is not Base64 (RFC 4648) or a data: URL with Base64: ${why}.`);

/** The byte that `%XX` at this place stands for; "%" itself if it stands for none. */
function percentDecoded(text: Buffer, at: number): number {
  const digits = text.toString('latin1', at + 1, at + 3);
  return /^[0-9a-f]{2}$/i.test(digits) ? parseInt(digits, 16) : '%'.charCodeAt(0);
}

/**
 * True if no space of the text can have been a "+", which form decoders turn into a space: without it, the image would
 * be another one, and its seal would seem broken. Spaces are harmless beside line breaks, and between lines of the same
 * length, if the Base64 is complete.
 */
function areSpacesBreaks(text: Buffer, isComplete: boolean): boolean {
  let isSpaced = false;
  let areEqual = true;
  let width = 0;
  let line = 0;
  /** The whitespace before the next character: none, spaces only, or with a line break. */
  let white = 0;
  for (let at = 0; at < text.length; at++) {
    const kind = kinds[text[at]!]!;
    if (kind === BREAK || kind === SPACE) {
      white = Math.max(white, kind === BREAK ? 2 : 1);
      continue;
    }
    if (white > 0 && line > 0) {
      if (white === 1) isSpaced = true;
      width ||= line;
      if (line !== width) areEqual = false;
      line = 0;
    }
    white = 0;
    line++;
  }
  return !isSpaced || (isComplete && areEqual && width % 4 === 0 && line <= width);
}
