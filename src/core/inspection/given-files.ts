import {
  DETACHED,
  MediaNames,
  stemOf,
} from '@sealed-capture/seal/model/inspection/detached-names.js';
import {MOST_FILES} from '@sealed-capture/seal/model/inspection/most-files.js';
import {isInspectable, readableChoice} from '@sealed-capture/seal/model/readable-media.js';

export {readableChoice};

/** The files that a person gave at once. */
export interface GivenFiles {
  files: File[];
  /** Number of further files, which are of kinds that carry no seals, or cannot be read. */
  others: number;
  /** Number of files that were left out because there were too many; Infinity if that is not known. */
  cut: number;
}

const isDetached = ({name}: File): boolean => name.toLowerCase().endsWith(DETACHED);
/** Seals in files of their own, by the file that they are about, as long as that is there. */
const seals = new WeakMap<Blob, File>();

/** The seal in a file of its own that was given together with this file. */
export const sealBeside = (file: Blob): File | undefined => seals.get(file);

/** The folder of a file, if a folder was chosen, and its name. */
const pathOf = ({webkitRelativePath, name}: File): string => webkitRelativePath || name;

/**
 * Finds for each file its seal: `photo.jpg.c2pa`, or else `photo.c2pa`, for `photo.jpg`, unless another file may be
 * meant. Returns the others.
 */
function withoutSeals(given: readonly File[]): readonly File[] {
  const detached = sealsIn(given);
  if (detached.size === 0) return given;
  const media = given.filter(({type, name}) => isInspectable(type, name));
  const names = new MediaNames(media.map(pathOf));
  const used = new Set<File>();
  for (const file of given) {
    const path = pathOf(file);
    if (isDetached(file) || !names.isUnique(path)) continue;
    const byStem = names.hasStemAlone(path) ? detached.get(stemOf(path)) : undefined;
    const seal = detached.get(path) ?? byStem;
    if (!seal) continue;
    seals.set(file, seal);
    used.add(seal);
  }
  return given.filter((file) => !used.has(file));
}

/** The seals in files of their own, by their paths without `.c2pa`; without those of which there are several. */
function sealsIn(given: readonly File[]): Map<string, File> {
  const detached = new Map<string, File>();
  const several = new Set<string>();
  for (const file of given.filter(isDetached)) {
    const path = pathOf(file).slice(0, -DETACHED.length);
    if (detached.has(path)) several.add(path);
    detached.set(path, file);
  }
  for (const path of several) detached.delete(path);
  return detached;
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
    cut: Math.max(0, media.length - MOST_FILES),
  };
}
