import {text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {SetReport, SetsReport} from '@sealed-capture/seal/model/inspection/sets-report.js';
import type {SetState, SetWhy} from '@sealed-capture/seal/model/inspection/set-state.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import type {FilesOfSets} from '../../../core/inspection/sets/files-of-sets.js';
import type {View} from '../../metadata/view.js';
import {listedName} from '../intake/file-row.js';
import {shortened} from '../text.js';
import {foreign, here, piecesOf, type Piece} from './pieces.js';

/** A judgement on files that are in the list. */
export interface Judgement {
  report: SetsReport;
  files: FilesOfSets;
}

/** What is said of one set, beside its details. */
export interface SetWords {
  job: string;
  state: SetState;
  /** For example "8 of 8, in order, 1 retaken, none missing". */
  summary: string;
  /** Reasons for the state that are no remarks on files. */
  why: readonly string[];
  /** What is missing, exchanged, changed, out of order, or from another job. */
  remarks: readonly Piece[][];
}

export function wordsOf(set: SetReport, judgement: Judgement, view: View): SetWords {
  return {
    job: jobOf(set, view),
    state: set.state,
    summary: summaryOf(set, view),
    why: set.why.flatMap((why) => whyInWords(why, judgement.report, view)),
    remarks: remarksOn(set, judgement.files, view),
  };
}

export const jobOf = ({job}: SetReport, {localize}: View): string =>
  job ? shortened(visibleText(job)) : localize.term('setUnnamed');

function whyInWords(why: SetWhy, {others}: SetsReport, {localize}: View): string[] {
  switch (why) {
    // Said by the counts and lists.
    case 'missing':
    case 'replaced':
    case 'elsewhere':
      return [];
    // Said beside its sign.
    case 'sandbox':
      return [];
    case 'unchecked': {
      const count = others.filter((one) => one.why === 'unchecked').length;
      return [localize.term('setUnchecked', count)];
    }
    default:
      return [localize.term('setWhy', why)];
  }
}

/** The counts, in the order in which `countsIn` of the judge has them. */
function summaryOf(set: SetReport, {localize, format}: View): string {
  const {found, expected, replaced, why, outOfOrder, files} = set;
  const counted = (
    {length}: readonly unknown[],
    term:
      | 'setOutOfOrder'
      | 'setRetaken'
      | 'setChosen'
      | 'setDiscardedCount'
      | 'setMoved'
      | 'setSkippedCount'
      | 'setUntakenCount'
      | 'setElsewhere'
      | 'setAdded',
  ) => (length > 0 ? [localize.term(term, length)] : []);
  const mayFollow = found === expected && (why.includes('no-closing') || why.includes('later'));
  return format.series([
    mayFollow ? localize.term('setFoundOpen', found) : localize.term('setFound', found, expected),
    ...(outOfOrder.length === 0 && found > 0 ? [localize.term('setInOrder')] : []),
    ...counted(outOfOrder, 'setOutOfOrder'),
    ...counted(set.retaken, 'setRetaken'),
    ...counted(
      files.filter(({chosen}) => chosen),
      'setChosen',
    ),
    ...counted(set.discarded, 'setDiscardedCount'),
    ...counted(set.moved, 'setMoved'),
    ...counted(set.skipped, 'setSkippedCount'),
    ...counted(set.untaken, 'setUntakenCount'),
    ...(replaced > 0 ? [localize.term('setReplaced', replaced)] : []),
    ...(mayFollow ? [] : [localize.term('setMissing', expected - found - replaced)]),
    ...counted(set.elsewhere, 'setElsewhere'),
    ...counted(set.added, 'setAdded'),
  ]);
}

/** The file of a report, as a piece. */
export function pieceOf(file: string, {byName}: FilesOfSets, view: View): Piece {
  const inspection = byName.get(file);
  if (!inspection) return foreign(file);
  return {words: shortened(listedName(inspection, view)), file: inspection};
}

/** The page's words for a shot; empty without any. */
export const shotOf = ({label, shot}: {label?: string; shot?: string}): string =>
  text(label) ?? text(shot) ?? '';

function remarksOn(set: SetReport, files: FilesOfSets, view: View): Piece[][] {
  const {localize} = view;
  const labelled = (item: {label?: string; shot?: string}): [string | undefined, Piece] => {
    const label = shotOf(item);
    return [label ? here(0) : undefined, foreign(label)];
  };
  const named = (file: string) => pieceOf(file, files, view);
  return [
    ...set.missing.map((item) => {
      const [placeholder, label] = labelled(item);
      const sentence =
        item.index === undefined
          ? localize.term('setMissingUnsealed', placeholder)
          : localize.term('setMissingNumber', item.index, placeholder);
      return piecesOf(sentence, label);
    }),
    ...set.exchanged.map((item) => {
      const [placeholder, label] = labelled(item);
      const sentence = localize.term('setExchangedFile', here(1), item.index, placeholder);
      return piecesOf(sentence, label, named(item.file));
    }),
    ...set.changed.map(({file, index}) =>
      piecesOf(
        localize.term('setChangedFile', here(0), index === undefined ? undefined : String(index)),
        named(file),
      ),
    ),
    ...set.outOfOrder.map(({file, index, taken}) =>
      piecesOf(localize.term('setOrderFile', here(0), index, taken), named(file)),
    ),
    ...set.copies.map(({file}) => piecesOf(localize.term('setCopy', here(0)), named(file))),
    ...set.added.map(({file, job}) =>
      piecesOf(
        localize.term('setFromOther', here(0), job ? here(1) : undefined),
        named(file),
        foreign(job ?? ''),
      ),
    ),
  ];
}

/** What is said of files that are part of no set. */
export const remarksOnOthers = ({report, files}: Judgement, view: View): Piece[][] =>
  report.others.map(({file, why}) =>
    piecesOf(view.localize.term('setOther', why, here(0)), pieceOf(file, files, view)),
  );
