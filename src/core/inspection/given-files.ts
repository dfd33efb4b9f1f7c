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

const DETACHED = /\.c2pa$/i;
/** Seals in files of their own, by the file that they are about, as long as that is there. */
const seals = new WeakMap<Blob, File>();

/** The seal in a file of its own that was given together with this file. */
export const sealBeside = (file: Blob): File | undefined => seals.get(file);

/** The folder of a file, if a folder was chosen, and its name. */
const pathOf = ({webkitRelativePath, name}: File): string => webkitRelativePath || name;

/** Finds for each file its seal: `photo.jpg.c2pa`, or else `photo.c2pa`, for `photo.jpg`. Returns the others. */
function withoutSeals(given: readonly File[]): readonly File[] {
  const detached = new Map(
    given.flatMap((file) =>
      DETACHED.test(file.name) ? [[pathOf(file).replace(DETACHED, ''), file] as const] : [],
    ),
  );
  if (detached.size === 0) return given;
  const used = new Set<File>();
  for (const file of given) {
    const path = pathOf(file);
    const seal = detached.get(path) ?? detached.get(path.replace(/\.[^./]+$/, ''));
    if (!seal || DETACHED.test(file.name)) continue;
    seals.set(file, seal);
    used.add(seal);
  }
  return given.filter((file) => !used.has(file));
}

/**
 * Chooses those of several files that are worth inspecting: media of all kinds, and other readable formats. A single
 * file is always taken, so that the person is told what it is.
 */
export function chooseFiles(all: readonly File[], isFolder = false): GivenFiles {
  const given = withoutSeals(all);
  const isAlone = given.length === 1 && !isFolder;
  const media = isAlone ? given : given.filter(({type, name}) => isInspectable(type, name));
  return {
    files: media.slice(0, MOST_FILES),
    others: given.length - media.length,
    isCut: media.length > MOST_FILES,
  };
}
