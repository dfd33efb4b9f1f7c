import type {SetReport, SetsReport} from '@sealed-capture/seal/model/inspection/sets-report.js';

/** A file of another set. */
export interface Added {
  file: string;
  job: string | undefined;
}

/** The files of one set that is not complete. */
interface Stray {
  set: SetReport;
  added: readonly Added[];
}

const strays = new WeakMap<SetsReport, readonly Stray[]>();
const addedFiles = new WeakMap<SetReport, readonly Added[]>();

/**
 * Finds the files that seem to have got among those of this set: those of sets with fewer files, which are not complete and
 * not of the same job. Computed once for each set of a report, as a page renders often.
 */
export function addedTo(set: SetReport, report: SetsReport): readonly Added[] {
  const known = addedFiles.get(set);
  if (known) return known;
  const {length} = filesIn(set);
  const added = straysIn(report)
    .filter((one) => one.set !== set && one.added.length < length && !isSameJob(one.set, set))
    .flatMap((one) => one.added);
  addedFiles.set(set, added);
  return added;
}

function straysIn(report: SetsReport): readonly Stray[] {
  const known = strays.get(report);
  if (known) return known;
  const found = report.sets
    .filter(({state}) => state !== 'complete')
    .map((set) => ({set, added: filesIn(set).map((file) => ({file, job: set.job}))}));
  strays.set(report, found);
  return found;
}

/** A service that has lost the numbers of a set begins another one for the same job. */
const isSameJob = (one: SetReport, other: SetReport): boolean =>
  one.job !== undefined && one.job === other.job;

/** The names of all files of a set, without its closing record. */
const filesIn = ({files, exchanged, changed}: SetReport): string[] => [
  ...new Set([...files, ...exchanged, ...changed].map(({file}) => file)),
];
