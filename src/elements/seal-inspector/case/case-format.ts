import {
  boolean,
  isText,
  listAt,
  number,
  objectAt,
  object,
  textAt,
} from '@sealed-capture/seal/model/json/loose-json.js';

/** What says that a JSON file is a case. */
const FORMAT = 'sealed-capture-case';
/** The version of the form that is written, and the newest that is read. */
const VERSION = 1;

/** Largest file in bytes that is read as a case. */
export const LARGEST_CASE = 16 * 1024 * 1024;
const MOST_FILES = 10_000;
/** Most characters of a field with one line, and of a note. */
export const LONGEST_FIELD = 500;
export const LONGEST_NOTE = 50_000;

/** A file of a case, as it is saved. */
export interface SavedFile {
  name: string;
  /** Hexadecimal, lower case; absent if the file could not be read. */
  sha256?: string;
  note: string;
  selected: boolean;
}

/** What is saved of a case: the files are in the order of the report. */
export interface SavedCase {
  caseNumber: string;
  checkedBy: {name: string; function: string};
  note: string;
  /** True if the report ends with the page to sign. */
  withRecord: boolean;
  files: readonly SavedFile[];
}

/** Why a file is no case that can be opened. */
export type CaseFault = 'notCase' | 'newerCase' | 'tooLarge';

export class CaseFaultError extends Error {
  constructor(readonly fault: CaseFault) {
    super(fault);
  }
}

/** The case as the text of a JSON file. */
export const caseText = ({files, ...more}: SavedCase): string =>
  `${JSON.stringify(
    {
      format: FORMAT,
      version: VERSION,
      ...more,
      files: files.map((file, index) => ({order: index + 1, ...file})),
    },
    undefined,
    2,
  )}\n`;

/** Reads a case that anybody may have written. Throws {@link CaseFaultError}. */
export function caseIn(written: string): SavedCase {
  const given = parsed(written);
  if (textAt(given, 'format') !== FORMAT) throw new CaseFaultError('notCase');
  const version = number(given['version']);
  if (version === undefined || !Number.isInteger(version) || version < 1) {
    throw new CaseFaultError('notCase');
  }
  if (version > VERSION) throw new CaseFaultError('newerCase');
  const by = objectAt(given, 'checkedBy');
  const files = listAt(given, 'files');
  if (!Array.isArray(given['files']) || files.length > MOST_FILES) {
    throw new CaseFaultError('notCase');
  }
  return {
    caseNumber: textIn(given['caseNumber'], LONGEST_FIELD),
    checkedBy: {
      name: textIn(by['name'], LONGEST_FIELD),
      function: textIn(by['function'], LONGEST_FIELD),
    },
    note: textIn(given['note'], LONGEST_NOTE),
    withRecord: booleanIn(given['withRecord']),
    files: files
      .map(fileIn)
      .toSorted((one, other) => one.order - other.order)
      .map(({file}) => file),
  };
}

function parsed(written: string) {
  try {
    const given = object(JSON.parse(written));
    if (given) return given;
  } catch {
    // Said below.
  }
  throw new CaseFaultError('notCase');
}

function fileIn(given: unknown): {order: number; file: SavedFile} {
  const file = object(given) ?? {};
  const order = number(file['order']);
  const sha256 = file['sha256'] === undefined ? undefined : textIn(file['sha256'], 64);
  if (order === undefined || (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256))) {
    throw new CaseFaultError('notCase');
  }
  return {
    order,
    file: {
      name: textIn(file['name'], LONGEST_FIELD),
      ...(sha256 && {sha256}),
      note: textIn(file['note'], LONGEST_NOTE),
      selected: booleanIn(file['selected']),
    },
  };
}

function textIn(given: unknown, longest: number): string {
  if (isText(given) && given.length <= longest) return given;
  throw new CaseFaultError('notCase');
}

function booleanIn(given: unknown): boolean {
  const found = boolean(given);
  if (found === undefined) throw new CaseFaultError('notCase');
  return found;
}
