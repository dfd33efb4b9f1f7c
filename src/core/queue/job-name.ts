import {text} from '../metadata/shapes.js';
import type {RefuseOption} from '../metadata/page-values.js';

const mostCharacters = text(256);

/**
 * The page's name for the job that captures are part of; undefined if it has none. `refuse` is called for a value that cannot
 * be sealed: captures are then sealed outside of any set.
 */
export function jobNameOf(given: unknown, refuse: RefuseOption): string | undefined {
  if (given === undefined || given === null || given === '') return undefined;
  const wish = mostCharacters(given);
  if (wish) refuse(`job has to be ${wish}`, 'job', given);
  return wish ? undefined : (given as string);
}
