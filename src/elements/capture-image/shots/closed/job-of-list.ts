import type {Options} from '../../../options/configuration.js';
import {sealedTags, sortedTags} from '../sealed-tags.js';
import {shortHash} from '../short-hash.js';

/** Most characters of a job's name. */
const MOST = 256;
/** Characters that are left of a longer name, before its hash. */
const KEPT = 240;

/**
 * The job that a list of shots is for: the one that the page has set or else, named by them, that of its tags in the
 * order of their names, such as "claim 4711". Undefined without either: nothing tells one job from the next then.
 */
export function jobOfList({job, tags}: Options): string | undefined {
  if (job) return job;
  const name = sortedTags(sealedTags(tags))
    .map((tag) => tag.join(' ').trim())
    .join(', ');
  if (name.length <= MOST) return name || undefined;
  // Two jobs with the same beginning are two.
  return `${name.slice(0, KEPT).replace(/\p{Surrogate}$/u, '')} ${shortHash(name)}`;
}
