import type {Tags} from '@sealed-capture/seal/model/capture-metadata.js';
import {isText} from '@sealed-capture/seal/model/json/loose-json.js';
import {isRecord} from '@sealed-capture/seal/model/json/record.js';

// The same rules as in core/metadata/page-values.ts, whose code would become part of what pages load at once if it
// were imported here. A test compares the two.

export const MOST_TAGS = 100;
/** Bytes of all tags as JSON. */
const MOST_BYTES = 768 * 1024;

/** A lone surrogate is not a character. */
export const isSealableText = (given: unknown, most: number): given is string =>
  isText(given) && given.length <= most && !/\p{Surrogate}/u.test(given);

/** True if a tag of this name and value can be sealed. */
export const isSealableTag = ([name, value]: readonly [name: string, value: unknown]): boolean =>
  name !== '' && name !== '__proto__' && isSealableText(name, 256) && isSealableText(value, 4096);

/** The page's tags that can be sealed, without invalid ones such as numbers. */
export function sealedTags(given: unknown): Tags {
  if (!isRecord(given) || Symbol.iterator in given) return {};
  const entries = Object.entries(given);
  if (entries.length > MOST_TAGS) return {};
  const tags = Object.fromEntries(entries.filter(isSealableTag)) as Tags;
  return new TextEncoder().encode(JSON.stringify(tags)).length <= MOST_BYTES ? tags : {};
}

/** The tags, sorted by their names: equal for equal tags in any order. */
export const sortedTags = (tags: Tags): [name: string, value: string][] =>
  Object.entries(tags).sort(([one], [other]) => (one < other ? -1 : 1));

/** A text that is equal for equal tags in any order. */
export const textOfTags = (tags: Tags): string => JSON.stringify(sortedTags(tags));
