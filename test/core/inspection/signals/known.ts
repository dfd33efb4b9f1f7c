import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {KnownFile} from '../../../../src/core/inspection/signals/known-file.js';

let last = 0;

/** A valid answer of a named phone, with further sections. */
export const sealed = (sections: Loose = {}, signature: Loose = {}): Loose => ({
  labelValid: true,
  labelState: 'valid',
  checks: [],
  signature: {signedBy: 'Harbour Claims Ltd', issuedBy: 'Example CA', ...signature},
  device: {model: 'Pixel 9', os: 'Android'},
  camera: {deviceName: 'back camera'},
  ...sections,
});

export const invalid = {labelValid: false, labelState: 'invalid'};
export const none = {labelValid: false, labelState: 'none'};

export const known = (
  name: string,
  answer?: Loose,
  others: Partial<KnownFile> = {},
): KnownFile => ({
  id: ++last,
  name,
  answer,
  ...others,
});

export const gps = (latitude: number, longitude: number, timestamp: string, accuracy = 10) => ({
  gps: {latitude, longitude, timestamp, latLongAccuracy: accuracy},
});
