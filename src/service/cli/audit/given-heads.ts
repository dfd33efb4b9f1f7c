import {readNoted, type NotedHeads} from '../../audit/audit-head.js';
import {UsageError} from '../../settings/settings-error.js';

/** The heads that were given, themselves or with their time stamps. */
export interface Given {
  noted: NotedHeads | undefined;
  /** Sentences about time stamps that do not hold. */
  faults: string[];
  /** Sentences about those that do. */
  stamps: string[];
}

/** Options of commands that take heads. */
export interface HeadFlags {
  head?: string[] | undefined;
  stamped?: string | undefined;
  trust?: string | undefined;
}

/** Reads the heads, and verifies their time stamps. */
export async function givenHeads({head, stamped, trust}: HeadFlags): Promise<Given> {
  const given: Given = {noted: undefined, faults: [], stamps: []};
  if (head === undefined && stamped === undefined) return given;
  const noted = readNoted(head ?? []);
  if (!noted) throw new UsageError('--head takes a head as `audit verify` prints it.');
  given.noted = noted;
  if (stamped === undefined) return given;
  // Loaded only if it is used, as it takes time.
  const {readStamped} = await import('./stamps.js');
  const {marks, ...words} = await readStamped(stamped, trust);
  noted.marks.push(...marks);
  return {noted, ...words};
}
