import {ascii, viewOf} from '../encoding/bytes.js';
import {FRAME_HEADER, readSyncSafe} from './id3.js';

// The engine gives up a whole ID3 tag, and the seal in it, at the first frame that it cannot read. This says of which
// frames it is certain that the engine reads them (library id3, 1.16); of a frame in doubt, it says no.

const LATIN = 0;
const UTF16 = 1;
const UTF8 = 3;

/** True if the engine reads the data of a frame. */
type Reads = (data: Uint8Array, version: number) => boolean;

/** The position behind a text that ends with NUL; undefined without one. */
function behindText(data: Uint8Array, from: number, encoding: number): number | undefined {
  const width = encoding === LATIN || encoding === UTF8 ? 1 : 2;
  for (let at = from; at + width <= data.length; at += width) {
    if (data[at] === 0 && (width === 1 || data[at + 1] === 0)) {
      return isText(data.subarray(from, at), encoding) ? at + width : undefined;
    }
  }
  return undefined;
}

const utf8 = new TextDecoder('utf-8', {fatal: true});
const utf16 = {
  le: new TextDecoder('utf-16le', {fatal: true}),
  be: new TextDecoder('utf-16be', {fatal: true}),
};

function isText(bytes: Uint8Array, encoding: number): boolean {
  if (bytes.length === 0 || encoding === LATIN) return true;
  if (encoding > UTF8 || (encoding !== UTF8 && bytes.length % 2 !== 0)) return false;
  const isLittle = encoding === UTF16 && bytes[0] === 0xff && bytes[1] === 0xfe;
  const decoder = encoding === UTF8 ? utf8 : isLittle ? utf16.le : utf16.be;
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Fields of a frame: a text with NUL in the frame's encoding or in Latin 1, a number of bytes, text up to the end. */
type Field = 'text' | 'latin' | number | 'rest';

const fields =
  (...list: readonly Field[]): Reads =>
  (data) => {
    const encoding = data[0];
    if (encoding === undefined || encoding > UTF8) return false;
    let at = 1;
    for (const field of list) {
      if (field === 'rest') return isText(data.subarray(at), encoding);
      const next =
        typeof field === 'number'
          ? at + field
          : behindText(data, at, field === 'latin' ? LATIN : encoding);
      if (next === undefined || next > data.length) return false;
      at = next;
    }
    return true;
  };

const owned =
  (least: number): Reads =>
  (data) => {
    const at = behindText(data, 0, LATIN);
    return at !== undefined && at + least <= data.length;
  };

const CHAPTER_TIMES = 16;

const chapter: Reads = (data, version) => {
  const at = behindText(data, 0, LATIN);
  return at !== undefined && areReadable(data.subarray(at + CHAPTER_TIMES), version);
};

const contents: Reads = (data, version) => {
  let at = behindText(data, 0, LATIN);
  if (at === undefined || at + 2 > data.length) return false;
  const count = data[at + 1] ?? 0;
  at += 2;
  for (let i = 0; i < count; i++) {
    const next: number | undefined = behindText(data, at, LATIN);
    if (next === undefined) return false;
    at = next;
  }
  return areReadable(data.subarray(at), version);
};

const never: Reads = () => false;
/** Before 2.4, what follows a NUL is no text. */
const text: Reads = (data, version) =>
  fields('rest')(data, version) || (version === 3 && fields('text')(data, version));

const readers: Record<string, Reads> = {
  TXXX: fields('text', 'rest'),
  WXXX: fields('text'),
  COMM: fields(3, 'text', 'rest'),
  USLT: fields(3, 'text', 'rest'),
  APIC: fields('latin', 1, 'text'),
  GEOB: fields('latin', 'text', 'text'),
  IPLS: text,
  GRP1: text,
  PRIV: owned(0),
  UFID: owned(0),
  POPM: owned(1),
  CHAP: chapter,
  CTOC: contents,
  SYLT: never,
  MLLT: never,
};

function readerOf(id: string): Reads {
  const known = Object.hasOwn(readers, id) ? readers[id] : undefined;
  if (known) return known;
  if (id.startsWith('T')) return text;
  // A link is read as UTF-8.
  return id.startsWith('W') ? (data) => isText(data, UTF8) : () => true;
}

/** True if the engine reads all these frames, up to the padding. */
export function areReadable(frames: Uint8Array, version: number): boolean {
  let at = 0;
  while (at < frames.length && frames[at] !== 0) {
    const id = ascii(frames, at, at + 4);
    if (at + FRAME_HEADER > frames.length || !/^[A-Z0-9]{4}$/.test(id)) return false;
    const size = version === 3 ? viewOf(frames).getUint32(at + 4) : readSyncSafe(frames, at + 4);
    const start = at + FRAME_HEADER;
    // Compressed, encrypted, grouped and unsynchronised frames.
    const isPlain = frames[at + 9] === 0;
    if (size === undefined || !isPlain || start + size > frames.length) return false;
    if (!readerOf(id)(frames.subarray(start, start + size), version)) return false;
    at = start + size;
  }
  return frames.subarray(at).every((byte) => byte === 0);
}
