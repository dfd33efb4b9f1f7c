import {
  boolean,
  isText,
  number,
  object,
  text,
  textAt,
} from '@sealed-capture/seal/model/json/loose-json.js';
import {isRecord} from '@sealed-capture/seal/model/json/record.js';
import type {SetClosing} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {skipReasons} from '@sealed-capture/seal/model/seal/skip-reasons.js';
import type {SetEntry, StoredSet} from './stored-set.js';

// What is stored of a set goes into requests whose schemas allow no other fields, so it is rebuilt field by field. A
// schema library would be larger than the worker.

type Shots = SetClosing['shots'];
type Skipped = NonNullable<Shots[number]['skipped']>;

const HIGHEST_INDEX = 10_000;

/** Reads a stored record; undefined if it is none of this version, or spoilt: the next capture then begins a new set. */
export function setOf(record: unknown): StoredSet | undefined {
  if (!isRecord(record)) return undefined;
  const last = number(record['last']);
  const stored = record['captures'];
  if (!Array.isArray(stored) || last === undefined) return undefined;
  const captures = stored.flatMap((entry) => entryOf(entry) ?? []);
  if (captures.length < stored.length) return undefined;
  const shots = shotsOf(record['shots']);
  const closings = number(record['closings']) ?? 0;
  const closedBy = text(record['closedBy']);
  const [id, endpoint, account, job, changedAt] = [
    textAt(record, 'id'),
    textAt(record, 'endpoint'),
    textAt(record, 'account'),
    textAt(record, 'job'),
    textAt(record, 'changedAt'),
  ];
  if (!id || endpoint === undefined || account === undefined || !job || !changedAt)
    return undefined;
  return {
    id,
    endpoint,
    account,
    job,
    last,
    changedAt,
    captures,
    closings,
    ...(closedBy && {closedBy}),
    ...(shots && {shots}),
  };
}

/** Reads one entry of a stored record. Optional fields that are spoilt are left out. */
function entryOf(stored: unknown): SetEntry | undefined {
  if (!isRecord(stored)) return undefined;
  const captureId = text(stored['captureId']);
  const index = indexOf(stored['index']);
  const capturedAt = timeOf(stored['capturedAt']);
  if (captureId === undefined || index === undefined || capturedAt === undefined) return undefined;
  const digest = hashOf(stored['digest']);
  const shot = text(stored['shot']);
  const discardedAt = timeOf(stored['discardedAt']);
  const movedAt = timeOf(stored['movedAt']);
  return {
    captureId,
    index,
    capturedAt,
    ...(digest && {digest}),
    ...(shot && {shot}),
    ...(discardedAt && {discardedAt}),
    ...(movedAt && {movedAt}),
  };
}

/** Reads a stored list of shots; undefined if it is none, or one of its shots is spoilt. */
export function shotsOf(stored: unknown): Shots | undefined {
  if (!Array.isArray(stored)) return undefined;
  const shots = stored.flatMap((shot) => shotOf(shot) ?? []);
  return shots.length === stored.length ? shots : undefined;
}

function shotOf(stored: unknown): Shots[number] | undefined {
  const {id, label, required, skipped} = object(stored) ?? {};
  const known = text(id);
  if (known === undefined || !isText(label)) return undefined;
  const isRequired = boolean(required);
  const why = skippedOf(skipped);
  return {
    id: known,
    label,
    ...(isRequired !== undefined && {required: isRequired}),
    ...(why && {skipped: why}),
  };
}

function skippedOf(stored: unknown): Skipped | undefined {
  const {reason, words} = object(stored) ?? {};
  const known = skipReasons.find((one) => one === reason);
  return known && {reason: known, ...(isText(words) && {words})};
}

/** Reads a device number. */
export const indexOf = (stored: unknown): number | undefined =>
  typeof stored === 'number' && Number.isInteger(stored) && stored > 0 && stored <= HIGHEST_INDEX
    ? stored
    : undefined;

/** Reads a SHA-256 in Base64. */
export const hashOf = (stored: unknown): string | undefined =>
  isText(stored) && /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(stored) ? stored : undefined;

function timeOf(stored: unknown): string | undefined {
  const isUtc = isText(stored) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d{1,15})?Z$/.test(stored);
  return isUtc && !Number.isNaN(Date.parse(stored)) ? stored : undefined;
}
