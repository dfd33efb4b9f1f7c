import type {SetWhy} from '../inspection/set-state.js';
import type {SetClosing} from '../seal/sealed-set.js';
import type {SetFile} from './set-files.js';

type Captured = SetClosing['captures'][number];
type Discarded = SetClosing['discarded'][number];
type Moved = NonNullable<SetClosing['moved']>[number];

/** The device's own record of the set, from the closing record that counts; empty without one. */
export interface DeviceRecord {
  /** By id of the capture. */
  kept: ReadonlyMap<string, Captured>;
  /** A capture that is said to be kept as well is not among them. */
  discarded: ReadonlyMap<string, Discarded>;
  /** To another service; a capture that is said to be kept or discarded as well is not among them. */
  moved: ReadonlyMap<string, Moved>;
  shots: ReadonlyMap<string, SetClosing['shots'][number]>;
}

/** A UUID in capitals is the same. */
const byCapture = <T extends Captured>(list: readonly T[] = []): Map<string, T> =>
  new Map(list.map((one) => [one.captureId.toLowerCase(), one]));

export function deviceRecord(told: SetClosing | undefined): DeviceRecord {
  const kept = byCapture(told?.captures);
  const discarded = byCapture(told?.discarded);
  const moved = byCapture(told?.moved);
  for (const id of kept.keys()) discarded.delete(id);
  for (const id of [...kept.keys(), ...discarded.keys()]) moved.delete(id);
  const shots = new Map((told?.shots ?? []).map((shot) => [shot.id, shot]));
  return {kept, discarded, moved, shots};
}

interface Numbered {
  captureId?: string;
  digest?: string;
}

/** What the device says about its captures that cannot all be true, with a sentence on each. */
export function deviceDoubts(
  closing: SetFile | undefined,
  files: readonly SetFile[],
): [SetWhy, string][] {
  const told = closing?.set.told?.closing;
  const numbers = new Map<number, Numbered>();
  const ids = new Map<string, number>();
  let isTwice = false;
  const note = (index: number, one: Numbered) => {
    const before = numbers.get(index);
    if (!before) numbers.set(index, one);
    const captureId = one.captureId?.toLowerCase();
    if (captureId === undefined) return;
    if ((before?.captureId?.toLowerCase() ?? captureId) !== captureId) isTwice = true;
    if ((ids.get(captureId) ?? index) !== index) isTwice = true;
    ids.set(captureId, index);
  };
  let highest = 0;
  for (const one of [
    ...(told?.captures ?? []),
    ...(told?.discarded ?? []),
    ...(told?.moved ?? []),
  ]) {
    note(one.index, one);
    highest = Math.max(highest, one.index);
  }
  for (const {set} of files) {
    if (set.told?.index === undefined) continue;
    note(set.told.index, {captureId: set.captureId});
    // Of what came after the closing record, nothing has been said yet.
    if (closing && set.index < closing.set.index) highest = Math.max(highest, set.told.index);
  }
  const listed = [...numbers.keys()].filter((one) => one <= highest).length;
  const isBroken = files.some(({set: {told: said}}) => {
    const before = said?.index === undefined ? undefined : numbers.get(said.index - 1)?.digest;
    return before !== undefined && said?.previous !== undefined && said.previous !== before;
  });
  const skipped = told ? highest - listed : 0;
  return [
    ...said(isTwice, 'doubt-numbers', 'The device gives two captures the same number, or one two.'),
    ...said(isBroken, 'doubt-chain', "The device's order of its captures does not fit together."),
    ...said(skipped > 0, 'doubt-silent', `The device says nothing of ${skipped} of its captures.`),
  ];
}

const said = (isSo: boolean, why: SetWhy, sentence: string): [SetWhy, string][] =>
  isSo ? [[why, sentence]] : [];
