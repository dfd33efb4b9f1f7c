import type {SetReport} from '../inspection/sets-report.js';

/** Most names or numbers in a sentence. */
const MOST_NAMED = 5;

/** Names in a sentence, of which only the first are spelt out. */
export function namesIn(names: readonly (string | number)[]): string {
  const named = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${named} and ${more} more` : named;
}

/** A sentence about files; empty if there are none. */
export function aboutFiles(files: readonly {file: string}[], one: string, several: string): string {
  if (files.length === 0) return '';
  const which = files.length === 1 ? one : `${files.length} ${several}`;
  return `${which}: ${namesIn(files.map(({file}) => file))}.`;
}

/** The counts of a report in one sentence, such as “8 of 8, in order, 1 retaken, none missing.” */
export function countsIn(report: Omit<SetReport, 'reason'>): string {
  const {expected, found, replaced, why, missing, outOfOrder} = report;
  const counted = (list: readonly unknown[], words: string) =>
    list.length === 0 ? [] : [`${list.length} ${words}`];
  const absent = expected - found - replaced;
  const numbers = missing.flatMap(({index}) => index ?? []);
  const which = numbers.length === 0 ? '' : ` (number ${namesIn(rangesOf(numbers))})`;
  const order = outOfOrder.length === 0 ? 'in order' : `${outOfOrder.length} out of order`;
  const mayFollow = found === expected && (why.includes('no-closing') || why.includes('later'));
  const {elsewhere} = report;
  return `${[
    mayFollow ? `${found} so far` : `${found} of ${expected}`,
    ...(found === 0 ? [] : [order]),
    ...counted(report.retaken, 'retaken'),
    ...counted(
      report.files.filter(({chosen}) => chosen),
      'chosen, not taken here',
    ),
    ...counted(report.discarded, 'discarded on the device'),
    ...counted(report.moved, 'moved to another service'),
    ...counted(report.skipped, 'skipped'),
    ...counted(report.untaken, 'not taken'),
    ...(replaced === 0 ? [] : [`${replaced} exchanged or changed`]),
    ...(mayFollow ? [] : [absent === 0 ? 'none missing' : `${absent} missing${which}`]),
    ...counted(
      elsewhere,
      `${elsewhere.length === 1 ? 'is' : 'are'} counted in another set of this job`,
    ),
    ...counted(report.added, 'from another job'),
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
