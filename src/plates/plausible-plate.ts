import type {DetectedLicensePlate} from '@sealed-capture/seal/model/protection-config.js';
import type {ReadLine} from './character-decoder.js';
import type {TextRegion} from './text-regions.js';

/** A line of text with its position. */
export interface PlacedLine extends ReadLine {
  region: TextRegion;
}

/** Which readings count as a plate. */
export interface PlateRules {
  /** Pattern of the letters and digits without gaps. Undefined: 4 to 10 of them, at least one a digit. */
  pattern?: RegExp;
  /** Lowest mean confidence that a plate may have. */
  leastConfidence: number;
}

const anyPlate = /^(?=.*\d)[A-Z0-9]{4,10}$/;

/** Matches an engine's size, a speed or a price, which are not plates. */
const decimal = /\d\.\d/;

/** Characters that look alike in plates' typefaces. */
const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'ODQ',
  '1': 'IL',
  '2': 'Z',
  '4': 'A',
  '5': 'S',
  '6': 'G',
  '7': 'T',
  '8': 'B',
  A: '4',
  B: '8',
  D: '0',
  G: '6',
  I: '1',
  L: '1',
  O: '0',
  Q: '0',
  S: '5',
  T: '7',
  Z: '2',
};

/** The reading that is most likely a plate: confident, large, and matching the rules. */
export function mostPlausiblePlate(
  lines: readonly PlacedLine[],
  {pattern, leastConfidence}: PlateRules,
): DetectedLicensePlate | undefined {
  let best: {score: number; plate: DetectedLicensePlate} | undefined;
  for (const line of [...lines, ...joined(lines)]) {
    if (line.confidence < leastConfidence || decimal.test(line.text)) continue;
    const characters = line.text.replace(/[^A-Z0-9]/g, '');
    const plateNumber = pattern
      ? fitted(characters, pattern)
      : anyPlate.test(characters)
        ? characters
        : undefined;
    if (!plateNumber) continue;
    const score = plausibility(line, plateNumber);
    if (best && score <= best.score) continue;
    best = {score, plate: {plateNumber, boundingBox: boxAround(line.region)}};
  }
  return best?.plate;
}

/**
 * Ranks a reading. Large letters count, because the picture was taken of the plate and not of a sign. The whole of
 * a plate ranks above its parts.
 */
function plausibility({confidence, region}: PlacedLine, plateNumber: string): number {
  const mixed = /\d/.test(plateNumber) && /\D/.test(plateNumber) ? 1 : 0.6;
  const usualLength = plateNumber.length <= 8 ? Math.sqrt(plateNumber.length) : 2;
  return confidence ** 2 * Math.sqrt(region.height) * mixed * usualLength;
}

/** Replaces as few look-alike characters (O and 0, I and 1) as the pattern asks for; undefined if none or several results match. */
function fitted(characters: string, pattern: RegExp): string | undefined {
  let variants = [characters];
  for (let exchanged = 0; exchanged <= 3 && variants.length > 0; exchanged++) {
    const fitting = variants.filter((variant) => variant.search(pattern) >= 0);
    // If two changes match equally well, neither is chosen.
    if (fitting.length > 0) return fitting.length === 1 ? fitting[0] : undefined;
    variants = [...new Set(variants.flatMap(withOneExchanged))];
  }
  return undefined;
}

const withOneExchanged = (characters: string): string[] =>
  [...characters].flatMap((character, at) =>
    [...(lookAlikes[character] ?? '')].map(
      (other) => characters.slice(0, at) + other + characters.slice(at + 1),
    ),
  );

/**
 * Adds joined readings: seals and gaps split a plate, so neighbours of the same height on one line are also read as
 * one.
 */
function joined(lines: readonly PlacedLine[]): PlacedLine[] {
  return lines.flatMap((left) =>
    lines
      .filter((right) => right !== left && continues(left, right))
      .map((right) => join(left, right)),
  );
}

function continues({region: left}: PlacedLine, {region: right}: PlacedLine): boolean {
  const [cos, sin] = [Math.cos(left.angle), Math.sin(left.angle)];
  const [dx, dy] = [right.x - left.x, right.y - left.y];
  const gap = dx * cos + dy * sin - (left.width + right.width) / 2;
  const offset = Math.abs(dy * cos - dx * sin);
  const height = Math.min(left.height, right.height);
  return (
    Math.max(left.height, right.height) < 1.5 * height &&
    offset < 0.4 * height &&
    gap > -0.5 * height &&
    gap < 1.2 * height
  );
}

function join(left: PlacedLine, right: PlacedLine): PlacedLine {
  const length = left.text.length + right.text.length;
  const sum = left.confidence * left.text.length + right.confidence * right.text.length;
  const ends = [...corners(left.region), ...corners(right.region)];
  const {angle} = left.region.width > right.region.width ? left.region : right.region;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = ends.map(({x, y}) => x * cos + y * sin);
  const across = ends.map(({x, y}) => y * cos - x * sin);
  const [middle, level] = [centreOf(along), centreOf(across)];
  return {
    text: left.text + right.text,
    confidence: length > 0 ? sum / length : 0,
    region: {
      x: middle * cos - level * sin,
      y: middle * sin + level * cos,
      width: Math.max(...along) - Math.min(...along),
      height: Math.max(left.region.height, right.region.height),
      angle,
    },
  };
}

const centreOf = (values: number[]): number => (Math.min(...values) + Math.max(...values)) / 2;

function corners({x, y, width, height, angle}: TextRegion): {x: number; y: number}[] {
  const [cos, sin] = [Math.cos(angle) / 2, Math.sin(angle) / 2];
  return [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ].map(([along, across]) => ({
    x: x + along! * width * cos - across! * height * sin,
    y: y + along! * width * sin + across! * height * cos,
  }));
}

function boxAround(region: TextRegion): DetectedLicensePlate['boundingBox'] {
  const ends = corners(region);
  const xs = ends.map(({x}) => x);
  const ys = ends.map(({y}) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)].map(Math.round) as [number, number];
  return {
    x,
    y,
    width: Math.round(Math.max(...xs)) - x,
    height: Math.round(Math.max(...ys)) - y,
  };
}
