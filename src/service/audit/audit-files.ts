import {createReadStream} from 'node:fs';
import {open, readdir} from 'node:fs/promises';
import {join} from 'node:path';
import Type from 'typebox';
import {Value} from 'typebox/value';
import {parseJson} from '../../model/service-error.js';
import {hashOf, headAfter, previousOf} from './audit-entry.js';

const NAME = /^audit-[0-9TZ]+-[0-9a-f]+\.jsonl$/;
const NEWLINE = 10;
/** Longest line in bytes; a longer one is not of an audit log. */
const LONGEST_LINE = 64 * 1024;

const Beginning = Type.Object({
  event: Type.Literal('began'),
  after: Type.Record(Type.String(), Type.String()),
});

/** Names of the files of an audit log, oldest first. */
export const auditFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => NAME.test(name)).sort();

export const fileName = (at: Date, random: string): string =>
  `audit-${at.toISOString().replace(/[-:.]/g, '')}-${random}.jsonl`;

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

/** For each file, the heads of other files that its first entry names; none if that entry cannot be read. */
export async function beginningsIn(folder: string): Promise<Map<string, Record<string, string>>> {
  const beginnings = new Map<string, Record<string, string>>();
  for (const name of await auditFiles(folder)) {
    const value = parseJson((await firstLine(join(folder, name))).toString());
    beginnings.set(name, Value.Check(Beginning, value) ? value.after : {});
  }
  return beginnings;
}

/** The head of a file, from its last complete line only; undefined if there is none. */
async function headOf(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const {size} = await file.stat();
    const length = Math.min(size, 2 * LONGEST_LINE);
    const {buffer} = await file.read(Buffer.alloc(length), 0, length, size - length);
    const end = buffer.lastIndexOf(NEWLINE);
    if (end < 0) return undefined;
    const line = buffer.subarray(buffer.lastIndexOf(NEWLINE, end - 1) + 1, end);
    const previous = previousOf(line);
    return previous === undefined ? undefined : headAfter(previous, hashOf(line));
  } finally {
    await file.close();
  }
}

async function firstLine(path: string): Promise<Buffer> {
  for await (const {line, isWhole} of linesOf(path)) return isWhole ? line : Buffer.alloc(0);
  return Buffer.alloc(0);
}

/** The heads of the files that no other file continues. */
export async function openEnds(folder: string): Promise<Record<string, string>> {
  const beginnings = await beginningsIn(folder);
  const named = new Set([...beginnings.values()].flatMap(Object.keys));
  const ends: Record<string, string> = {};
  for (const name of [...beginnings.keys()].filter((each) => !named.has(each))) {
    const head = await headOf(join(folder, name));
    if (head !== undefined) ends[name] = head;
  }
  return ends;
}
