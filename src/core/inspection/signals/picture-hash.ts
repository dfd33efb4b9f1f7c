/** Columns and rows of the grey picture. */
export const COLUMNS = 9;
export const ROWS = 8;

/** A difference hash (dHash, N. Krawetz) as two halves of 32 bits, so that comparing is quick. */
export type PictureHash = readonly [number, number];

/** The mean grey of each of 9 × 8 parts of a picture, from its RGBA. Transparent counts as black. */
export function greyOf(rgba: Uint8ClampedArray, width: number, height: number): Uint8Array {
  const sums = new Float64Array(COLUMNS * ROWS);
  const counts = new Float64Array(COLUMNS * ROWS);
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor((y * ROWS) / height) * COLUMNS;
    for (let x = 0; x < width; x++, at += 4) {
      const part = row + Math.floor((x * COLUMNS) / width);
      const [red, green, blue] = [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0];
      const grey = 0.299 * red + 0.587 * green + 0.114 * blue;
      sums[part] = (sums[part] ?? 0) + (grey * (rgba[at + 3] ?? 0)) / 255;
      counts[part] = (counts[part] ?? 0) + 1;
    }
  }
  return Uint8Array.from(sums, (sum, part) => Math.round(sum / (counts[part] ?? 1)));
}

/** A bit for each part that is darker than the one to its right. */
export function differenceHash(grey: Uint8Array): PictureHash {
  const halves: [number, number] = [0, 0];
  for (let bit = 0; bit < 64; bit++) {
    const at = bit + Math.floor(bit / 8);
    const half = bit < 32 ? 0 : 1;
    halves[half] = (halves[half] << 1) | Number((grey[at] ?? 0) < (grey[at + 1] ?? 0));
  }
  return halves;
}

/** Number of bits by which two hashes differ (Hamming distance). */
export const distance = ([a, b]: PictureHash, [c, d]: PictureHash): number =>
  bits(a ^ c) + bits(b ^ d);

function bits(word: number): number {
  word -= (word >>> 1) & 0x55555555;
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
  return (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
