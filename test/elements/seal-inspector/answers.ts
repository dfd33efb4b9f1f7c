import type {
  Check,
  InspectionResult,
} from '@sealed-capture/seal/model/inspection/inspection-result.js';

const passed = (code: string, explanation: string): Check => ({code, passed: true, explanation});
const failed = (code: string, explanation: string): Check => ({code, passed: false, explanation});

/** Sample answers of an inspection service, one for each verdict. */
export const valid: InspectionResult = {
  labelValid: true,
  reason: 'The signer is trusted here.',
  labelState: 'valid',
  checks: [
    passed('claimSignature.validated', 'The claim is signed.'),
    passed('assertion.hashedURI.match', 'The capture data are those that were sealed.'),
    passed('assertion.dataHash.match', 'The media are those that were sealed.'),
    passed('timeStamp.validated', 'The time stamp belongs to this seal.'),
    passed('timeStamp.trusted', 'The time stamp is trusted.'),
    passed('signingCredential.trusted', 'The signer is trusted.'),
  ],
  signature: {
    signedBy: 'Harbour Claims Ltd',
    issuedBy: 'Example Issuing CA',
    validFrom: '2026-01-01T00:00:00Z',
    validTo: '2027-01-01T00:00:00Z',
    timestamp: '2026-11-20T14:04:09Z',
  },
  tags: {case: '2026-1187'},
  gps: {
    latitude: 48.137154321,
    longitude: -11.576124321,
    latLongAccuracy: 8.4,
    altitude: 519.23,
    altitudeAccuracy: 12,
    timestamp: '2026-11-20T14:04:07Z',
  },
  magnetometer: {heading: 231.44, headingAccuracy: 15, field: {x: 12.13, y: -31.2, z: 0}},
  orientation: {roll: 1.234, pitch: -88.2, yaw: 0},
  rotationRate: {unavailableReason: 'permission_denied'},
  network: {wifi: false, cellular: {technologies: ['LTE', 'NR']}},
  device: {model: 'Pixel 9', os: 'Android', osVersion: '16'},
  camera: {deviceName: 'back camera', aperture: 1.68, iso: 64, shutterSpeed: '1/80', flash: false},
  features: {
    licensePlateInfo: {
      plateNumber: 'M AB 1284',
      boundingBox: {x: 812, y: 1403, width: 300, height: 72},
    },
  },
};

/** Valid, and made by a sandbox. */
export const ofSandbox: InspectionResult = {
  ...valid,
  signature: {...valid.signature, environment: 'sandbox'},
};

export const untrusted: InspectionResult = {
  ...valid,
  labelValid: false,
  labelState: 'untrusted',
  reason: 'The signer is not trusted here.',
  checks: [
    ...valid.checks.slice(0, -1),
    failed('signingCredential.untrusted', 'The signer is not among those trusted here.'),
  ],
};

export const invalid: InspectionResult = {
  ...valid,
  labelValid: false,
  labelState: 'invalid',
  reason: 'The media are not those that were sealed.',
  checks: [
    ...valid.checks,
    failed('assertion.dataHash.mismatch', 'The media are not those that were sealed.'),
  ],
};

export const none: InspectionResult = {
  labelValid: false,
  labelState: 'none',
  reason: 'There is no seal in it.',
  checks: [],
};

export const answers = {valid, untrusted, invalid, none};
