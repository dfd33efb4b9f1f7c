import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {isMissing} from '../files/private-files.js';
import {hashOf, headAfter, NO_HEAD, previousOf} from './audit-entry.js';
import {auditFiles, beginningsIn, linesOf, LONGEST_LINE} from './audit-files.js';
import {addedFiles, includedFiles, LateLines} from './after-noted.js';
import {
  byFile,
  emptyMark,
  endName,
  headText,
  type Mark,
  type NamedMark,
  type NotedHeads,
} from './audit-head.js';

/** Result of checking a whole audit log. */
export interface AuditReport {
  files: number;
  entries: number;
  /** Sentences that name the file and the line of each fault; empty if there is none. */
  faults: string[];
  /** Files that end in an incomplete line, of an entry whose request may have been answered. */
  cut: string[];
  /** Head of the whole log. Stored elsewhere, it shows later whether anything before it was changed. */
  head: string;
}

/** Most faults that a report lists. */
const MOST_FAULTS = 100;
/** Milliseconds after which a line that a running service writes is complete. */
const WRITING_MS = 100;

const NOTHING_NOTED: NotedHeads = {marks: [], single: []};

/** Called for each complete line, with its number in its file and the head after it. */
export type OnLine = (file: string, number: number, line: Buffer, head: string) => void;
type Fault = (words: string) => void;

/** Checks a whole audit log: see {@link readAudit}. */
export const checkAudit = async (folder: string, noted?: NotedHeads): Promise<AuditReport> =>
  (await readAudit(folder, noted)).report;

/**
 * Reads every file once, line by line, and checks all hashes, also while services write.
 *
 * @param noted heads that were stored elsewhere: everything before them must be there unchanged
 * @returns also all marks, with the numbers of their lines as far as these are there
 */
export async function readAudit(
  folder: string,
  noted: NotedHeads = NOTHING_NOTED,
  onLine?: OnLine,
): Promise<{report: AuditReport; marks: NamedMark[]}> {
  const beginnings = await beginningsIn(folder);
  const faults = new Set<string>();
  const fault: Fault = (words) => {
    if (faults.size < MOST_FAULTS) faults.add(words);
  };
  const marks: NamedMark[] = [
    ...noted.marks.map((mark) => ({...mark, by: undefined})),
    ...[...beginnings].flatMap(([by, {after = []}]) => after.map((mark) => ({...mark, by}))),
  ];
  const marksOf = byFile(marks);
  const included = includedFiles(beginnings, noted.marks);
  const late = new LateLines(marksOf, included);
  const missed = new Set(noted.single);
  const ends: Mark[] = [];
  const cut: string[] = [];
  let entries = 0;
  for (const [file, {file: ownName = file}] of beginnings) {
    if (ownName !== file) fault(`${file}, line 1: the file was begun under another name.`);
    const checked = await checkFile(folder, file, marksOf.get(file) ?? [], fault, (...line) => {
      missed.delete(line[3]);
      late.take(line[0], line[1], line[2]);
      onLine?.(...line);
    });
    entries += checked.end.lines;
    ends.push(checked.end);
    if (checked.isCut) cut.push(file);
  }
  for (const [file, named] of marksOf) if (!beginnings.has(file)) reportGone(file, named, fault);
  for (const words of late.faults()) fault(words);
  for (const file of addedFiles(beginnings, marksOf, included)) {
    fault(
      `${file}, line 1: it does not go on from the noted head. The file was added, or begun while other files were away.`,
    );
  }
  for (const head of missed) fault(`The head ${head} is in no file.`);
  // A service may just have begun a file: its first line can name less than was read here.
  const begun = (await auditFiles(folder)).filter((file) => !beginnings.has(file));
  const named = new Set(marks.filter(({by}) => by !== undefined).map(endName));
  const open = ends.filter((end) => !named.has(endName(end)));
  const head = headText([...open, ...begun.map(emptyMark)]);
  return {
    report: {files: beginnings.size, entries, faults: [...faults], cut, head},
    marks,
  };
}

const namer = ({by}: NamedMark): string =>
  by === undefined ? 'the noted head' : `line 1 of ${by}`;

/** Checks that the lines follow from each other, and lead to the marks. Numbers the marks that have no number. */
async function checkFile(
  folder: string,
  file: string,
  marks: readonly NamedMark[],
  fault: Fault,
  onLine: OnLine,
): Promise<{end: Required<Mark>; isCut: boolean}> {
  const path = join(folder, file);
  const heads = new Set(marks.map((mark) => mark.head));
  const found = new Set<NamedMark>();
  let head = NO_HEAD;
  let lines = 0;
  let bytes = 0;
  let brokenAt = Infinity;
  let isCut = false;
  try {
    for await (const {line, isWhole} of linesOf(path)) {
      bytes += line.length;
      if (line.length > LONGEST_LINE) {
        brokenAt = Math.min(brokenAt, lines + 1);
        fault(
          `${file}, line ${lines + 1}: it is longer than any entry. The rest of the file was not read.`,
        );
        break;
      }
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
        brokenAt = Math.min(brokenAt, lines);
        fault(
          lines === 1
            ? `${file}, line 1: it is not the first line of a file.`
            : `${file}, line ${lines}: it does not follow from line ${lines - 1}. One of both was changed, moved or added, or lines between them were removed.`,
        );
      }
      // What follows is checked against what this line says.
      head = headAfter(previous ?? head, hashOf(line));
      if (heads.has(head)) {
        for (const mark of marks) {
          if (mark.head !== head) continue;
          mark.lines ??= lines;
          if (mark.lines === lines) found.add(mark);
        }
      }
      onLine(file, lines, line, head);
    }
  } catch (error) {
    // A service that cannot begin a file, as on a full disk, removes it again.
    if (!isMissing(error)) throw error;
  }
  for (const mark of marks) {
    if (found.has(mark)) continue;
    if (mark.lines === 0) {
      // A noted head has files that were just being begun; the first line of a file has none.
      if (mark.by !== undefined)
        fault(`${mark.by}, line 1: it names ${file} without a line of it.`);
      continue;
    }
    if (mark.lines !== undefined && mark.lines > lines) {
      const first = lines + 1;
      const which = first === mark.lines ? 'it is' : `this and all up to line ${mark.lines} are`;
      fault(`${file}, line ${first}: ${which} gone, which ${namer(mark)} names.`);
    } else if (brokenAt > (mark.lines ?? lines)) {
      const last = mark.lines ?? lines;
      fault(
        `${file}, line ${last}: it is not what ${namer(mark)} names. It or a line before it was changed, or lines are gone.`,
      );
    }
  }
  return {end: {file, lines, head}, isCut};
}

function reportGone(file: string, marks: readonly NamedMark[], fault: Fault): void {
  const [last] = marks
    .filter(({lines, by}) => lines !== 0 || by !== undefined)
    .sort((a, b) => (b.lines ?? 0) - (a.lines ?? 0));
  if (!last) return;
  const count = last.lines === undefined ? '' : ` with ${last.lines} or more lines`;
  fault(`${file}, line 1: the file is gone,${count} which ${namer(last)} names.`);
}
