import {CaseFaultError, LONGEST_FIELD, LONGEST_NOTE, type SavedFile} from './case-format.js';

/** One text after the other; a text that is there already, by itself, is not added again. */
function joined(written: string, opened: string, between: string, longest: number): string {
  const [own, other] = [written.trim(), opened.trim()];
  const isThere = `${between}${own}${between}`.includes(`${between}${other}${between}`);
  if (other === '' || isThere) return written;
  if (own === '') return opened;
  const both = `${written}${between}${opened}`;
  if (both.length > longest) throw new CaseFaultError('tooLarge');
  return both;
}

/** What a person has written in one line, with what a saved case has there. */
export const joinedField = (written: string, opened: string): string =>
  joined(written, opened, ' / ', LONGEST_FIELD);

/** A note, with what a saved case says in lines of its own. */
export const joinedNote = (written: string, opened: string): string =>
  joined(written, opened, '\n', LONGEST_NOTE);

/** What is kept of files that are not in the list, and what a saved case says of such files, each file once. */
export function joinedFiles(
  kept: readonly SavedFile[],
  opened: readonly SavedFile[],
): readonly SavedFile[] {
  const rest = new Set(opened);
  const both = kept.map((file) => {
    const same = [...rest].find((other) => isSame(file, other));
    if (!same) return file;
    rest.delete(same);
    // Its hash may become known later, by which it is the same as another.
    if (file.sha256 === undefined) return file;
    return {...same, note: joinedNote(file.note, same.note)};
  });
  return [...both, ...rest];
}

/** Without a hash, only the very same entry is of the same file. */
const isSame = (one: SavedFile, other: SavedFile): boolean =>
  one.sha256 === undefined
    ? other.sha256 === undefined && one.name === other.name && one.note === other.note
    : one.sha256 === other.sha256;
