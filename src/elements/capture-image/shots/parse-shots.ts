import {isText, textAt} from '@sealed-capture/seal/model/json/loose-json.js';
import {isRecord} from '@sealed-capture/seal/model/json/record.js';
import {isSealableTag, isSealableText, MOST_TAGS} from './sealed-tags.js';
import {orientations, overlayNames, type Ghost, type Shot} from './shot.js';

// Checked here and not with the metadata's shapes, whose code would otherwise become part of what pages load at
// once.

/** More shots than a person takes for one job, and few enough to be listed at once. */
const MOST_SHOTS = 200;

/** Commands and numbers of SVG paths; nothing else is inserted into the page. */
const PATH = /^\s*[Mm][\sMmLlHhVvCcSsQqTtAaZz\d.,eE+-]{1,20000}$/;
const NUMBER = /^[+-]?(\d+|\d*\.\d+)(e[+-]?\d+)?$/i;

/** True for four numbers; a box without width or height would show nothing. */
const isViewBox = (given: string): boolean => {
  const parts = given.trim().split(/\s*,\s*|\s+/);
  const [, , width = 0, height = 0] = parts.map(Number);
  return (
    parts.length === 4 &&
    parts.every((part) => NUMBER.test(part) && Number.isFinite(Number(part))) &&
    width > 0 &&
    height > 0
  );
};

const overlay = (given: unknown): string | undefined => {
  if (overlayNames.some((name) => name === given)) return undefined;
  const [path, viewBox] = [textAt(given, 'path'), textAt(given, 'viewBox')];
  const isOutline = path && PATH.test(path) && viewBox && isViewBox(viewBox);
  const known = Object.keys(isRecord(given) ? given : {}).length === 2;
  return isOutline && known
    ? undefined
    : `one of ${overlayNames.join(', ')}, or {path, viewBox} with data of an SVG path and four numbers, the last two above 0`;
};

/** True for tags that can be sealed. */
const areTags = (given: unknown): boolean =>
  isRecord(given) &&
  Object.keys(given).length <= MOST_TAGS &&
  Object.entries(given).every(isSealableTag);

/** Returns what a field has to be, as the end of a sentence; undefined if it is valid. */
type Check = (given: unknown) => string | undefined;

const text =
  (most: number): Check =>
  (given) =>
    isSealableText(given, most) ? undefined : `text of at most ${most} characters`;

const isWithin = (given: unknown, least: number, most: number): boolean =>
  Number.isFinite(given) && least <= Number(given) && Number(given) <= most;

const isPlace = (given: unknown): boolean => {
  if (!isRecord(given) || Object.keys(given).length !== 3) return false;
  const {latitude, longitude, radius} = given;
  return (
    isWithin(latitude, -90, 90) && isWithin(longitude, -180, 180) && isWithin(radius, 0, Infinity)
  );
};

const isPicture = (given: unknown): boolean =>
  given instanceof Blob || (isText(given) && URL.canParse(given, document.baseURI));

const isGhost = (given: unknown): boolean => {
  if (!isRecord(given) || given instanceof Blob) return isPicture(given);
  const {picture, ...attitude} = given;
  return (
    isPicture(picture) &&
    Object.entries(attitude).every(
      ([name, value]) =>
        value === undefined ||
        value === null ||
        (['heading', 'roll', 'pitch'].includes(name) && isWithin(value, -360, 360)),
    )
  );
};

/** As plain data, but for the picture; without what is null. */
function ghostOf(given: Ghost): Ghost {
  if (typeof given !== 'object' || !('picture' in given)) return given;
  const {picture, ...attitude} = given;
  const known = Object.entries(attitude).filter(([, value]) => typeof value === 'number');
  return {picture, ...Object.fromEntries(known)};
}

const checks: Record<keyof Shot, Check> = {
  id: text(64),
  label: text(256),
  hint: text(300),
  required: (given) => (typeof given === 'boolean' ? undefined : 'true or false'),
  overlay,
  orientation: (given) =>
    orientations.some((name) => name === given) ? undefined : `one of ${orientations.join(', ')}`,
  ghost: (given) =>
    isGhost(given)
      ? undefined
      : 'a URL or a Blob, alone or as {picture, heading, roll, pitch} with degrees',
  expectedPlace: (given) =>
    isPlace(given)
      ? undefined
      : '{latitude, longitude, radius}: degrees from -90 to 90 and from -180 to 180, and metres from 0',
  tags: (given) => (areTags(given) ? undefined : 'at most 100 texts by their names'),
};

/** Parses the list. Throws an error whose message is a sentence without its end. */
export function parseShots(given: unknown): readonly Shot[] {
  const wrong = (problem: string): never => {
    throw new TypeError(problem);
  };
  if (!Array.isArray(given) || given.length > MOST_SHOTS) {
    return wrong(`shots has to be a list of at most ${MOST_SHOTS} shots`);
  }
  const known = new Set<string>();
  return given.map((one: unknown, index): Shot => {
    const name = `shots[${index}]`;
    if (!isRecord(one)) return wrong(`${name} has to be an object`);
    // Frameworks pass null or undefined for omitted fields.
    const fields = Object.entries(one).filter(([, value]) => value !== undefined && value !== null);
    for (const [key, value] of fields) {
      if (!Object.hasOwn(checks, key)) wrong(`${name}.${key} is not known`);
      const wish = checks[key as keyof Shot](value);
      if (wish) wrong(`${name}.${key} has to be ${wish}`);
    }
    for (const key of ['id', 'label']) {
      if (!textAt(one, key)?.trim()) wrong(`${name}.${key} is missing`);
    }
    const shot = JSON.parse(JSON.stringify(Object.fromEntries(fields))) as Shot;
    if (shot.ghost) shot.ghost = ghostOf(one['ghost'] as Ghost);
    if (known.has(shot.id)) wrong(`${name}.id is the id of another shot, too`);
    known.add(shot.id);
    return shot;
  });
}
