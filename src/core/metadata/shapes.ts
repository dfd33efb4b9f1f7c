import {isRecord} from '@sealed-capture/seal/model/json/record.js';

// The checks that the page's shapes are made of. The shapes of the metadata are generated from their schema
// (demo/section-shapes.ts): a schema library would be larger than all of the page's own code.

/** Returns what a value has to be, as the end of a sentence; undefined if the value is valid. */
export type Check = (value: unknown) => string | undefined;

type Fields = {readonly [name: string]: Shape};

/** The shape of a value, or of an object whose fields may be absent. In a `Whole`, no field may be absent. */
export type Shape = Check | Fields | Whole;

type Whole = readonly [{readonly [name: string]: Check}];

const isWhole = (shape: Fields | Whole): shape is Whole => Array.isArray(shape);

/** Called with the name of an invalid field, never with its value. */
export type Refuse = (problem: string) => void;

/** A lone surrogate is not a character. */
// @__NO_SIDE_EFFECTS__
export const text =
  (most = Infinity): Check =>
  (value) =>
    typeof value === 'string' && value.length <= most && !/\p{Surrogate}/u.test(value)
      ? undefined
      : `text${most < Infinity ? ` of at most ${most} characters` : ''}`;

// @__NO_SIDE_EFFECTS__
export const number =
  (least = -Infinity, most = Infinity): Check =>
  (value) => {
    if (Number.isFinite(value) && least <= (value as number) && (value as number) <= most) return;
    const range =
      least === -Infinity ? '' : ` from ${least}${most < Infinity ? ` to ${most}` : ''}`;
    return `a finite number${range}`;
  };

export const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false');

// @__NO_SIDE_EFFECTS__
export const whole = (fields: Whole[0]): Shape => [fields];

/**
 * Returns the part of a value that fits its shape, as plain data, because a framework's proxies cannot be sent to a
 * worker. A reason for absent values excludes any values beside it.
 */
export function fitting(value: unknown, shape: Shape, name: string, refuse: Refuse): unknown {
  if (typeof shape === 'function') {
    const wish = shape(value);
    if (wish) refuse(`${name} has to be ${wish}`);
    return wish ? undefined : value;
  }
  if (!isRecord(value)) return void refuse(`${name} has to be an object`);
  const needsAll = isWhole(shape);
  const fields: Fields = needsAll ? shape[0] : shape;
  const isGiven = (key: string): boolean => value[key] !== undefined && value[key] !== null;
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(fields, key) && isGiven(key)) refuse(`${name}.${key} is not known`);
  }
  const entries = Object.entries(fields)
    .filter(([key]) => needsAll || isGiven(key))
    .map(([key, field]) => [key, fitting(value[key], field, `${name}.${key}`, refuse)])
    .filter(([, field]) => field !== undefined)
    .filter(([key], _, {length}) => length === 1 || key !== 'unavailableReason');
  const least = needsAll ? Object.keys(fields).length : 1;
  return entries.length < least ? undefined : Object.fromEntries(entries);
}
