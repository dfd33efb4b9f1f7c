import type {Features, Tags} from '@sealed-capture/seal/model/capture-metadata.js';
import {isRecord} from '@sealed-capture/seal/model/json/record.js';
import {MAX_TAGS_SIZE} from '@sealed-capture/seal/model/seal/seal-format.js';
import {features, tags as tagShape} from './addition-shapes.js';
import {fitting, type Refuse} from './shapes.js';

// Checks what a page adds to its captures against the service's rules: a capture that the service would refuse
// could never be sealed.

/** What a page adds to the metadata of its captures. */
export interface Additions {
  tags?: Tags;
  features?: Features;
}

function sealableTags(given: unknown, refuse: Refuse): unknown {
  // A Map is an object too, but its entries are not properties.
  if (!isRecord(given) || Symbol.iterator in given) {
    return void refuse('tags has to be a plain object');
  }
  const names = Object.keys(given);
  // With too many tags it is unclear which ones are meant, so none is taken.
  const {most, name: nameShape, value: valueShape} = tagShape;
  if (names.length > most) return void refuse(`tags has more than ${most} tags`);
  const entries = names.flatMap((name) => {
    const value = given[name];
    if (value === undefined || value === null) return [];
    // The service refuses "__proto__" as the name of a JSON member.
    const isName = name && !nameShape(name) && name !== '__proto__';
    if (!isName) refuse(`tags.${name.slice(0, 64)} is no name for a tag`);
    else if (fitting(value, valueShape, `tags.${name}`, refuse) !== undefined)
      return [[name, value]];
    return [];
  });
  const tags: unknown = Object.fromEntries(entries);
  if (new TextEncoder().encode(JSON.stringify(tags)).length <= MAX_TAGS_SIZE) {
    return entries.length > 0 ? tags : undefined;
  }
  refuse(`tags has more than ${MAX_TAGS_SIZE} bytes`);
}

/** A value as text, for reports; of an object or function only its type, because its own conversion may throw. */
export const textOf = (value: unknown): string =>
  value === Object(value) ? typeof value : String(value);

/**
 * Called with what is wrong with an option, as a sentence without its end, which never contains a value; with the
 * option's name, and with its value.
 */
export type RefuseOption = (problem: string, option: string, value: unknown) => void;

/**
 * The part of the additions that can be sealed, as plain data. `refuse` is called for the first invalid field, once for
 * the tags and once for the features.
 */
export function sealableAdditions(additions: Additions, refuse: RefuseOption): Additions {
  const checked = <N extends keyof Additions>(
    name: N,
    sealable: (given: unknown, refuse: Refuse) => unknown,
  ): Additions => {
    const given = additions[name] as unknown;
    if (given === undefined || given === null) return {};
    let first: string | undefined;
    let value: unknown;
    try {
      value = sealable(given, (problem) => (first ??= problem));
    } catch {
      first ??= `${name} cannot be read`;
    }
    if (first) refuse(first, name, given);
    return value ? {[name]: value} : {};
  };
  return {
    ...checked('tags', sealableTags),
    ...checked('features', (given, refuse) => fitting(given, features, 'features', refuse)),
  };
}
