// Written by `npm run shapes` from src/model/capture-metadata.ts; a test holds it to that schema.
import {names, reason, utc} from './section-checks.js';
import {flag, number, text, whole} from './shapes.js';

export type SectionName = keyof typeof sectionShapes;

export const sectionShapes = {
  gps: {
    latitude: number(-90, 90),
    longitude: number(-180, 180),
    latLongAccuracy: number(0),
    altitude: number(),
    altitudeAccuracy: number(0),
    timestamp: utc,
    speed: number(0),
    speedAccuracy: number(0),
    unavailableReason: reason,
  },
  atmospheric: {
    altitude: number(),
    altitudeAccuracy: number(0),
    pressure: number(0),
    unavailableReason: reason,
  },
  magnetometer: {
    heading: number(0, 359.99999999999994),
    headingAccuracy: number(0),
    field: {x: number(), y: number(), z: number(), unavailableReason: reason},
    unavailableReason: reason,
  },
  orientation: {
    roll: number(-360, 360),
    pitch: number(-360, 360),
    yaw: number(-360, 360),
    unavailableReason: reason,
  },
  acceleration: {x: number(), y: number(), z: number(), unavailableReason: reason},
  gravity: {x: number(), y: number(), z: number(), unavailableReason: reason},
  rotationRate: {x: number(), y: number(), z: number(), unavailableReason: reason},
  network: {
    wifi: flag,
    cellular: whole({technologies: names(16, text(64))}),
    unavailableReason: reason,
  },
  device: {
    model: text(1024),
    os: text(1024),
    osVersion: text(1024),
    appVersion: text(1024),
    appId: text(1024),
    sdkVersion: text(1024),
    userAgent: text(1024),
    unavailableReason: reason,
  },
  camera: {
    lens: text(1024),
    focusPosition: number(),
    aperture: number(0),
    iso: number(0),
    shutterSpeed: text(1024),
    whiteBalanceMode: text(1024),
    flash: flag,
    focusMode: text(1024),
    lowLightBoost: flag,
    deviceName: text(1024),
    zoomLevel: number(0),
    sharpness: number(0, 1),
    meanLuminance: number(0, 1),
    clippedShare: number(0, 1),
    unavailableReason: reason,
  },
  microphone: {
    deviceName: text(1024),
    sampleRate: number(0),
    channels: number(0),
    echoCancellation: flag,
    noiseSuppression: flag,
    autoGainControl: flag,
    missing: number(0),
    bookmarks: names(200, number(0)),
    unavailableReason: reason,
  },
};
