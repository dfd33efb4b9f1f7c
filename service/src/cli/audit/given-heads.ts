import {readNoted, type NotedHeads} from '../../audit/audit-head.js';
import {UsageError} from '../../settings/settings-error.js';

/** The heads of the files in one head of a log, and when that was stamped: ISO 8601. */
export interface StampedAt {
  time: string;
  heads: string[];
}

/** The heads that were given, themselves or with their time stamps. */
export interface Given {
  noted: NotedHeads | undefined;
  /** Those with a time stamp that holds. */
  stamped: StampedAt[];
  /** Sentences about time stamps that do not hold. */
  faults: string[];
}

/** Options of commands that take heads. */
export interface HeadFlags {
  head?: string[] | undefined;
  stamped?: string | undefined;
  trust?: string | undefined;
}

/** Reads the heads, and verifies their time stamps. */
export async function givenHeads({head, stamped, trust}: HeadFlags): Promise<Given> {
  const given: Given = {noted: undefined, faults: [], stamped: []};
  if (head === undefined && stamped === undefined) return given;
  const noted = readNoted(head ?? []);
  if (!noted) throw new UsageError('--head takes a head as `audit verify` prints it.');
  given.noted = noted;
  if (stamped === undefined) return given;
  // Loaded only if it is used, as it takes time.
  const {readStamped} = await import('./stamps.js');
  const {heads, faults} = await readStamped(stamped, trust);
  noted.marks.push(...heads.flatMap(({marks}) => marks));
  const hasHeads = noted.marks.length + noted.single.length > 0;
  return {
    noted: hasHeads ? noted : undefined,
    faults,
    stamped: heads.map(({time, marks}) => ({
      time: new Date(time).toISOString(),
      heads: marks.map(({head: one}) => one),
    })),
  };
}
