import type {SetReport} from '../inspection/sets-report.js';
import {setStates, setWhys, type SetState, type SetWhy} from '../inspection/set-state.js';
import type {Elsewhere} from './elsewhere.js';
import {sortFiles} from './known-seals.js';
import {authorityOf, type SetFile} from './set-files.js';
import {partsOf, type Budget} from './set-parts.js';
import {whysOf} from './set-whys.js';

/** What the files of a folder say beside those of one set. */
export interface Folder {
  /** The captures that its sets have numbered. */
  numbered: Elsewhere;
  budget: Budget;
  /** How many of its files could not be checked and name no set. */
  unchecked: number;
}

/** The report on one set, but for what other sets of the folder say. */
export interface Judged {
  report: Omit<SetReport, 'reason' | 'added'>;
  /** What its counts and lists do not say. */
  sentences: readonly string[];
}

/** Judges the files that name one set, of which at least one is intact. */
export function judgeSet(
  set: string,
  files: readonly SetFile[],
  {numbered, budget, unchecked}: Folder,
): Judged {
  const authority = authorityOf(files);
  const sorted = sortFiles(authority, files);
  const {closing} = sorted;
  const inOrder = [...sorted.members.values()].sort((a, b) => a.set.index - b.set.index);
  const {parts, discardedHere} = partsOf(sorted, numbered, budget);
  const own = new Set(authority);
  const whys = whysOf({sorted, inOrder, own, parts, discardedHere, unchecked});
  const why = (Object.keys(setWhys) as SetWhy[]).filter((one) => whys.has(one));
  const job = (closing ?? inOrder.find((one) => one.set.told))?.set.told?.job;
  const closedAt = closing?.result.signature?.timestamp;
  return {
    report: {
      set,
      ...(job !== undefined && {job}),
      state: worstOf(why),
      why,
      ...(closing && {closing: closing.file}),
      ...(closedAt !== undefined && {closedAt}),
      ...parts,
    },
    sentences: why.flatMap((one) => whys.get(one) || []),
  };
}

const worstOf = (why: readonly SetWhy[]): SetState =>
  setStates.findLast((state) => why.some((one) => setWhys[one] === state)) ?? 'complete';
