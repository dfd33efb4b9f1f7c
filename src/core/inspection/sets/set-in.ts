import type {
  NumberedSeal,
  SealedSet,
  SetClosing,
  ToldSet,
} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {
  boolean,
  listAt,
  number,
  object,
  objectAt,
  text,
  valueAt,
} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {skipReasons} from '@sealed-capture/seal/model/seal/skip-reasons.js';

/** Most items of one list that are read: a set has at most a thousand captures. */
const MOST = 2_000;

type Shot = SetClosing['shots'][number];
type Captured = SetClosing['captures'][number];

/**
 * The set that an answer says its seal is part of. Any service may have given the answer: what is not of the right form is
 * left out. Undefined without a set, a number and a hash of the seal.
 */
export function setIn(answer: unknown): SealedSet | undefined {
  const given = objectAt(answer, 'set');
  const [set, index, seal] = [text(given['set']), positionIn(given, 'index'), text(given['seal'])];
  if (!set || !index || !seal) return undefined;
  const seals = given['seals'] === undefined ? undefined : itemsIn(given, 'seals', numberedIn);
  return {
    set,
    index,
    seal,
    ...textsIn(given, 'previous', 'captureId', 'digest'),
    ...positionsIn(given, 'again'),
    ...(seals && {seals}),
    ...toldIn(given),
  };
}

/** True for the seal of a closing record, which is a page that lists captures and no capture itself. */
export const isClosingRecord = ({seals, told}: SealedSet): boolean =>
  seals !== undefined || told?.closing !== undefined;

const positionIn = (from: Loose, key: string): number | undefined => {
  const found = number(valueAt(from, key));
  return found !== undefined && Number.isInteger(found) && found >= 1 ? found : undefined;
};

const textsIn = <Key extends string>(from: Loose, ...keys: Key[]): Partial<Record<Key, string>> =>
  Object.assign({}, ...keys.map((key) => kept(key, text(valueAt(from, key))))) as Partial<
    Record<Key, string>
  >;

const positionsIn = <Key extends string>(from: Loose, key: Key): Partial<Record<Key, number>> =>
  kept(key, positionIn(from, key));

const kept = <Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): Partial<Record<Key, Value>> =>
  value === undefined ? {} : ({[key]: value} as Partial<Record<Key, Value>>);

const itemsIn = <Item>(
  from: Loose,
  key: string,
  itemIn: (item: Loose) => Item | undefined,
): Item[] =>
  listAt(from, key)
    .slice(0, MOST)
    .flatMap((item) => itemIn(object(item) ?? {}) ?? []);

function numberedIn(item: Loose): NumberedSeal | undefined {
  const index = positionIn(item, 'index');
  const [captureId, digest, seal] = ['captureId', 'digest', 'seal'].map((key) => text(item[key]));
  if (!index || !captureId || !digest || !seal) return undefined;
  return {index, captureId, digest, seal, ...(item['closing'] === true && {closing: true})};
}

function toldIn(given: Loose): {told?: ToldSet} {
  const told = object(given['told']);
  const job = text(told?.['job']);
  if (!told || !job) return {};
  const closing = object(told['closing']);
  return {
    told: {
      job,
      ...positionsIn(told, 'index'),
      ...textsIn(told, 'previous'),
      ...(closing && {closing: closingIn(closing)}),
    },
  };
}

const closingIn = (closing: Loose): SetClosing => ({
  captures: itemsIn(closing, 'captures', capturedIn),
  discarded: itemsIn(closing, 'discarded', (item) => {
    const [captured, discardedAt] = [capturedIn(item), text(item['discardedAt'])];
    return captured && discardedAt ? {...captured, discardedAt} : undefined;
  }),
  ...(closing['moved'] !== undefined && {
    moved: itemsIn(closing, 'moved', (item) => {
      const [captured, movedAt] = [capturedIn(item), text(item['movedAt'])];
      return captured && movedAt ? {...captured, movedAt} : undefined;
    }),
  }),
  shots: itemsIn(closing, 'shots', shotIn),
});

function capturedIn(item: Loose): Captured | undefined {
  const index = positionIn(item, 'index');
  const [captureId, capturedAt] = [text(item['captureId']), text(item['capturedAt'])];
  return index && captureId && capturedAt
    ? {captureId, index, capturedAt, ...textsIn(item, 'digest', 'shot')}
    : undefined;
}

function shotIn(item: Loose): Shot | undefined {
  const id = text(item['id']);
  if (!id) return undefined;
  const skipped = object(item['skipped']);
  return {
    id,
    label: text(item['label']) ?? '',
    ...kept('required', boolean(item['required'])),
    ...(skipped && {skipped: {reason: reasonIn(skipped), ...textsIn(skipped, 'words')}}),
  };
}

const reasonIn = (skipped: Loose): (typeof skipReasons)[number] =>
  skipReasons.find((reason) => reason === skipped['reason']) ?? 'other';
