import type {Tags} from '../../../model/capture-metadata.js';
import {isText} from '../../../model/json/loose-json.js';
import {isRecord} from '../../../model/json/record.js';

// The same rules as in core/metadata/page-values.ts, whose code would leave the chunk that pages load at once if this part
// imported it. A test compares the two.

export const MOST_TAGS = 100;
/** Bytes of all tags as JSON. */
const MOST_BYTES = 768 * 1024;

/** Half of a pair that stands alone is no character. */
export const isSealableText = (given: unknown, most: number): given is string =>
  isText(given) && given.length <= most && !/\p{Surrogate}/u.test(given);

/** The seal takes a tag of this name and value. */
export const isSealableTag = ([name, value]: readonly [name: string, value: unknown]): boolean =>
  name !== '' && name !== '__proto__' && isSealableText(name, 256) && isSealableText(value, 4096);

/** Those of the page's tags that the seal takes; it leaves out a number, for example. */
export function sealedTags(given: unknown): Tags {
  if (!isRecord(given) || Symbol.iterator in given) return {};
  const entries = Object.entries(given);
  if (entries.length > MOST_TAGS) return {};
  const tags = Object.fromEntries(entries.filter(isSealableTag)) as Tags;
  return new TextEncoder().encode(JSON.stringify(tags)).length <= MOST_BYTES ? tags : {};
}

/** Equal for equal tags in any order. */
export const textOfTags = (tags: Tags): string =>
  JSON.stringify(Object.entries(tags).sort(([one], [other]) => (one < other ? -1 : 1)));
