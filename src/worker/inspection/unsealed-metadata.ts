import exifr from 'exifr';
import {sectionsOfExif} from '@sealed-capture/seal/engine/foreign/foreign-exif.js';
import type {UnsealedMetadata} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {isRecord, type Loose} from '@sealed-capture/seal/model/json/record.js';

/** The fields by their names, with the values that the file has. */
const OPTIONS = {
  tiff: true,
  exif: true,
  gps: true,
  xmp: false,
  icc: false,
  iptc: false,
  jfif: false,
  ihdr: false,
  translateKeys: true,
  translateValues: false,
  reviveValues: false,
};

/** Longest text that is shown, in characters. */
const MOST_CHARACTERS = 200;

/**
 * What a picture without a seal says of itself in its EXIF data (CIPA DC-008): place, time, camera, software. JPEG,
 * HEIC, AVIF, TIFF and PNG; undefined for other files, and if there is nothing of it. Anybody can write it.
 */
export async function unsealedMetadata(
  file: Uint8Array<ArrayBuffer>,
): Promise<UnsealedMetadata | undefined> {
  const found: unknown = await exifr.parse(file, OPTIONS).catch(() => undefined);
  if (!isRecord(found)) return undefined;
  const sections = sectionsOfExif(fieldsOf(found));
  const named = Object.entries(sections).map(([name, section]) => [
    name,
    defined(section as Loose),
  ]);
  return defined({
    ...(Object.fromEntries(named) as Loose),
    takenAt: timeOf(found),
    software: textOf(found['Software']),
  });
}

/** Without the fields that are undefined; undefined if none is left. */
function defined(fields: Loose): Loose | undefined {
  const left = Object.entries(fields).filter(([, value]) => value !== undefined);
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== ''
    ? value.trim().slice(0, MOST_CHARACTERS)
    : undefined;

/** The fields that {@link sectionsOfExif} reads, where this reader names or writes them otherwise. */
function fieldsOf(found: Loose): ReadonlyMap<string, unknown> {
  const [altitudeRef] =
    found['GPSAltitudeRef'] instanceof Uint8Array ? found['GPSAltitudeRef'] : [];
  return new Map(
    Object.entries({
      ...found,
      GPSLatitude: degreesOf(found['GPSLatitude'], 90),
      GPSLongitude: degreesOf(found['GPSLongitude'], 180),
      GPSAltitudeRef: altitudeRef,
      PhotographicSensitivity: found['ISO'],
    }),
  );
}

/** Degrees, minutes and seconds as degrees; undefined for more than `most`. */
function degreesOf(value: unknown, most: number): number | undefined {
  if (!Array.isArray(value)) return undefined;
  const [degrees, minutes = 0, seconds = 0] = value as unknown[];
  const all = [degrees, minutes, seconds];
  if (!all.every((part): part is number => typeof part === 'number')) return undefined;
  const angle = all.reduce((sum, part, place) => sum + part / 60 ** place, 0);
  return angle >= 0 && angle <= most ? angle : undefined;
}

/** ISO 8601: with a zone if the file names it, otherwise the time of the camera's clock. */
function timeOf(found: Loose): string | undefined {
  const written = textOf(found['DateTimeOriginal']);
  const [, year, month, day, time] =
    /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(written ?? '') ?? [];
  if (!year) return undefined;
  const zone = /^[+-]\d\d:\d\d$/.exec(textOf(found['OffsetTimeOriginal']) ?? '')?.[0] ?? '';
  return `${year}-${month}-${day}T${time}${zone}`;
}
