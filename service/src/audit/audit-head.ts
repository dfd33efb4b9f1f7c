import {NO_HEAD} from './audit-entry.js';

/** The state of one file of the log: what the head after its first lines is. */
export interface Mark {
  /** Name of the file. */
  file: string;
  /** Number of lines. Undefined in logs of earlier versions, which noted the head only. */
  lines?: number;
  head: string;
}

const NAME = /^audit-([0-9TZ]+-[0-9a-f]+)\.jsonl$/;
const MARK = /^([0-9TZ]+-[0-9a-f]+):(\d{1,15}):([0-9a-f]{64})$/;
const HEX = /^[0-9a-f]{64}$/;

export const isFileName = (name: string): boolean => NAME.test(name);

export const fileName = (at: Date, random: string): string =>
  `audit-${at.toISOString().replace(/[-:.]/g, '')}-${random}.jsonl`;

/**
 * The head of a whole log: `NAME:LINES:HEAD` of each file whose end no other file names, in the order of their names,
 * with commas between. All other files are named by those, directly or indirectly.
 */
export const headText = (marks: readonly Mark[]): string =>
  [...marks]
    .sort((a, b) => (a.file < b.file ? -1 : 1))
    .map(({file, lines = 0, head}) => `${NAME.exec(file)?.[1]}:${lines}:${head}`)
    .join(',');

/** The marks in the head of a log; undefined if it is no such text. An empty text is the head of an empty log. */
export function readHead(text: string): Mark[] | undefined {
  const marks: Mark[] = [];
  for (const part of text === '' ? [] : text.split(',')) {
    const [, name, lines, head] = MARK.exec(part) ?? [];
    if (head === undefined) return undefined;
    marks.push({file: `audit-${name}.jsonl`, lines: Number(lines), head});
  }
  return marks;
}

/** Heads that were noted elsewhere. */
export interface NotedHeads {
  /** The marks of the heads of whole logs. */
  marks: Mark[];
  /** Heads of single files, as earlier versions printed them. */
  single: string[];
}

/** Reads what `audit verify` printed as heads; undefined if one of them is no head. */
export function readNoted(texts: readonly string[]): NotedHeads | undefined {
  const noted: NotedHeads = {marks: [], single: []};
  for (const text of texts.map((one) => one.trim())) {
    if (HEX.test(text)) {
      noted.single.push(text);
      continue;
    }
    const marks = readHead(text);
    if (!marks || marks.length === 0) return undefined;
    noted.marks.push(...marks);
  }
  return noted;
}

/** Names the end of a file, which its head alone does not: a first line can name any head. */
export const endName = ({file, head}: Mark): string => `${file} ${head}`;

/** The mark of a file that had no line yet. */
export const emptyMark = (file: string): Mark => ({file, lines: 0, head: NO_HEAD});

/** A mark, and what names it: the first line of a file, or a head that was noted elsewhere (undefined). */
export interface NamedMark extends Mark {
  by: string | undefined;
}

/** The marks of each file. */
export function byFile<T extends Mark>(marks: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const mark of marks) {
    const others = found.get(mark.file);
    if (others) others.push(mark);
    else found.set(mark.file, [mark]);
  }
  return found;
}
