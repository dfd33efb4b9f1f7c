import {text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {SetReport, SetsReport} from '@sealed-capture/seal/model/inspection/sets-report.js';
import type {SetState} from '@sealed-capture/seal/model/inspection/set-state.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import type {FilesOfSets} from '../../../core/inspection/sets/files-of-sets.js';
import {setIn} from '../../../core/inspection/sets/set-in.js';
import type {View} from '../../metadata/view.js';
import {isDone} from '../inspection.js';
import {listedName} from '../intake/file-row.js';
import {stateIn} from '../intake/file-state.js';
import {shortened} from '../text.js';
import {addedTo, type Added} from './added.js';
import {foreign, here, piecesOf, type Piece} from './pieces.js';
import {membersOf, sealersOf} from './sealers.js';

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
  const {localize} = view;
  const unchecked = judgement.report.others.filter(({why}) => why === 'unchecked').length;
  const added = addedTo(set, judgement.report);
  return {
    job: jobOf(set, view),
    state: set.state,
    summary: summaryOf(set, added.length, view),
    why: [
      ...(unchecked > 0 && set.missing.length > 0
        ? [localize.term('setUnchecked', unchecked)]
        : []),
      ...whyOf(set, judgement).map((why) => localize.term('setWhy', why)),
    ],
    remarks: [...remarksOn(set, judgement.files, view), ...remarksOnAdded(added, judgement, view)],
  };
}

export const jobOf = ({job}: SetReport, {localize}: View): string =>
  job ? shortened(visibleText(job)) : localize.term('setUnnamed');

/** What the lists of a report do not say. */
export function whyOf(set: SetReport, {files}: Judgement) {
  const {closing, state, missing, exchanged, changed, elsewhere} = set;
  const members = membersOf({...set, exchanged: [], changed: []}, files);
  const {confirmed, claimed} = sealersOf(members);
  const states = members.map(stateIn);
  const isUnconfirmed = states.some((one) => one !== 'valid' && one !== 'sandbox');
  const isOfSeveral = new Set([...confirmed, ...claimed]).size > 1;
  const isUnexplained =
    (state === 'unconfirmed' && !isUnconfirmed && !isOfSeveral && elsewhere.length === 0) ||
    (state === 'incomplete' && missing.length + exchanged.length + changed.length === 0);
  const end = closing === undefined ? undefined : numberOf(closing, files);
  const isLater = end !== undefined && set.files.some(({index}) => index > end);
  return [
    ...(closing === undefined ? ['open' as const] : []),
    ...(isLater ? ['later' as const] : []),
    ...(isUnconfirmed ? ['unconfirmed' as const] : []),
    ...(isOfSeveral ? ['signers' as const] : []),
    ...(isUnexplained ? ['doubtful' as const] : []),
  ];
}

/** The number of a file in its set. */
function numberOf(file: string, {byName}: FilesOfSets): number | undefined {
  const inspection = byName.get(file);
  return inspection && isDone(inspection)
    ? setIn(inspection.progress.opinions.result)?.index
    : undefined;
}

function summaryOf(set: SetReport, added: number, {localize, format}: View): string {
  const {found, expected, outOfOrder, retaken, missing, exchanged, changed, elsewhere, moved} = set;
  const counted = (
    count: number,
    term:
      | 'setOutOfOrder'
      | 'setRetaken'
      | 'setExchanged'
      | 'setChanged'
      | 'setElsewhere'
      | 'setMoved'
      | 'setAdded',
  ) => (count > 0 ? [localize.term(term, count)] : []);
  const isOpen = set.closing === undefined && missing.length === 0;
  // A file beside the real one takes nothing from the set.
  const here = new Set(set.files.map(({index}) => index));
  const inPlace = (files: readonly {index?: number}[]) =>
    files.filter(({index}) => index !== undefined && !here.has(index)).length;
  const replaced = found < expected ? inPlace(exchanged) + inPlace(changed) : 0;
  // A report lists no more than so many.
  const absent = Math.max(missing.length, expected - found - replaced);
  return format.series([
    isOpen ? localize.term('setFoundOpen', found) : localize.term('setFound', found, expected),
    ...(outOfOrder.length === 0 && found > 0 ? [localize.term('setInOrder')] : []),
    ...counted(outOfOrder.length, 'setOutOfOrder'),
    ...counted(retaken.length, 'setRetaken'),
    ...(isOpen ? [] : [localize.term('setMissing', absent)]),
    ...(found < expected
      ? [...counted(inPlace(exchanged), 'setExchanged'), ...counted(inPlace(changed), 'setChanged')]
      : []),
    ...counted(elsewhere.length, 'setElsewhere'),
    ...counted(moved.length, 'setMoved'),
    ...counted(added, 'setAdded'),
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
  ];
}

const remarksOnAdded = (added: readonly Added[], {files}: Judgement, view: View): Piece[][] =>
  added.map(({file, job}) =>
    piecesOf(
      view.localize.term('setFromOther', here(0), job ? here(1) : undefined),
      pieceOf(file, files, view),
      foreign(job ?? ''),
    ),
  );

/** What is said of files that are part of no set. */
export const remarksOnOthers = ({report, files}: Judgement, view: View): Piece[][] =>
  report.others.map(({file, why}) =>
    piecesOf(view.localize.term('setOther', why, here(0)), pieceOf(file, files, view)),
  );
