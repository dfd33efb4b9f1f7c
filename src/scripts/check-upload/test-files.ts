import {randomUUID} from 'node:crypto';

/** A file as the elements send it. */
export interface TestFile {
  captureId: string;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A new photo of `size` bytes; without `size`, of some 460. */
export const newPhoto = (size?: number): TestFile => fileOf(photoOf(size), 'image/jpeg');

/** A new recording of a quarter of a second. */
export const newRecording = (): TestFile => fileOf(silence(), 'audio/mpeg');

export const blobOf = ({bytes, mediaType}: TestFile): Blob => new Blob([bytes], {type: mediaType});

const fileOf = (bytes: Uint8Array<ArrayBuffer>, mediaType: string): TestFile => ({
  captureId: randomUUID(),
  mediaType,
  bytes,
});

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** A segment of a JPEG: its marker, the length of the rest, and the rest. */
const segment = (marker: number, content: readonly number[]): number[] => {
  const length = content.length + 2;
  return [0xff, marker, length >> 8, length & 0xff, ...content];
};

/** A Huffman table with one code of one bit: of class and number `id`, for `value`. */
const oneCode = (id: number, value: number): number[] =>
  segment(0xc4, [id, 1, ...Array<number>(15).fill(0), value]);

const START = [0xff, 0xd8];

/** The rest of a grey JPEG of 320 × 240 pixels: 1,200 blocks, each of which is two bits. */
const greyPicture = (): number[] => [
  ...segment(0xe0, [...ascii('JFIF'), 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
  ...segment(0xdb, [0, ...Array<number>(64).fill(1)]),
  ...segment(0xc0, [8, 0, 240, 1, 64, 1, 1, 0x11, 0]),
  ...oneCode(0x00, 0),
  ...oneCode(0x10, 0),
  ...segment(0xda, [1, 1, 0, 0, 63, 0]),
  ...Array<number>((1_200 * 2) / 8).fill(0),
  0xff,
  0xd9,
];

const LONGEST_COMMENT = 0xffff + 2;
/** Marker and length of an empty comment. */
const SHORTEST_COMMENT = 4;

/** A JPEG that decoders accept. Comments fill it up. */
function photoOf(size = 0): Uint8Array<ArrayBuffer> {
  const picture = greyPicture();
  const smallest = START.length + picture.length;
  const bytes = new Uint8Array(Math.max(smallest, size));
  bytes.set(START);
  let at = START.length;
  const end = bytes.length - picture.length;
  while (end - at >= SHORTEST_COMMENT) {
    const left = end - at;
    // What is left after it is a comment again, or nothing.
    const isLast = left <= LONGEST_COMMENT;
    const length = isLast ? left : Math.min(LONGEST_COMMENT, left - SHORTEST_COMMENT);
    bytes.set([0xff, 0xfe, (length - 2) >> 8, (length - 2) & 0xff], at);
    at += length;
  }
  bytes.set(picture, at);
  return bytes.subarray(0, at + picture.length);
}

/** Bytes of an MP3 frame of 128 kbit/s and 44,100 Hz. */
const FRAME = 417;

/** A quarter of a second of silence as MP3. */
function silence(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(10 * FRAME);
  for (let at = 0; at < bytes.length; at += FRAME) bytes.set([0xff, 0xfb, 0x90, 0x64], at);
  return bytes;
}
