import {isChosen} from '../inspection/chosen.js';
import type {SetReport} from '../inspection/sets-report.js';
import {capturesOf, type Capture} from './captures.js';
import {deviceRecord, type DeviceRecord} from './device-says.js';
import {isElsewhere, type Elsewhere} from './elsewhere.js';
import type {SortedFiles} from './known-seals.js';
import type {SetFile} from './set-files.js';

/** Most entries in `missing` of numbers of which nothing else is known. */
export const MOST_UNKNOWN = 10_000;

/** How many of these a report may still have: a seal can claim any number. The counts are exact all the same. */
export interface Budget {
  left: number;
}

/** The lists and counts of a report. */
export type Parts = Omit<
  SetReport,
  'set' | 'job' | 'state' | 'why' | 'reason' | 'closing' | 'closedAt' | 'added'
>;

export interface Counted {
  parts: Parts;
  /** Files that are here, although the device says that it has discarded them. */
  discardedHere: SetFile[];
}

/** What is here of a set, and what is not. */
export function partsOf(sorted: SortedFiles, numbered: Elsewhere, budget: Budget): Counted {
  const told = sorted.closing?.set.told?.closing;
  const record = deviceRecord(told);
  const shown = (one: SetFile) => ({file: one.file, index: one.set.index, ...shotOf(one, record)});
  const captures = capturesOf(sorted);
  const isDiscarded = ({captureId = ''}: Capture) => record.discarded.has(captureId);
  const isHere = ({files}: Capture) => files.length > 0;
  const withFile = new Set(captures.filter(isHere).map(({captureId}) => captureId));
  const isMoved = (one: Capture) => record.moved.has(one.captureId ?? '') && !isHere(one);
  const expected = captures.filter((one) => !isDiscarded(one) && !isMoved(one));
  const here = captures.flatMap(({files}) => files.slice(0, 1));
  const again = captures.flatMap(({files}) => files.slice(1));
  const unnumbered = unnumberedOf(captures, record);
  const isInOther = (id: string) =>
    sorted.closing !== undefined && isElsewhere(numbered, sorted.closing, id);
  const unsealed = unnumbered.filter((id) => !isInOther(id));
  const gone = goneOf(captures, record);
  const byId = (captureId: string) => ({captureId, ...shotById(captureId, record)});
  const gaps = gapsOf([...sorted.known.keys()]);
  const claimed = new Set([...sorted.exchanged, ...sorted.changed].map(({set}) => set.index));
  const isReplaced = ({numbers}: Capture) => numbers.some((index) => claimed.has(index));
  const absent = expected.filter((one) => !isHere(one));
  const missing = absent.filter((one) => !isReplaced(one));
  const highest = [...sorted.known.keys()].reduce((most, one) => Math.max(most, one), 0);
  const isInGap = (index: number) => index < highest && !sorted.known.has(index);
  const taken = new Set([
    ...[...record.kept.values(), ...record.moved.values()].map(({shot}) => shot),
    ...here.map((one) => shotOf(one, record).shot),
  ]);
  const parts: Parts = {
    expected: expected.length + unsealed.length + countOf(gaps),
    found: expected.filter(isHere).length,
    replaced: absent.length - missing.length + [...claimed].filter(isInGap).length,
    files: here.map((one) => ({...shown(one), ...(isChosen(one.result) && {chosen: true})})),
    missing: [
      ...[
        ...missing.map(({numbers: [index], captureId}) => ({
          index,
          ...(captureId && {captureId, ...shotById(captureId, record)}),
        })),
        ...unknownIn(gaps, claimed, budget),
      ].sort((a, b) => a.index! - b.index!),
      ...unsealed.map(byId),
    ],
    elsewhere: unnumbered.filter(isInOther).map(byId),
    exchanged: sorted.exchanged.map(shown),
    changed: sorted.changed.map(shown),
    outOfOrder: outOfOrder(here, sorted).map((one) => ({
      ...shown(one),
      taken: one.set.told!.index!,
    })),
    retaken: retaken(here, record).map(shown),
    copies: [...sorted.copies, ...again].map(shown),
    discarded: [...record.discarded].map(([id, {capturedAt, discardedAt}]) => ({
      ...gone(id, capturedAt),
      discardedAt,
    })),
    moved: [...record.moved]
      .filter(([id]) => !withFile.has(id))
      .map(([id, {capturedAt, movedAt}]) => ({...gone(id, capturedAt), movedAt})),
    skipped: (told?.shots ?? []).flatMap(({id, label, skipped}) =>
      skipped ? [{shot: id, label, ...skipped}] : [],
    ),
    untaken: (told?.shots ?? []).flatMap(({id, label, required, skipped}) =>
      skipped || taken.has(id) ? [] : [{shot: id, label, ...(required && {required})}],
    ),
  };
  return {
    parts,
    discardedHere: captures.filter(isDiscarded).flatMap(({files}) => files),
  };
}

/** Ids of captures that the device has kept, and that have no number. */
function unnumberedOf(captures: readonly Capture[], {kept}: DeviceRecord): string[] {
  const sealed = new Set(captures.map(({captureId}) => captureId));
  return [...kept.keys()].filter((id) => !sealed.has(id));
}

/** Describes a capture that the device no longer has, with its number if it has one. */
function goneOf(captures: readonly Capture[], record: DeviceRecord) {
  const numbers = new Map(captures.map(({captureId, numbers: [index]}) => [captureId, index]));
  return (captureId: string, capturedAt: string) => ({
    ...(numbers.has(captureId) && {index: numbers.get(captureId)}),
    captureId,
    capturedAt,
    ...shotById(captureId, record),
  });
}

type Gap = readonly [first: number, last: number];

/** The numbers below the highest one of which nothing is known. */
function gapsOf(known: readonly number[]): Gap[] {
  const ordered = [...known].sort((a, b) => a - b);
  return ordered.flatMap((index, at): Gap[] => {
    const before = ordered[at - 1] ?? 0;
    return index > before + 1 ? [[before + 1, index - 1]] : [];
  });
}

const countOf = (gaps: readonly Gap[]): number =>
  gaps.reduce((sum, [first, last]) => sum + last - first + 1, 0);

function unknownIn(
  gaps: readonly Gap[],
  claimed: ReadonlySet<number>,
  budget: Budget,
): {index: number}[] {
  const unknown: {index: number}[] = [];
  for (const [first, last] of gaps) {
    for (let index = first; index <= last && budget.left > 0; index += 1) {
      budget.left -= 1;
      if (!claimed.has(index)) unknown.push({index});
    }
  }
  return unknown;
}

/** Files whose capture came before that of a file with a lower number. Sealed again, it keeps its place. */
function outOfOrder(here: readonly SetFile[], {again}: SortedFiles): SetFile[] {
  const place = ({set}: SetFile) => again.get(set.index) ?? set.index;
  let latest = 0;
  return [...here]
    .sort((a, b) => place(a) - place(b))
    .filter(({set}) => {
      const taken = set.told?.index;
      if (taken === undefined) return false;
      const isLate = taken < latest;
      latest = Math.max(latest, taken);
      return isLate;
    });
}

/** Of each shot, all files but that of the capture which was the last on the device. */
function retaken(here: readonly SetFile[], record: DeviceRecord): SetFile[] {
  const taken = ({set}: SetFile) => set.told?.index ?? set.index;
  const last = new Map<string, SetFile>();
  for (const one of here) {
    const {shot} = shotOf(one, record);
    const before = shot === undefined ? undefined : last.get(shot);
    if (shot !== undefined && (!before || taken(one) > taken(before))) last.set(shot, one);
  }
  return here.filter((one) => {
    const {shot} = shotOf(one, record);
    return shot !== undefined && last.get(shot) !== one;
  });
}

interface ShotInReport {
  shot?: string;
  label?: string;
}

function shotOf({result, set}: SetFile, record: DeviceRecord): ShotInReport {
  const shot = result.features?.shot;
  return shot ? {shot: shot.id, label: shot.label} : shotById(set.captureId, record);
}

function shotById(captureId: string | undefined, record: DeviceRecord): ShotInReport {
  const {kept, discarded, moved, shots} = record;
  const id = captureId?.toLowerCase() ?? '';
  const shot = (kept.get(id) ?? discarded.get(id) ?? moved.get(id))?.shot;
  if (shot === undefined) return {};
  const label = shots.get(shot)?.label;
  return {shot, ...(label !== undefined && {label})};
}
