import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {stat} from 'node:fs/promises';
import {hashOf, headAfter, NO_HEAD, previousOf} from './audit-entry.js';
import {auditFiles, beginningsIn, linesOf, type Beginning} from './audit-files.js';
import {emptyMark, headText, type Mark, type NotedHeads} from './audit-head.js';

/** Result of checking a whole audit log. */
export interface AuditReport {
  files: number;
  entries: number;
  /** Sentences that name the file and the line of each fault; empty if there is none. */
  faults: string[];
  /** Files that end in an incomplete line, of an entry that may have been answered. */
  cut: string[];
  /** Head of the whole log. Stored elsewhere, it shows whether anything before it was changed. */
  head: string;
}

/** Most faults that a report lists. */
const MOST_FAULTS = 100;
/** Milliseconds after which a line that a running service writes is complete. */
const WRITING_MS = 100;

const NOTHING_NOTED: NotedHeads = {marks: [], single: []};

/** A mark, and who names it: the name of a file, or undefined for a head that was noted elsewhere. */
interface NamedMark extends Mark {
  by: string | undefined;
}

/** Called for each complete line, with its number in its file and the head after it. */
export type OnLine = (file: string, number: number, line: Buffer, head: string) => void;

/**
 * Reads every file once, line by line, and checks all hashes, also while services write.
 * @param noted heads that were stored elsewhere: all before them must be there unchanged
 */
export async function checkAudit(
  folder: string,
  noted: NotedHeads = NOTHING_NOTED,
  onLine?: OnLine,
): Promise<AuditReport> {
  const beginnings = await beginningsIn(folder);
  const faults = new Set<string>();
  const fault = (words: string) => {
    if (faults.size < MOST_FAULTS) faults.add(words);
  };
  const marks = marksOf(beginnings, noted);
  const missed = new Set(noted.single);
  const ends: Mark[] = [];
  const cut: string[] = [];
  let entries = 0;
  for (const [file, {file: ownName = file}] of beginnings) {
    if (ownName !== file) fault(`${file}, line 1: the file was begun under another name.`);
    const checked = await checkFile(folder, file, marks.get(file) ?? [], fault, (...seen) => {
      missed.delete(seen[3]);
      onLine?.(...seen);
    });
    entries += checked.end.lines;
    ends.push(checked.end);
    if (checked.isCut) cut.push(file);
  }
  for (const [file, named] of marks) if (!beginnings.has(file)) reportGone(file, named, fault);
  for (const file of addedFiles(beginnings, noted.marks)) {
    fault(
      `${file}, line 1: it does not go on from the noted head. The file was added, or begun while others were away.`,
    );
  }
  for (const head of missed) fault(`The head ${head} is in no file.`);
  // A service may just have begun a file: its first line can name less than was read here.
  const late = (await auditFiles(folder)).filter((file) => !beginnings.has(file));
  const named = new Set([...marks.values()].flat().map(({head, by}) => by !== undefined && head));
  const open = ends.filter(({head}) => !named.has(head));
  return {
    files: beginnings.size,
    entries,
    faults: [...faults],
    cut,
    head: headText([...open, ...late.map(emptyMark)]),
  };
}

/** What the first lines and the noted heads say of each file. */
function marksOf(
  beginnings: ReadonlyMap<string, Beginning>,
  {marks: noted}: NotedHeads,
): Map<string, NamedMark[]> {
  const marks = new Map<string, NamedMark[]>();
  const add = (mark: NamedMark) => marks.set(mark.file, [...(marks.get(mark.file) ?? []), mark]);
  for (const mark of noted) add({...mark, by: undefined});
  for (const [by, {after = []}] of beginnings) for (const mark of after) add({...mark, by});
  return marks;
}

const namer = ({by}: NamedMark): string =>
  by === undefined ? 'the noted head' : `line 1 of ${by}`;

/** Checks that the lines follow from each other, and lead to the marks. */
async function checkFile(
  folder: string,
  file: string,
  marks: readonly NamedMark[],
  fault: (words: string) => void,
  onLine: OnLine,
): Promise<{end: Required<Mark>; isCut: boolean}> {
  const path = join(folder, file);
  const byHead = new Map(marks.map((mark) => [mark.head, mark]));
  const found = new Set<string>();
  let head = NO_HEAD;
  let lines = 0;
  let bytes = 0;
  let isBroken = false;
  let isCut = false;
  for await (const {line, isWhole} of linesOf(path)) {
    bytes += line.length;
    if (!isWhole) {
      await sleep(WRITING_MS);
      // Otherwise, a running service has completed it since.
      isCut = (await stat(path)).size === bytes;
      break;
    }
    bytes++;
    lines++;
    const previous = previousOf(line);
    if (previous !== head) {
      isBroken = true;
      fault(
        lines === 1
          ? `${file}, line 1: it is not the first line of a file.`
          : `${file}, line ${lines}: it does not follow from line ${lines - 1}. One of both was changed, moved or added, or lines between them were removed.`,
      );
    }
    // What follows is checked against what this line says.
    head = headAfter(previous ?? head, hashOf(line));
    const mark = byHead.get(head);
    if (mark && (mark.lines === undefined || mark.lines === lines)) found.add(head);
    onLine(file, lines, line, head);
  }
  for (const mark of marks) {
    if (found.has(mark.head) || mark.lines === 0) continue;
    if (mark.lines !== undefined && mark.lines > lines) {
      const first = lines + 1;
      const which = first === mark.lines ? 'it is' : `this and all up to line ${mark.lines} are`;
      fault(`${file}, line ${first}: ${which} gone, which ${namer(mark)} names.`);
    } else if (!isBroken) {
      const last = mark.lines ?? lines;
      fault(
        `${file}, line ${last}: it is not what ${namer(mark)} names. It or a line before it was changed, or lines are gone.`,
      );
    }
  }
  return {end: {file, lines, head}, isCut};
}

function reportGone(
  file: string,
  marks: readonly NamedMark[],
  fault: (words: string) => void,
): void {
  const [last] = marks
    .filter(({lines}) => lines !== 0)
    .sort((a, b) => (b.lines ?? 0) - (a.lines ?? 0));
  if (!last) return;
  const count = last.lines === undefined ? '' : ` with ${last.lines} or more lines`;
  fault(`${file}, line 1: the file is gone,${count} which ${namer(last)} names.`);
}

/** The files that neither the noted head includes nor goes on from it. */
function addedFiles(beginnings: ReadonlyMap<string, Beginning>, noted: readonly Mark[]): string[] {
  if (noted.length === 0) return [];
  const included = new Set<string>();
  const follow = noted.map(({file}) => file);
  for (let file = follow.pop(); file !== undefined; file = follow.pop()) {
    if (included.has(file)) continue;
    included.add(file);
    follow.push(...(beginnings.get(file)?.after ?? []).map((mark) => mark.file));
  }
  const later = noted.filter(({lines}) => lines !== 0).map((mark) => filesAfter(mark, beginnings));
  // A file that a service is just beginning says nothing yet.
  const begun = [...beginnings].filter(([, {after}]) => after !== undefined);
  return begun
    .map(([file]) => file)
    .filter((file) => !included.has(file) && !later.every((files) => files.has(file)));
}

/** The files whose first lines name the mark, or a later line of its file, directly or by other files. */
function filesAfter(mark: Mark, beginnings: ReadonlyMap<string, Beginning>): Set<string> {
  const namedBy = new Map<string, {by: string; lines: number}[]>();
  for (const [by, {after = []}] of beginnings) {
    for (const {file, lines = Infinity} of after) {
      namedBy.set(file, [...(namedBy.get(file) ?? []), {by, lines}]);
    }
  }
  const found = new Set<string>();
  const follow = (namedBy.get(mark.file) ?? [])
    .filter(({lines}) => lines >= (mark.lines ?? 0))
    .map(({by}) => by);
  for (let file = follow.pop(); file !== undefined; file = follow.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    follow.push(...(namedBy.get(file) ?? []).map(({by}) => by));
  }
  return found;
}
