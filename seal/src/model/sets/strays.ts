import type {SetReport} from '../inspection/sets-report.js';

type Report = Omit<SetReport, 'reason' | 'added'>;

/**
 * Finds the files that seem to have got among those of another job: those of sets that are not complete, beside the one set
 * that has the most files.
 */
export function straysIn<Set extends Report>(
  sets: readonly Set[],
): {among?: Set; strays: SetReport['added']} {
  const counted = sets.map((set) => ({set, files: filesOf(set)}));
  const most = counted.reduce((max, {files}) => Math.max(max, files.length), 0);
  const [largest, ...others] = counted.filter(({files}) => files.length === most);
  if (!largest || others.length > 0) return {strays: []};
  const {set: among} = largest;
  const strays = counted
    .filter(({set}) => set !== among && set.state !== 'complete' && !isSameJob(set, among))
    .flatMap(({set: {job}, files}) =>
      files.map((file) => ({file, ...(job !== undefined && {job})})),
    );
  return {among, strays};
}

/** A service that has lost the numbers of a set begins another one for the same job. */
const isSameJob = (one: Report, other: Report): boolean =>
  one.job !== undefined && one.job === other.job;

/** The names of all files of a set, without its closing record. */
const filesOf = ({files, exchanged, changed}: Report): string[] => [
  ...new Set([...files, ...exchanged, ...changed].map(({file}) => file)),
];
