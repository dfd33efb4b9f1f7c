import {timeOf} from './audit-entry.js';
import type {Beginning} from './audit-files.js';
import type {Mark, NamedMark} from './audit-head.js';

/** Milliseconds by which the clocks of the processes of one log may differ. */
const CLOCKS_MS = 3_600_000;

/** The files that the noted heads name, directly or by other files. */
export function includedFiles(
  beginnings: ReadonlyMap<string, Beginning>,
  noted: readonly Mark[],
): ReadonlySet<string> {
  const included = new Set<string>();
  const follow = noted.map(({file}) => file);
  for (let file = follow.pop(); file !== undefined; file = follow.pop()) {
    if (included.has(file)) continue;
    included.add(file);
    follow.push(...(beginnings.get(file)?.after ?? []).map((mark) => mark.file));
  }
  return included;
}

/** What the noted heads include of a file. */
interface Included {
  /** Numbers of lines that they name. */
  marked: ReadonlySet<number>;
  /** Number of lines. */
  length: number;
}

/** Finds lines that were written after a head was noted, and say that they are older. */
export class LateLines {
  readonly #marks: ReadonlyMap<string, readonly NamedMark[]>;
  readonly #included: ReadonlySet<string>;
  readonly #files = new Map<string, Included>();
  /** Of each file: the earliest time after what the noted heads include. */
  readonly #earliest = new Map<string, {line: number; at: string}>();
  /** The latest time of the last lines that the noted heads include. */
  #noted = '';

  constructor(marks: ReadonlyMap<string, readonly NamedMark[]>, included: ReadonlySet<string>) {
    this.#marks = marks;
    this.#included = included;
  }

  take(file: string, number: number, line: Buffer): void {
    if (this.#included.size === 0) return;
    const at = timeOf(line);
    if (at === undefined) return;
    const {marked, length} = this.#of(file);
    if (marked.has(number) && at > this.#noted) this.#noted = at;
    if (number <= length) return;
    const earliest = this.#earliest.get(file);
    if (!earliest || at < earliest.at) this.#earliest.set(file, {line: number, at});
  }

  #of(file: string): Included {
    const known = this.#files.get(file);
    if (known) return known;
    const marks = (this.#marks.get(file) ?? []).filter(
      ({by}) => by === undefined || this.#included.has(by),
    );
    const noted = marks.filter(({by}) => by === undefined);
    const made: Included = {
      marked: new Set(noted.map(({lines = 0}) => lines)),
      length: this.#included.has(file)
        ? marks.reduce((most, {lines = Infinity}) => Math.max(most, lines), 0)
        : 0,
    };
    this.#files.set(file, made);
    return made;
  }

  faults(): string[] {
    const noted = Date.parse(this.#noted);
    return [...this.#earliest]
      .filter(([, {at}]) => Date.parse(at) < noted - CLOCKS_MS)
      .map(
        ([file, {line, at}]) =>
          `${file}, line ${line}: it was written after the head was noted, and is dated ${at}, before it.`,
      );
  }
}

/** The files that neither the noted head includes nor go on from it. */
export function addedFiles(
  beginnings: ReadonlyMap<string, Beginning>,
  namedBy: ReadonlyMap<string, readonly NamedMark[]>,
  included: ReadonlySet<string>,
): string[] {
  const noted = [...namedBy.values()].flat().filter(({by}) => by === undefined);
  if (noted.length === 0) return [];
  const later = noted.filter(({lines}) => lines !== 0).map((mark) => filesAfter(mark, namedBy));
  // A file that a service is just beginning names nothing yet.
  const begun = [...beginnings].filter(([, {after}]) => after !== undefined);
  return begun
    .map(([file]) => file)
    .filter((file) => !included.has(file) && !later.every((files) => files.has(file)));
}

/** The files whose first lines name the mark, or a later line of its file, directly or by other files. */
function filesAfter(mark: Mark, namedBy: ReadonlyMap<string, readonly NamedMark[]>): Set<string> {
  const found = new Set<string>();
  const follow = (namedBy.get(mark.file) ?? [])
    .filter(({lines = 0}) => lines >= (mark.lines ?? 0))
    .map(({by}) => by);
  while (follow.length > 0) {
    const file = follow.pop();
    if (file === undefined || found.has(file)) continue;
    found.add(file);
    follow.push(...(namedBy.get(file) ?? []).map(({by}) => by));
  }
  return found;
}
