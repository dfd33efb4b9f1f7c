import type {InspectedSets, SetReport, SetsReport} from '../inspection/sets-report.js';
import {stateOf} from '../inspection/label-state.js';
import {setStates} from '../inspection/set-state.js';
import {numberedIn} from './elsewhere.js';
import {judgeSet} from './judge-set.js';
import {aboutFiles, countsIn} from './sentences.js';
import {rankOf, ranks, type InspectedFile, type SetFile} from './set-files.js';
import {MOST_UNKNOWN} from './set-parts.js';
import {straysIn} from './strays.js';

export {judgedPart, type InspectedFile} from './set-files.js';

type Other = SetsReport['others'][number];

/**
 * What the files of a folder say of the sets that they are part of (docs/sets.md). It reads nothing but the results of
 * their inspections, and their order decides nothing but that of lists.
 */
export function judgeSets(files: readonly InspectedFile[]): SetsReport {
  const {bySet, others} = grouped(files);
  const folder = {
    numbered: numberedIn(bySet.values()),
    budget: {left: MOST_UNKNOWN},
    unchecked: others.filter(({why}) => why === 'unchecked').length,
  };
  // Those of trusted signers first, so that other files cannot use up the budget.
  const best = (all: readonly SetFile[]) => all.reduce((most, {rank}) => Math.max(most, rank), 0);
  const judged = [...bySet]
    .sort(([, a], [, b]) => best(b) - best(a))
    .map(([set, all]) => judgeSet(set, all, folder));
  const {among, strays} = straysIn(judged.map(({report}) => report));
  const sets = judged
    .map(({report: found, sentences}): SetReport => {
      const report = {...found, added: found === among ? strays : []};
      return {...report, reason: [countsIn(report), ...sentences].join(' ')};
    })
    .sort((a, b) => severity(b) - severity(a));
  return {state: sets[0]?.state ?? 'none', reason: reasonOf(sets, others), sets, others};
}

/** The same, with what the inspection of each file has found. */
export const inspectedSets = (files: readonly InspectedFile[]): InspectedSets => ({
  ...judgeSets(files),
  files: files.map(({file, result}) => ({
    file,
    labelState: stateOf(result),
    reason: result.reason,
  })),
});

const severity = ({state}: SetReport): number => setStates.indexOf(state);

function grouped(files: readonly InspectedFile[]): {
  bySet: Map<string, SetFile[]>;
  others: Other[];
} {
  const bySet = new Map<string, SetFile[]>();
  const outside: InspectedFile[] = [];
  for (const given of files) {
    const {set} = given.result;
    if (!set) {
      outside.push(given);
      continue;
    }
    const one = {...given, set, rank: rankOf(given.result)};
    const group = bySet.get(set.set);
    if (group) group.push(one);
    else bySet.set(set.set, [one]);
  }
  for (const [set, group] of bySet) {
    // A broken seal makes no set.
    if (group.some(({rank}) => rank !== ranks.broken)) continue;
    bySet.delete(set);
    outside.push(...group);
  }
  return {bySet, others: outside.map((one) => ({file: one.file, why: whyOutside(one)}))};
}

function whyOutside({result, isOtherKind}: InspectedFile): Other['why'] {
  if (isOtherKind) return 'other-kind';
  switch (stateOf(result)) {
    case 'none':
      return 'no-seal';
    case 'invalid':
      return 'changed';
    case 'unchecked':
      return 'unchecked';
    default:
      return 'no-set';
  }
}

function reasonOf(sets: readonly SetReport[], others: readonly Other[]): string {
  const [only] = sets;
  const of = (why: Other['why']) => others.filter((one) => one.why === why);
  return [
    ...(sets.length === 0 ? ['No file is part of a set.'] : []),
    ...(sets.length === 1 ? [only!.reason] : sets.map((set) => `${nameOf(set)}: ${set.reason}`)),
    aboutFiles(
      of('no-set'),
      'The seal of a file is part of no set',
      'files have seals that are part of no set',
    ),
    aboutFiles(of('no-seal'), 'A file has no seal', 'files have no seals'),
    aboutFiles(of('changed'), 'The seal of a file is broken', 'files have broken seals'),
    aboutFiles(of('unchecked'), 'A file could not be checked', 'files could not be checked'),
    aboutFiles(
      of('other-kind'),
      'Seals are not read from files of this kind',
      'files are of kinds that seals are not read from',
    ),
  ]
    .filter(Boolean)
    .join(' ');
}

const nameOf = ({job, set}: SetReport): string => (job === undefined ? set : `“${job}”`);
