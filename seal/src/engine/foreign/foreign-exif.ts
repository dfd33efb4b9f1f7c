import {isRecord, type Loose} from '../../model/json/record.js';
import {utc} from '../../model/utc.js';

/** Units of GPSSpeed (km/h, miles per hour, knots) in one metre per second. */
const UNITS_PER_METRE_PER_SECOND: Partial<Record<string, number>> = {
  K: 3.6,
  M: 3600 / 1609.344,
  N: 3600 / 1852,
};

/** Fields by name without their namespace, whatever its prefix ("exif:", "EXIF:", "tiff:"). */
export function fieldsOf(assertions: readonly unknown[]): ReadonlyMap<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const assertion of assertions) {
    if (!isRecord(assertion)) continue;
    for (const [name, value] of Object.entries(assertion)) {
      const local = /^\w+:(\w+)$/.exec(name)?.[1];
      if (local && !fields.has(local)) fields.set(local, value);
    }
  }
  return fields;
}

type Fields = ReadonlyMap<string, unknown>;

/** Parses a number, a decimal, or a fraction as text. */
function numberOf(value: unknown): number | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'number') return first;
  const match = /^\s*([+-]?\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?\s*$/.exec(textOf(first) ?? '');
  if (!match) return undefined;
  const number = Number(match[1]) / (match[2] === undefined ? 1 : Number(match[2]));
  return Number.isFinite(number) ? number : undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Parses "39,21.102N", "39,21,6.12N", or decimal degrees with the hemisphere in a separate field. */
function degreesOf(fields: Fields, name: string): number | undefined {
  const value = fields.get(name);
  const [, degrees, minutes, seconds = '0', inText] =
    /^(\d{1,3}),(\d{1,2}(?:\.\d+)?)(?:,(\d{1,2}(?:\.\d+)?))?([NSEW])$/i.exec(textOf(value) ?? '') ??
    [];
  const size =
    degrees === undefined
      ? numberOf(value)
      : Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
  const hemisphere = inText ?? textOf(fields.get(`${name}Ref`)) ?? '';
  return size !== undefined && /^[SW]/i.test(hemisphere) ? -Math.abs(size) : size;
}

/** Parses ISO 8601, or EXIF's "2019:09:22 18:22:57 +0000". A time without a date is ignored. */
function timeOf(value: unknown): string | undefined {
  const text = textOf(value)?.replace(
    /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)(?: ([+-]\d\d):?(\d\d))?$/,
    (_, year, month, day, time, hours = '+00', minutes = '00') =>
      `${year}-${month}-${day}T${time}${hours}:${minutes}`,
  );
  if (!text || !/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : utc(time);
}

function gpsOf(fields: Fields): Loose {
  // Both mean below: 1 the ellipsoid, 3 the sea (EXIF 3.0).
  const isBelow = [1, 3].includes(numberOf(fields.get('GPSAltitudeRef')) ?? 0);
  const altitude = numberOf(fields.get('GPSAltitude'));
  const speed = numberOf(fields.get('GPSSpeed'));
  const unit = UNITS_PER_METRE_PER_SECOND[textOf(fields.get('GPSSpeedRef')) ?? 'K'];
  return {
    latitude: degreesOf(fields, 'GPSLatitude'),
    longitude: degreesOf(fields, 'GPSLongitude'),
    latLongAccuracy: numberOf(
      fields.get('GPSHPositioningError') ?? fields.get('GPSHorizontalAccuracy'),
    ),
    altitude: altitude === undefined ? undefined : isBelow ? -altitude : altitude,
    timestamp: timeOf(fields.get('GPSTimeStamp')),
    speed: speed === undefined || unit === undefined ? undefined : speed / unit,
  };
}

/** Keeps "1/80"; converts a decimal to the usual fraction. */
function shutterSpeedOf(value: unknown): string | undefined {
  if (typeof value === 'string' && /^\d+\/\d+$/.test(value)) return value;
  const seconds = numberOf(value);
  if (seconds === undefined || seconds <= 0) return undefined;
  return seconds < 1 ? `1/${Math.round(1 / seconds)}` : `${seconds}`;
}

const cameraOf = (fields: Fields): Loose => ({
  lens: textOf(fields.get('LensModel')) ?? textOf(fields.get('Lens')),
  aperture: numberOf(fields.get('FNumber')),
  iso: numberOf(fields.get('PhotographicSensitivity') ?? fields.get('ISOSpeedRatings')),
  shutterSpeed: shutterSpeedOf(fields.get('ExposureTime')),
  // 0 means that there was no digital zoom.
  zoomLevel: numberOf(fields.get('DigitalZoomRatio')) || undefined,
});

function deviceOf(fields: Fields): Loose {
  const make = textOf(fields.get('Make'));
  const model = textOf(fields.get('Model'));
  const named = make && model && !model.startsWith(make) ? `${make} ${model}` : (model ?? make);
  return {model: named};
}

/** Location, camera and device from EXIF fields, in this package's units; not checked against the schema yet. */
export const sectionsOfExif = (fields: Fields): Loose => ({
  gps: gpsOf(fields),
  camera: cameraOf(fields),
  device: deviceOf(fields),
});
