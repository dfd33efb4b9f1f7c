import type {UnsealedMetadata} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {stateOf} from '@sealed-capture/seal/model/inspection/label-state.js';
import {at, number, text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';

/** What the page knows of one file when it looks for signals across files. */
export interface KnownFile {
  /** Unique among the files. */
  readonly id: number;
  /** Its name with its folder, where a folder was given; empty for a Blob without a name. */
  readonly name: string;
  /** The answer of the verifier; undefined for a file that could not be inspected. */
  readonly answer?: Loose;
  /** What the file says of itself (EXIF); of a file without a seal only. */
  readonly unsealed?: UnsealedMetadata;
  /** SHA-256 of the file, hexadecimal; known only where another file has the same size. */
  readonly sha256?: string;
  readonly picture?: KnownPicture;
}

export interface KnownPicture {
  /** Of the decoded picture, in pixels. */
  readonly width: number;
  readonly height: number;
  /** 9 × 8 grey values, by rows: {@link greyOf}. */
  readonly grey: Uint8Array;
  /** SHA-256 of the decoded pixels; known only where another picture is nearly the same. */
  readonly pixels?: string;
}

/** A place with the time when the device was there, in epoch milliseconds. */
export interface PlaceInTime {
  latitude: number;
  longitude: number;
  /** Metres around the place; 0 where the file does not say. */
  accuracy: number;
  time: number;
}

/**
 * True for a valid seal of a trusted signer that is not of a sandbox. All else is what the file itself says. (`isSandboxSeal`
 * also excludes broken seals, which are not valid anyway.)
 */
export const isConfirmed = ({answer}: KnownFile): boolean =>
  answer !== undefined &&
  stateOf(answer) === 'valid' &&
  at(answer, 'signature.environment') !== 'sandbox';

/** What is sealed or, in a file without a seal, what the file says of itself. */
export const factsOf = ({answer, unsealed}: KnownFile): Loose =>
  answer && stateOf(answer) !== 'none' ? answer : ((unsealed ?? {}) as Loose);

/** A text without spaces around it; undefined if nothing is left. */
export const textIn = (facts: Loose, path: string): string | undefined =>
  text(text(at(facts, path))?.trim());

/** Epoch milliseconds; undefined for a time without a zone, because the clock may have been anywhere. */
export function timeIn(iso: unknown): number | undefined {
  const written = text(iso);
  if (!written || !/(?:Z|[+-]\d\d:\d\d)$/.test(written)) return undefined;
  const time = Date.parse(written);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Where the device was, and when: by the time of the location fix. The time of a seal is not used, because a capture may
 * be sealed long after it was made, where there is a network. A file without a seal has the time of its capture.
 */
export function placeOf(file: KnownFile): PlaceInTime | undefined {
  const facts = factsOf(file);
  const latitude = number(at(facts, 'gps.latitude'));
  const longitude = number(at(facts, 'gps.longitude'));
  const time = timeIn(at(facts, 'gps.timestamp')) ?? timeIn(facts['takenAt']);
  if (latitude === undefined || longitude === undefined || time === undefined) return undefined;
  // Broken cameras write 0, 0.
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude || longitude);
  const accuracy = Math.max(0, number(at(facts, 'gps.latLongAccuracy')) ?? 0);
  return isPlace ? {latitude, longitude, accuracy, time} : undefined;
}
