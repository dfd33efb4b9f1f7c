import {isInspectable} from '../../../model/readable-media.js';

/** The files that a person gave at once. */
export interface GivenFiles {
  files: File[];
  /** Number of further files, which are of kinds that carry no seals. */
  others: number;
  /** True if there were too many. */
  isCut: boolean;
}

/** Most files that are taken at once. */
const MOST_FILES = 500;
/** Most entries that are examined in dropped folders, in case of a whole disk. */
const MOST_ENTRIES = 20_000;

const isMedia = ({type, name}: File): boolean => isInspectable(type, name);

/**
 * A single file is always taken, so that the person is told what it is. Of several, all
 * media and other readable formats are taken.
 */
export function chosen(given: Iterable<File>): GivenFiles {
  const all = [...given];
  const media = all.length === 1 ? all : all.filter(isMedia);
  return {
    files: media.slice(0, MOST_FILES),
    others: all.length - media.length,
    isCut: media.length > MOST_FILES,
  };
}

/** Synchronous, unless folders have to be read. */
export function dropped({items, files}: DataTransfer): GivenFiles | Promise<GivenFiles> {
  // The items give their entries only during the event.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return entries.some(({isDirectory}) => isDirectory) ? filesIn(entries) : chosen(files);
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<GivenFiles> {
  const found: GivenFiles = {files: [], others: 0, isCut: false};
  const waiting = [...entries];
  for (let looked = 0; waiting.length > 0; looked++) {
    const entry = waiting.shift();
    found.isCut = looked >= MOST_ENTRIES || found.files.length >= MOST_FILES;
    if (found.isCut || !entry) break;
    if (isFolder(entry)) {
      waiting.push(...(await contentOf(entry)));
      continue;
    }
    const file = await fileOf(entry as FileSystemFileEntry).catch(() => undefined);
    if (file && isMedia(file)) found.files.push(file);
    else found.others++;
  }
  return found;
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/**
 * Reads a folder. Browsers return its content in parts, the last of which is empty. An unreadable folder counts as
 * empty.
 */
async function contentOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const content: FileSystemEntry[] = [];
  while (content.length < MOST_ENTRIES) {
    const part = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (part.length === 0) break;
    content.push(...part);
  }
  return content;
}
