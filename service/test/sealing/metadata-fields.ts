import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import {unavailableReasons} from '@sealed-capture/seal/model/unavailable-reason.js';

/** A field of the capture metadata: values that must be returned unchanged, and values that must be refused. */
export interface Field {
  /** Path of names in the metadata. */
  path: readonly string[];
  good: readonly unknown[];
  bad: readonly unknown[];
}

/** Replaced by `1e999` when it is sent: JSON that a parser reads as infinite, and that no serializer writes. */
export const INFINITE = '@@1e999@@';
export const asJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(`"${INFINITE}"`, '1e999');

const noNumber = ['1', true, null, [1], {}, INFINITE];
const noText = [1, true, null, ['a'], {}];
const number = {
  good: [
    0,
    1e-7,
    -123.456_789_012_345_67,
    0.1 + 0.2,
    5e-324,
    2 ** 53,
    -1.797_693_134_862_315_7e308,
  ],
  bad: noNumber,
};
const amount = {
  good: [0, 1e-7, 1234.567_890_123_456_7, 0.1 + 0.2, 5e-324, 2 ** 53, 1.797_693_134_862_315_7e308],
  bad: [...noNumber, -0.001],
};
const share = {good: [0, 1, 0.333], bad: [...noNumber, -0.001, 1.001]};
const angle = {good: [0, -360, 360, 12.345_678_901_234_567], bad: [...noNumber, -360.1, 361]};
const boolean = {good: [true, false], bad: ['true', 1, 0, null, []]};
const textOf = (longest: number) => ({
  good: ['A', '', ' a\n\tb ', '"<\\u0041>"', 'né ﬁ e\u0301 🦉日本\u202e', '🦉'.repeat(longest)],
  bad: [...noText, 'x'.repeat(longest + 1), 'half \ud83e'],
});
const text = textOf(1024);
const time = {
  good: ['2026-11-20T15:00:00Z', '2026-11-20T15:00:00.123456789Z', '1970-01-01T00:00:00.0Z'],
  bad: [
    ...noText,
    '',
    'yesterday',
    '2026-11-20T15:00:00+01:00',
    '2026-11-20 15:00:00Z',
    '2026-11-20t15:00:00z',
    '2026-11-20T23:59:60Z',
    '2026-02-30T15:00:00Z',
  ],
};
const reason = {
  good: unavailableReasons,
  bad: [1, true, null, [], {}, '', 'unknown', 'PERMISSION_DENIED'],
};

const section = (name: string, fields: Record<string, Omit<Field, 'path'>>): Field[] =>
  Object.entries(fields).map(([field, values]) => ({
    path: [...name.split('.'), field],
    ...values,
  }));
const vector = (name: string) => section(name, {x: number, y: number, z: number});

/** Every field that has a value, without the reasons. */
export const fields: readonly Field[] = [
  {
    path: ['capturedAt'],
    good: [...time.good.slice(0, 2), '2000-01-01T00:00:00.0Z'],
    bad: [...time.bad, '1999-12-31T23:59:59.999Z', '2126-11-20T15:00:00Z'],
  },
  ...section('gps', {
    latitude: {good: [-90, 90, 48.858_370_123_456_79, 1e-7], bad: [...noNumber, 90.000_001, -91]},
    longitude: {good: [-180, 180, 2.294_481, -1e-7], bad: [...noNumber, 180.000_001, -181]},
    latLongAccuracy: amount,
    altitude: number,
    altitudeAccuracy: amount,
    timestamp: time,
    speed: amount,
    speedAccuracy: amount,
  }),
  ...section('atmospheric', {altitude: number, altitudeAccuracy: amount, pressure: amount}),
  ...section('magnetometer', {
    heading: {good: [0, 359.999_999, 12.25], bad: [...noNumber, 360, -0.001]},
    headingAccuracy: amount,
  }),
  ...vector('magnetometer.field'),
  ...section('orientation', {roll: angle, pitch: angle, yaw: angle}),
  ...vector('acceleration'),
  ...vector('gravity'),
  ...vector('rotationRate'),
  ...section('network', {wifi: boolean}),
  ...section('network.cellular', {
    technologies: {
      good: [['GPRS'], [], ['LTE', 'LTE', ''], Array.from({length: 16}, () => 'é'.repeat(64))],
      bad: ['GPRS', 1, null, {}, Array.from({length: 17}, () => 'x')],
    },
  }),
  ...section('device', {
    model: text,
    os: text,
    osVersion: text,
    appVersion: text,
    appId: text,
    sdkVersion: text,
    userAgent: text,
  }),
  ...section('camera', {
    lens: text,
    focusPosition: number,
    aperture: amount,
    iso: amount,
    shutterSpeed: text,
    whiteBalanceMode: text,
    flash: boolean,
    focusMode: text,
    lowLightBoost: boolean,
    deviceName: text,
    zoomLevel: amount,
    selfTimer: amount,
    sharpness: share,
    meanLuminance: share,
    clippedShare: share,
  }),
  ...section('camera.focusPoint', {x: share, y: share}),
  ...section('microphone', {
    deviceName: text,
    sampleRate: amount,
    channels: amount,
    echoCancellation: boolean,
    noiseSuppression: boolean,
    autoGainControl: boolean,
    missing: amount,
    bookmarks: {
      good: [[], [0, 1.5, 7200], Array.from({length: 200}, (_, index) => index)],
      bad: [1, 'one', null, {}, Array.from({length: 201}, () => 1)],
    },
    bookmarkNames: {
      good: [[], ['', 'The door', 'x'.repeat(100)], Array.from({length: 200}, () => '')],
      bad: [1, 'one', null, {}, Array.from({length: 201}, () => '')],
    },
  }),
  ...section('imported', {chosenAt: time, hadSeal: boolean}),
  ...section('imported.original', {mediaType: textOf(64), sha256: textOf(64)}),
  ...section('features.licensePlateInfo', {
    detectedPlateNumber: textOf(64),
    plateNumber: textOf(64),
    wasEdited: boolean,
  }),
  ...section('features.licensePlateInfo.boundingBox', {
    x: number,
    y: number,
    width: amount,
    height: amount,
  }),
  ...section('features.shot', {id: textOf(64), label: textOf(256)}),
  ...section('features.shot.expectedPlace', {
    latitude: {good: [-90, 90, 48.858_370_123_456_79, 1e-7], bad: [...noNumber, 90.000_001, -91]},
    longitude: {good: [-180, 180, 2.294_481, -1e-7], bad: [...noNumber, 180.000_001, -181]},
    radius: amount,
  }),
  ...section('tags', {
    site: {...textOf(4096), bad: [...noText, 'x'.repeat(4097), {a: 'nested'}, 'half \udd89']},
    unavailableReason: {good: ['a tag like any other'], bad: noText},
  }),
];

/** The reasons of the sections that have one. */
export const reasons: readonly Field[] = [
  'gps',
  'atmospheric',
  'magnetometer',
  'magnetometer.field',
  'orientation',
  'acceleration',
  'gravity',
  'rotationRate',
  'network',
  'device',
  'camera',
  'microphone',
].flatMap((name) => section(name, {unavailableReason: reason}));

/** Metadata with only these values. */
export function metadataWith(
  values: Iterable<readonly [path: readonly string[], value: unknown]>,
): CaptureMetadata {
  const metadata: Record<string, unknown> = {};
  for (const [path, value] of values) {
    let target = metadata;
    for (const name of path.slice(0, -1)) {
      target[name] ??= {};
      target = target[name] as Record<string, unknown>;
    }
    target[path.at(-1) ?? ''] = value;
  }
  return metadata;
}
