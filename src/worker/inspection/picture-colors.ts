import {segmentsOf} from '@sealed-capture/seal/containers/jpeg.js';
import {chunksOf as pngChunksOf} from '@sealed-capture/seal/containers/png.js';
import {chunksOf as riffChunksOf} from '@sealed-capture/seal/containers/riff.js';
import {ascii, hasAscii} from '@sealed-capture/seal/encoding/bytes.js';

const APP2 = 0xe2;
/** Start of frame, without the tables of Huffman codes, of arithmetic coding, and the reserved one between them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * What, beside the numbers of its pixels, decides how a picture looks: its color profile and the like, as bytes. Undefined
 * unless it is one picture with 8 bits a channel in gray or red, green and blue, which a canvas holds as it is: not for
 * animations, CMYK, or a picture with a further one for bright screens.
 */
export function colorsOf(media: Uint8Array): Uint8Array[] | undefined {
  if (media[0] === 0xff) return colorsOfJpeg(media);
  return hasAscii(media, 1, 'PNG') ? colorsOfPng(media) : colorsOfWebp(media);
}

function colorsOfJpeg(media: Uint8Array): Uint8Array[] | undefined {
  const colors: Uint8Array[] = [];
  let isPlain = false;
  for (const {marker, start, end} of segmentsOf(media)) {
    if (marker === APP2 && hasAscii(media, start + 4, 'ICC_PROFILE\0'))
      colors.push(media.subarray(start, end));
    if (marker === APP2 && hasAscii(media, start + 4, 'MPF\0')) return undefined;
    if (isFrame(marker)) isPlain = media[start + 4] === 8 && [1, 3].includes(media[start + 9] ?? 0);
  }
  return isPlain ? colors : undefined;
}

function colorsOfPng(media: Uint8Array): Uint8Array[] | undefined {
  if ((media[24] ?? 16) > 8) return undefined;
  const colors: Uint8Array[] = [];
  for (const {start, end} of pngChunksOf(media)) {
    const name = ascii(media, start + 4, start + 8);
    if (name === 'acTL') return undefined;
    if (/^(iCCP|sRGB|gAMA|cHRM|cICP)$/.test(name)) colors.push(media.subarray(start, end));
  }
  return colors;
}

function colorsOfWebp(media: Uint8Array): Uint8Array[] | undefined {
  if (!hasAscii(media, 8, 'WEBP')) return undefined;
  const colors: Uint8Array[] = [];
  for (const {start, end} of riffChunksOf(media)) {
    const name = ascii(media, start, start + 4);
    if (name === 'ANIM') return undefined;
    if (name === 'ICCP') colors.push(media.subarray(start, end));
  }
  return colors;
}
