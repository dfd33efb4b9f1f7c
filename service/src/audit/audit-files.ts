import {createReadStream} from 'node:fs';
import {open, readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import Type from 'typebox';
import {Value} from 'typebox/value';
import {parseJson} from '@sealed-capture/seal/model/service-error.js';
import {readIfPresent} from '../files/private-files.js';
import {hashOf, headAfter, previousOf} from './audit-entry.js';
import {endName, isFileName, readHead, type Mark} from './audit-head.js';

const NEWLINE = 10;
/** Longest line in bytes; a longer one is not of an audit log. */
export const LONGEST_LINE = 64 * 1024;

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
  (await readdir(folder, {withFileTypes: true}))
    // A device or a pipe of such a name would be read for ever.
    .filter((entry) => entry.isFile() && isFileName(entry.name))
    .map(({name}) => name)
    .sort();

/**
 * The lines of a file without their line breaks. The last item is the rest after the last line break: empty unless
 * a line is incomplete, or longer than {@link LONGEST_LINE}.
 *
 * @param step bytes that are read at once
 */
export async function* linesOf(
  path: string,
  step = 1 << 20,
): AsyncGenerator<{line: Buffer; isWhole: boolean}> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, {highWaterMark: step})) {
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
    const beginning = await readIfPresent(join(folder, name), beginningIn);
    if (beginning) beginnings.set(name, beginning);
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
    const start = buffer.lastIndexOf(NEWLINE, end - 1) + 1;
    return end < 0 ? undefined : headOfLine(buffer.subarray(start, end));
  } finally {
    await file.close();
  }
}

function headOfLine(line: Buffer): string | undefined {
  const previous = previousOf(line);
  return previous === undefined ? undefined : headAfter(previous, hashOf(line));
}

async function beginningIn(path: string): Promise<Beginning> {
  for await (const {line, isWhole} of linesOf(path, LONGEST_LINE)) {
    return isWhole && line.length > 0 ? beginningOf(line) : {after: undefined};
  }
  return {after: undefined};
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

interface KnownFile {
  size: number;
  beginning: Beginning;
  /** After the last complete line; undefined if there is none. */
  head: string | undefined;
}

/** The files of a log, as a process that writes to it sees them. */
export class LogFiles {
  readonly #folder: string;
  /** Files that do not grow any more are read once. */
  #known = new Map<string, KnownFile>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The ends of the files that no other file names. Files that cannot be read are left out. */
  async openEnds(): Promise<Mark[]> {
    const known = new Map<string, KnownFile>();
    for (const name of await auditFiles(this.#folder)) {
      const file = await this.#read(name);
      if (file) known.set(name, file);
    }
    this.#known = known;
    const marks = [...known.values()].flatMap(({beginning: {after = []}}) => after);
    const named = new Set(marks.map(endName));
    const ends: Mark[] = [];
    for (const [name, {head}] of known) {
      if (head === undefined || named.has(endName({file: name, head}))) continue;
      const end = await endOf(this.#folder, name);
      if (end) ends.push(end);
    }
    return ends;
  }

  async #read(name: string): Promise<KnownFile | undefined> {
    const path = join(this.#folder, name);
    try {
      const {size} = await stat(path);
      const known = this.#known.get(name);
      if (known?.size === size) return known;
      return {size, beginning: await beginningIn(path), head: await headOf(path)};
    } catch {
      // Gone again because it could not be begun, or made by a command that was run as another user. Sealing must not
      // stop for it, and a check misses nothing: what no later file names is part of the head.
      return undefined;
    }
  }
}
