import type {PictureQuality} from '../model/picture-quality.js';

/** The longer side of what is measured: about what a person sees of a picture on a screen. */
const LONGEST_SIDE = 800;
/** Side of a block, in pixels of what is measured. */
const BLOCK = 32;
/** Of the greatest brightness, as cameras give it. */
const WHITE = 250;
/** Mean square of the differences, in brightness steps, from which a block has edges to judge by. */
const TEXTURE = 12;
/** Blocks with edges that it takes to judge a picture by them. */
const FEWEST_BLOCKS = 4;
/** The noise of a picture is at most so large, as variance; what is more is texture. */
const MOST_NOISE = 16;

/** How large a picture of this size is where it is measured. At least half: cameras smooth single pixels. */
export function measuredSize(width: number, height: number): {width: number; height: number} {
  const scale = Math.min(0.5, LONGEST_SIDE / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Of pixels of 8-bit RGBA. */
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
  /** Of the first differences. */
  slope: number;
  /** Of the second differences: of the Laplacian along this axis. */
  bend: number;
}

/**
 * How sudden the sharpest edges are, from 0 to 1: 1 where brightness changes from one pixel to the next, 0.35 divided by
 * its spread (standard deviation, pixels) elsewhere. The contrast does not count, as the Laplacian's variance is divided
 * by that of the slope; the noise of the evenest blocks is taken off both. Motion blurs along one axis: the worse of both
 * counts. Undefined where nothing in the picture has edges, such as a wall.
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

/** `step` is the distance of neighbours along the axis. */
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
