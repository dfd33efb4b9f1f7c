import type {Counted} from './set-parts.js';
import type {SortedFiles} from './known-seals.js';
import {isClosing, ranks, type SetFile} from './set-files.js';

/** Most names or numbers in a sentence. */
const MOST_NAMED = 5;

/** Names in a sentence, of which only the first are spelt out. */
export function namesIn(names: readonly (string | number)[]): string {
  const named = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${named} and ${more} more` : named;
}

/** A sentence about files; none if there are none. */
export const aboutFiles = (
  files: readonly {file: string}[],
  one: string,
  several: string,
): string[] =>
  files.length === 0
    ? []
    : [
        `${files.length === 1 ? one : `${files.length} ${several}`}: ${namesIn(files.map(({file}) => file))}.`,
      ];

/** The counts in one sentence, such as “8 of 8, in order, 1 retaken, none missing.” */
function countsIn({parts, replaced}: Counted): string {
  const {expected, found, missing, outOfOrder, retaken, discarded, moved, skipped} = parts;
  const counted = (count: number, words: string) => (count === 0 ? [] : [`${count} ${words}`]);
  const absent = expected - found - replaced;
  const numbers = missing.flatMap(({index}) => index ?? []);
  const unsealed = missing.length - numbers.length;
  const which = numbers.length === 0 ? '' : ` (number ${namesIn(rangesOf(numbers))})`;
  const order = outOfOrder.length === 0 ? 'in order' : `${outOfOrder.length} out of order`;
  return `${[
    `${found} of ${expected}`,
    ...(found === 0 ? [] : [order]),
    ...counted(retaken.length, 'retaken'),
    ...counted(discarded.length, 'discarded on the device'),
    ...counted(moved.length, 'moved to another service'),
    ...counted(skipped.length, 'skipped'),
    ...counted(replaced, 'exchanged or changed'),
    absent === 0 ? 'none missing' : `${absent} missing${which}`,
    ...counted(
      unsealed,
      unsealed === 1 ? 'has no number in this set' : 'have no number in this set',
    ),
  ].join(', ')}.`;
}

/** `3` and `5 to 9`. */
function rangesOf(numbers: readonly number[]): string[] {
  const ranges: [number, number][] = [];
  for (const one of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === one - 1) last[1] = one;
    else ranges.push([one, one]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`));
}

/** What stands behind the sentences of a report. */
export interface Findings {
  sorted: SortedFiles;
  counted: Counted;
  /** What the device says that cannot be true. */
  doubts: readonly string[];
  /** Names of those who have made its seals. */
  signers: readonly string[];
  /** Files of the set whose signers are not trusted, or that could not be checked. */
  unconfirmed: readonly SetFile[];
  /** Files with higher numbers than that of the closing record. */
  later: readonly SetFile[];
}

/** Why a set is in its state, in plain sentences. */
export function setReason(findings: Findings): string {
  const {sorted, counted, doubts} = findings;
  const {contradicted, exchanged, changed} = sorted;
  const {copies, elsewhere} = counted.parts;
  return [
    countsIn(counted),
    ...aboutFiles(
      exchanged,
      'A file has a number that is not its own',
      'files have numbers that are not their own',
    ),
    ...aboutFiles(changed, 'The seal of a file is broken', 'files have broken seals'),
    ...aboutFiles(copies, 'A file is here more than once', 'files are here more than once'),
    ...aboutFiles(
      counted.discardedHere,
      'The device says that it has discarded a capture that is here',
      'captures are here that the device says it has discarded',
    ),
    ...(contradicted.size > 0
      ? [`The seals say different things of number ${namesIn([...contradicted])}.`]
      : []),
    ...(elsewhere.length > 0
      ? [
          elsewhere.length === 1
            ? 'A capture that the closing record lists is numbered in another set.'
            : `${elsewhere.length} captures that the closing record lists are numbered in another set.`,
        ]
      : []),
    ...doubts,
    ...trustIn(findings),
    ...closingIn(findings),
  ].join(' ');
}

function trustIn({signers, unconfirmed, sorted}: Findings): string[] {
  const unchecked = unconfirmed.filter(({rank}) => rank === ranks.unchecked);
  const untrusted = unconfirmed.filter(({rank}) => rank !== ranks.unchecked);
  const isSandbox = [...sorted.members.values()].some(({rank}) => rank === ranks.sandbox);
  return [
    ...aboutFiles(
      untrusted,
      'The signer of a file is not trusted',
      'files are of signers that are not trusted',
    ),
    ...aboutFiles(unchecked, 'A file could not be checked', 'files could not be checked'),
    ...(signers.length > 1 ? [`The seals are of several signers: ${namesIn(signers)}.`] : []),
    ...(isSandbox ? ['Sandbox seals are for trying, and no evidence.'] : []),
  ];
}

function closingIn({sorted, later}: Findings): string[] {
  const {closing, exchanged, changed} = sorted;
  const refused = [...exchanged, ...changed].filter(isClosing);
  return [
    ...aboutFiles(refused, 'A closing record does not count', 'closing records do not count'),
    ...(closing
      ? []
      : ['Without a closing record, nobody can tell whether more belongs to the set.']),
    ...aboutFiles(
      later,
      'A file was sealed after the closing record',
      'files were sealed after the closing record',
    ),
  ];
}
