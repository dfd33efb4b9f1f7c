import type {SensedSection} from '../../ports/sensors/sensor.js';
import {unavailableReasons} from '../../model/unavailable-reason.js';
import {flag, number, text, whole, type Shape} from './shapes.js';

// The sections of model/capture-metadata.ts, at least as strict as the service is: what it would refuse is found here.

export type SectionName = SensedSection | 'camera' | 'microphone';

const unavailableReason: Shape = (value) =>
  unavailableReasons.some((reason) => reason === value) ? undefined : 'one of the known reasons';

/** As the service has it: days and hours that no calendar has are refused. */
const utc: Shape = (value) => {
  const isUtc = typeof value === 'string' && /^\d{4}-.{5}T.{8}(\.\d{1,15})?Z$/.test(value);
  const time = isUtc ? Date.parse(value) : NaN;
  const isTime = isUtc && time >= 0 && new Date(time).toISOString().startsWith(value.slice(0, 19));
  return isTime ? undefined : 'a time in UTC, as ISO 8601 has it';
};

const technology = text(64);
const technologies = (value: unknown): string | undefined =>
  Array.isArray(value) && value.length <= 16 && value.every((name) => !technology(name))
    ? undefined
    : 'at most 16 names';

const finite = number();
const positive = number(0);
const angle = number(-360, 360);
const words = text(1024);
const vector: Shape = {x: finite, y: finite, z: finite, unavailableReason};

export const sectionShapes: Readonly<Record<SectionName, Shape>> = {
  gps: {
    latitude: number(-90, 90),
    longitude: number(-180, 180),
    latLongAccuracy: positive,
    altitude: finite,
    altitudeAccuracy: positive,
    timestamp: utc,
    speed: positive,
    speedAccuracy: positive,
    unavailableReason,
  },
  atmospheric: {
    altitude: finite,
    altitudeAccuracy: positive,
    pressure: positive,
    unavailableReason,
  },
  magnetometer: {
    // The largest number below 360.
    heading: number(0, 359.99999999999994),
    headingAccuracy: positive,
    field: vector,
    unavailableReason,
  },
  orientation: {roll: angle, pitch: angle, yaw: angle, unavailableReason},
  acceleration: vector,
  gravity: vector,
  rotationRate: vector,
  network: {wifi: flag, cellular: whole({technologies}), unavailableReason},
  device: {
    model: words,
    os: words,
    osVersion: words,
    appVersion: words,
    appId: words,
    sdkVersion: words,
    userAgent: words,
    unavailableReason,
  },
  camera: {
    lens: words,
    focusPosition: finite,
    aperture: positive,
    iso: positive,
    shutterSpeed: words,
    whiteBalanceMode: words,
    flash: flag,
    focusMode: words,
    lowLightBoost: flag,
    deviceName: words,
    zoomLevel: positive,
    unavailableReason,
  },
  microphone: {
    deviceName: words,
    sampleRate: positive,
    channels: positive,
    echoCancellation: flag,
    noiseSuppression: flag,
    autoGainControl: flag,
    missing: positive,
    unavailableReason,
  },
};
