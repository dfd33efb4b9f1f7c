import {createReadStream} from 'node:fs';
import {open, readdir} from 'node:fs/promises';
import {join} from 'node:path';
import Type from 'typebox';
import {Value} from 'typebox/value';
import {parseJson} from '../../model/service-error.js';
import {readIfPresent} from '../files/private-files.js';
import {hashOf, headAfter, previousOf} from './audit-entry.js';
import {isFileName, readHead, type Mark} from './audit-head.js';

const NEWLINE = 10;
/** Longest line in bytes; a longer one is not of an audit log. */
const LONGEST_LINE = 64 * 1024;

/** Earlier versions noted the head of each file, without the number of its lines, and not the file's own name. */
const Beginning = Type.Object({
  event: Type.Literal('began'),
  file: Type.Optional(Type.String()),
  after: Type.Union([Type.String(), Type.Record(Type.String(), Type.String())]),
});

/** What the first line of a file says. */
export interface Beginning {
  /** The name that the file was given; undefined in logs of earlier versions. */
  file?: string;
  /** The ends of the files before it; undefined if there is no complete line yet. */
  after: Mark[] | undefined;
}

/** Names of the files of an audit log, oldest first. */
export const auditFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter(isFileName).sort();

/**
 * The lines of a file without their line breaks. The last item is the rest after the last line break: empty unless
 * a line is incomplete.
 */
export async function* linesOf(path: string): AsyncGenerator<{line: Buffer; isWhole: boolean}> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, {highWaterMark: 1 << 20})) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      yield {line: bytes.subarray(start, end), isWhole: true};
      start = end + 1;
    }
    rest = Buffer.from(bytes.subarray(start));
    if (rest.length > LONGEST_LINE) break;
  }
  if (rest.length > 0) yield {line: rest, isWhole: false};
}

/** The first line of each file. One that could not be begun may be gone again. */
export async function beginningsIn(folder: string): Promise<Map<string, Beginning>> {
  const beginnings = new Map<string, Beginning>();
  for (const name of await auditFiles(folder)) {
    const line = await readIfPresent(join(folder, name), firstLine);
    if (line) beginnings.set(name, line.length > 0 ? beginningOf(line) : {after: undefined});
  }
  return beginnings;
}

/** What the first line of a file says; one that cannot be read names no files. */
export function beginningOf(line: Buffer): Beginning & {after: Mark[]} {
  const value = parseJson(line.toString());
  if (!Value.Check(Beginning, value)) return {after: []};
  const {file, after} = value;
  const marks =
    typeof after === 'string'
      ? (readHead(after) ?? [])
      : Object.entries(after).map(([name, head]) => ({file: name, head}));
  return {...(file !== undefined && {file}), after: marks};
}

/** The head of a file, from its last complete line only; undefined if there is none. */
async function headOf(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const {size} = await file.stat();
    const length = Math.min(size, 2 * LONGEST_LINE);
    const {buffer} = await file.read(Buffer.alloc(length), 0, length, size - length);
    const end = buffer.lastIndexOf(NEWLINE);
    return end < 0
      ? undefined
      : headOfLine(buffer.subarray(buffer.lastIndexOf(NEWLINE, end - 1) + 1, end));
  } finally {
    await file.close();
  }
}

function headOfLine(line: Buffer): string | undefined {
  const previous = previousOf(line);
  return previous === undefined ? undefined : headAfter(previous, hashOf(line));
}

async function firstLine(path: string): Promise<Buffer> {
  for await (const {line, isWhole} of linesOf(path)) return isWhole ? line : Buffer.alloc(0);
  return Buffer.alloc(0);
}

/** The end of a file; undefined if it has no complete line. */
async function endOf(folder: string, file: string): Promise<Mark | undefined> {
  let lines = 0;
  let last: Buffer = Buffer.alloc(0);
  for await (const {line, isWhole} of linesOf(join(folder, file))) {
    if (!isWhole) break;
    lines++;
    last = line;
  }
  const head = headOfLine(last);
  return head === undefined ? undefined : {file, lines, head};
}

/** The ends of the files that no other file names. */
export async function openEnds(folder: string): Promise<Mark[]> {
  const beginnings = await beginningsIn(folder);
  const named = new Set(
    [...beginnings.values()].flatMap(({after = []}) => after.map(({head}) => head)),
  );
  const ends: Mark[] = [];
  for (const name of beginnings.keys()) {
    const head = await readIfPresent(join(folder, name), headOf);
    if (head === undefined || named.has(head)) continue;
    const end = await endOf(folder, name);
    if (end) ends.push(end);
  }
  return ends;
}
