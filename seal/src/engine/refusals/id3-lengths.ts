import {hasAscii, viewOf} from '../../encoding/bytes.js';

const HEADER = 10;
const UNSYNCHRONISED = 0x80;
const EXTENDED = 0x40;
/** Of a frame in ID3v2.3. */
const COMPRESSED = 0x80;
const NEITHER_ENCRYPTED_NOR_GROUPED = 0x60;
const SIZE_FIELD = 4;
const SMALLEST_EXTENDED_HEADER = 6;

/** Reads four bytes as the engine does: seven bits each, whose top bits it does not check. */
const sevenBitsEach = (value: number): number =>
  ((value & 0xff) |
    ((value & 0xff00) >>> 1) |
    ((value & 0xff0000) >>> 2) |
    ((value & 0xff000000) >>> 3)) >>>
  0;

/** The bytes of a tag in order; in an unsynchronised one, without the zeros after 0xFF. */
class TagBytes {
  readonly #file: Uint8Array;
  readonly #isUnsynchronised: boolean;
  #at: number;
  #isAfterFf = false;

  constructor(file: Uint8Array, at: number, isUnsynchronised: boolean) {
    this.#file = file;
    this.#at = at;
    this.#isUnsynchronised = isUnsynchronised;
  }

  get position(): number {
    return this.#at;
  }

  /** Fills `bytes`. False if the file ends before. */
  fill(bytes: Uint8Array): boolean {
    if (this.#isUnsynchronised) return this.#read(bytes.length, bytes) === bytes.length;
    if (this.#at + bytes.length > this.#file.length) return false;
    for (let i = 0; i < bytes.length; i++) bytes[i] = this.#file[this.#at++] ?? 0;
    return true;
  }

  skip(length: number): void {
    if (this.#isUnsynchronised) this.#read(length);
    else this.#at += length;
  }

  /** Returns how many bytes were read. A tag may have millions, so this is a plain loop over local variables. */
  #read(length: number, taken?: Uint8Array): number {
    const file = this.#file;
    let at = this.#at;
    let isAfterFf = this.#isAfterFf;
    let count = 0;
    for (; count < length && at < file.length; at++) {
      const byte = file[at] ?? 0;
      const isDropped = isAfterFf && byte === 0;
      isAfterFf = byte === 0xff;
      if (isDropped) continue;
      if (taken) taken[count] = byte;
      count++;
    }
    this.#at = at;
    this.#isAfterFf = isAfterFf;
    return count;
  }
}

/**
 * True if the engine would allocate more memory for a frame of this file's ID3 tag than the file has bytes. It reads
 * ID3v2.3 in its own way: it takes the size of an extended header, which is a plain number without the size field
 * itself, for one of seven bits a byte that includes it, and so finds frames where there are none; and it allocates
 * what a frame says before it looks how much there is. It cannot read such a tag, whatever its memory: it would report
 * that there is no seal. The other versions are read as far as the file goes.
 *
 * @param media the file, or its beginning
 * @param size of the whole file
 */
export function exceedsFile(media: Uint8Array, size = media.length): boolean {
  if (!hasAscii(media, 0, 'ID3') || media.length < HEADER || media[3] !== 3) return false;
  const view = viewOf(media);
  const flags = media[5] ?? 0;
  let left = sevenBitsEach(view.getUint32(6));
  let start = HEADER;
  if (flags & EXTENDED) {
    if (media.length < HEADER + SMALLEST_EXTENDED_HEADER) return false;
    const extended = sevenBitsEach(view.getUint32(HEADER));
    if (extended < SMALLEST_EXTENDED_HEADER) return false;
    start += extended;
    left -= extended;
  }
  const bytes = new TagBytes(media, start, (flags & UNSYNCHRONISED) !== 0);
  const frame = new Uint8Array(HEADER);
  const frameView = viewOf(frame);
  for (let at = 0; at < left;) {
    if (!bytes.fill(frame) || frame[0] === 0) return false;
    const length = frameView.getUint32(SIZE_FIELD);
    const frameFlags = frame[9] ?? 0;
    if (frameFlags & NEITHER_ENCRYPTED_NOR_GROUPED) return false;
    if (frameFlags & COMPRESSED && length < SIZE_FIELD) return true;
    if (length > size - bytes.position) return true;
    bytes.skip(length);
    at += HEADER + length;
  }
  return false;
}
