import {isInspectable, readableChoice} from '../../model/readable-media.js';

export {readableChoice};

/** The files that a person gave at once. */
export interface GivenFiles {
  files: File[];
  /** Number of further files, which are of kinds that carry no seals, or cannot be read. */
  others: number;
  /** True if there were too many. */
  isCut: boolean;
}

/** Most files that are taken at once. */
const MOST_FILES = 500;

/**
 * Chooses those of several files that are worth inspecting: media of all kinds, and other readable formats. A single
 * file is always taken, so that the person is told what it is.
 */
export function chooseFiles(given: readonly File[], isFolder = false): GivenFiles {
  const isAlone = given.length === 1 && !isFolder;
  const media = isAlone ? given : given.filter(({type, name}) => isInspectable(type, name));
  return {
    files: media.slice(0, MOST_FILES),
    others: given.length - media.length,
    isCut: media.length > MOST_FILES,
  };
}
