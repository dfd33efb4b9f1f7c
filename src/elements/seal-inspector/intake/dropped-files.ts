import type {GivenFiles} from '../../../core/inspection/given-files.js';
import {MOST_FILES} from '@sealed-capture/seal/model/inspection/most-files.js';

/** Files as a person gave them, of any kind. */
export interface RawFiles {
  files: File[];
  /** Number of files that cannot be read. */
  lost: number;
  /** True if there were too many. */
  isCut: boolean;
  /** True for the content of a folder, of which a single file need not be media. */
  isFolder: boolean;
}

/** Most entries that are examined in dropped folders, in case of a whole disk. */
const MOST_ENTRIES = 20_000;

export const filesOf = (files: Iterable<File>, isFolder = false): RawFiles => ({
  files: [...files],
  lost: 0,
  isCut: false,
  isFolder,
});

/** Takes files of all kinds, for a page that could not load the code that chooses among them. */
export const unchosen = (files: readonly File[]): GivenFiles => ({
  files: files.slice(0, MOST_FILES),
  others: 0,
  cut: Math.max(0, files.length - MOST_FILES),
});

/** Synchronous, unless folders have to be read. */
export function dropped({items, files}: DataTransfer): RawFiles | Promise<RawFiles> {
  // The items give their entries only during the event.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return entries.some(({isDirectory}) => isDirectory) ? filesIn(entries) : filesOf(files);
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<RawFiles> {
  const found = filesOf([], true);
  const waiting = [...entries];
  for (let looked = 0; waiting.length > 0; looked++) {
    const entry = waiting.shift();
    found.isCut = looked >= MOST_ENTRIES;
    if (found.isCut || !entry) break;
    if (isFolder(entry)) {
      waiting.push(...(await contentOf(entry)));
      continue;
    }
    const file = await fileOf(entry as FileSystemFileEntry).catch(() => undefined);
    if (file) found.files.push(file);
    else found.lost++;
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
