import type {KnownFile, KnownPicture} from './known-file.js';
import {differenceHash, distance, type PictureHash} from './picture-hash.js';
import {groupedBy, type Signal} from './signal.js';

/**
 * Limits by which two pictures are similar. Measured with 53 pictures (test media of C2PA, photos, screenshots, diagrams;
 * November 2026) and ten copies of each, in Chromium. No two different pictures of the 1,378 pairs were called similar;
 * the nearest had 11 bits (a montage with the picture in it) and 14. Of the copies were recognized: saved anew as JPEG
 * with quality 0.9, 0.5 and 0.2: all 53; half as wide: 52; a quarter: 46; cropped by 1 % at each side: 47, by 2 %: 36, by
 * 5 %: 17, by 10 %: 6; brighter by a fifth: 39. The grey values tell pictures apart that only have the same edges: without
 * them, two were called similar at 5 bits.
 */
const MOST_BITS = 8;
const MOST_GREY = 16;
/** Standard deviation of the grey values: below, most are white pages and screens, which are all alike in 64 bits. */
const LEAST_CONTRAST = 10;

interface Hashed {
  file: KnownFile;
  picture: KnownPicture;
  hash: PictureHash;
}

/** Files with the same bytes. */
export const sameFiles = (files: readonly KnownFile[]): Signal[] =>
  groupedBy(files, ({sha256}) => sha256).flatMap((alike) => same(alike, 'bytes'));

/** Pictures with the same pixels, and pictures that look similar. The same file counts once. */
export function samePictures(files: readonly KnownFile[]): Signal[] {
  const different = firstsOf(files, ({sha256}) => sha256);
  const equal = groupedBy(different, pixelsOf).flatMap((alike) => same(alike, 'pixels'));
  const similar = nearCopies(firstsOf(different, pixelsOf)).flatMap((alike) =>
    same(alike, 'similar'),
  );
  return [...equal, ...similar];
}

/** The files whose pixels may be equal to another's: near copies of the same size that are not the same file. */
export const pixelCandidates = (files: readonly KnownFile[]): KnownFile[] =>
  nearCopies(firstsOf(files, ({sha256}) => sha256)).flatMap((alike) =>
    groupedBy(alike, ({picture}) => picture && `${picture.width} ${picture.height}`)
      .filter(({length}) => length > 1)
      .flat(),
  );

/** The pixels with the size: the same bytes may be pictures of two shapes. */
const pixelsOf = ({picture}: KnownFile): string | undefined =>
  picture?.pixels && `${picture.width} ${picture.height} ${picture.pixels}`;

/** One file of each group with the same key, and all without a key, in their order. */
function firstsOf(
  files: readonly KnownFile[],
  keyOf: (file: KnownFile) => string | undefined,
): KnownFile[] {
  const seen = new Set<string>();
  return files.filter((file) => {
    const key = keyOf(file);
    if (key === undefined) return true;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** Groups in which each picture is similar to the first: never a chain, whose ends would have nothing in common. */
function nearCopies(files: readonly KnownFile[]): KnownFile[][] {
  let rest = files.flatMap(hashed);
  const groups: KnownFile[][] = [];
  for (let first = rest[0]; first; first = rest[0]) {
    const of = first;
    const alike = rest.filter((other) => other === of || isSimilar(of, other));
    if (alike.length > 1) groups.push(alike.map(({file}) => file));
    rest = rest.filter((other) => !alike.includes(other));
  }
  return groups;
}

function hashed(file: KnownFile): Hashed | [] {
  const {picture} = file;
  if (!picture || contrastOf(picture.grey) < LEAST_CONTRAST) return [];
  return {file, picture, hash: differenceHash(picture.grey)};
}

const isSimilar = (one: Hashed, other: Hashed): boolean =>
  distance(one.hash, other.hash) <= MOST_BITS &&
  greyBetween(one.picture.grey, other.picture.grey) <= MOST_GREY;

const meanOf = (values: Iterable<number>): number => {
  let [sum, count] = [0, 0];
  for (const value of values) {
    sum += value;
    count++;
  }
  return sum / count;
};

const greyBetween = (one: Uint8Array, other: Uint8Array): number =>
  meanOf([...one].map((value, at) => Math.abs(value - (other[at] ?? 0))));

function contrastOf(grey: Uint8Array): number {
  const mean = meanOf(grey);
  return Math.sqrt(meanOf([...grey].map((value) => (value - mean) ** 2)));
}

const same = (files: readonly KnownFile[], by: 'bytes' | 'pixels' | 'similar'): Signal[] =>
  files.length > 1 ? [{kind: 'same', by, files: files.map(({id}) => id), isConfirmed: true}] : [];
