import {isRecord} from '../../model/json/record.js';

// The checks that the page's shapes are made of. The shapes of the metadata are written from their schema
// (demo/section-shapes.ts); a schema library would weigh more than all of the page's own code.

/** What a value has to be, as the end of a sentence; undefined where it is that. */
export type Check = (value: unknown) => string | undefined;

/** A value, or an object whose fields may be absent; of `whole` none may. */
export type Shape = Check | {readonly [name: string]: Shape} | Whole;

class Whole {
  readonly fields: {readonly [name: string]: Check};

  constructor(fields: Whole['fields']) {
    this.fields = fields;
  }
}

/** Told of a field by its name, never by its value. */
export type Refuse = (problem: string) => void;

/** Half of a pair that stands alone is no character. */
export const text =
  (most: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= most && !/\p{Surrogate}/u.test(value)
      ? undefined
      : `text of at most ${most} characters`;

export const number =
  (least = -Infinity, most = Infinity): Check =>
  (value) => {
    if (Number.isFinite(value) && least <= (value as number) && (value as number) <= most) return;
    const range =
      least === -Infinity ? '' : ` from ${least}${most < Infinity ? ` to ${most}` : ''}`;
    return `a finite number${range}`;
  };

export const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false');

export const whole = (fields: Whole['fields']): Shape => new Whole(fields);

/**
 * What of a value fits its shape, as plain data: what a framework observes does not cross threads. A reason for the
 * absence of values stands alone, or not at all.
 */
export function fitting(value: unknown, shape: Shape, name: string, refuse: Refuse): unknown {
  if (typeof shape === 'function') {
    const wish = shape(value);
    if (wish) refuse(`${name} has to be ${wish}`);
    return wish ? undefined : value;
  }
  if (!isRecord(value)) return void refuse(`${name} has to be an object`);
  const isWhole = shape instanceof Whole;
  const fields: {readonly [name: string]: Shape} = isWhole ? shape.fields : shape;
  const isGiven = (key: string): boolean => value[key] !== undefined && value[key] !== null;
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(fields, key) && isGiven(key)) refuse(`${name}.${key} is not known`);
  }
  const entries = Object.entries(fields)
    .filter(([key]) => isWhole || isGiven(key))
    .map(([key, field]) => [key, fitting(value[key], field, `${name}.${key}`, refuse)])
    .filter(([, field]) => field !== undefined)
    .filter(([key], _, {length}) => length === 1 || key !== 'unavailableReason');
  const isLacking = isWhole && entries.length < Object.keys(fields).length;
  return entries.length === 0 || isLacking ? undefined : Object.fromEntries(entries);
}
