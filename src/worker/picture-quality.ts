import type {PictureQuality} from '@sealed-capture/seal/model/picture-quality.js';

/** Longer side in pixels of the measured picture: about what a person sees of it on a screen. */
const LONGEST_SIDE = 800;
/** Side of a block, in pixels of the measured picture. */
const BLOCK = 32;
/** Brightness from which a pixel counts as white, as cameras produce it. */
const WHITE = 250;
/** Mean square of the brightness differences from which a block has edges to judge. */
const TEXTURE = 12;
/** Least number of blocks with edges that are needed to judge a picture. */
const FEWEST_BLOCKS = 4;
/** Largest variance that counts as noise; more is texture. */
const MOST_NOISE = 16;

/** The size at which a picture of this size is measured. At least half, because cameras smooth single pixels. */
export function measuredSize(width: number, height: number): {width: number; height: number} {
  const scale = Math.min(0.5, LONGEST_SIDE / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Measures the quality of 8-bit RGBA pixels. */
export function qualityOf({
  data,
  width,
  height,
}: Pick<ImageData, 'data' | 'width' | 'height'>): PictureQuality {
  const grey = new Float32Array(width * height);
  let sum = 0;
  let clipped = 0;
  for (let at = 0, of = 0; at < grey.length; at++, of += 4) {
    const value = 0.299 * data[of]! + 0.587 * data[of + 1]! + 0.114 * data[of + 2]!;
    grey[at] = value;
    sum += value;
    if (value >= WHITE) clipped++;
  }
  const sharpness = sharpnessOf(grey, width, height);
  return {
    meanLuminance: rounded(sum / grey.length / 255),
    clippedShare: rounded(clipped / grey.length),
    ...(sharpness !== undefined && {sharpness: rounded(sharpness)}),
  };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Mean squares of one block, along one axis. */
interface Block {
  /** Mean square of the first differences. */
  slope: number;
  /** Mean square of the second differences: the Laplacian along this axis. */
  bend: number;
}

/**
 * Sharpness of the sharpest edges, from 0 to 1: 1 if brightness changes from one pixel to the next, otherwise 0.35
 * divided by the spread of the edge (standard deviation, pixels). Independent of contrast, because the Laplacian's
 * variance is divided by that of the slope; the noise of the most uniform blocks is subtracted from both. Motion
 * blurs along one axis, so the worse of both axes counts. Undefined if nothing in the picture has edges, such as a
 * wall.
 */
function sharpnessOf(grey: Float32Array, width: number, height: number): number | undefined {
  const axes = [blocksOf(grey, width, height, 1), blocksOf(grey, width, height, width)];
  const bends = axes.flat().map(({bend}) => bend);
  const noise = Math.min(MOST_NOISE, percentile(bends, 0.1) / 6);
  const each = axes.flatMap((blocks) => {
    const edged = blocks.filter(({slope}) => slope > TEXTURE + 2 * noise);
    if (edged.length < FEWEST_BLOCKS) return [];
    const sharp = edged.map(({slope, bend}) =>
      Math.sqrt(Math.max(0, bend - 6 * noise) / (4 * (slope - noise / 2))),
    );
    return percentile(sharp, 0.9);
  });
  return each.length === 0 ? undefined : Math.min(1, ...each);
}

/** `step` is the distance in the array between neighbours along the axis. */
function blocksOf(grey: Float32Array, width: number, height: number, step: number): Block[] {
  const blocks: Block[] = [];
  for (let top = 1; top + BLOCK < height; top += BLOCK) {
    for (let left = 1; left + BLOCK < width; left += BLOCK) {
      let slope = 0;
      let bend = 0;
      for (let y = top; y < top + BLOCK; y++) {
        for (let at = y * width + left, end = at + BLOCK; at < end; at++) {
          const before = grey[at - step]!;
          const after = grey[at + step]!;
          const second = before + after - 2 * grey[at]!;
          slope += (after - before) ** 2;
          bend += second ** 2;
        }
      }
      blocks.push({slope: slope / (4 * BLOCK * BLOCK), bend: bend / (BLOCK * BLOCK)});
    }
  }
  return blocks;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
