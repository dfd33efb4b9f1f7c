import Type, {type Static} from 'typebox';
import {unavailableReasons, type UnavailableReason} from './unavailable-reason.js';

/**
 * What the device knew at the moment of capture, section by section, with the units of DESIGN.md.
 * A sensor that gave nothing is `{unavailableReason}` alone; never zeros. Numbers are finite.
 */

export {unavailableReasons, type UnavailableReason};

const reason = Type.Optional(Type.Enum([...unavailableReasons]));
const number = Type.Optional(Type.Number());
const text = Type.Optional(Type.String({maxLength: 1024}));
const boolean = Type.Optional(Type.Boolean());
/** ISO 8601 in UTC, ending in "Z". */
export const utc = (description: string) =>
  Type.String({format: 'date-time', pattern: 'Z$', maxLength: 40, description});
const closed = {additionalProperties: false};

export const Gps = Type.Object(
  {
    /** Degrees, WGS 84. */
    latitude: Type.Optional(Type.Number({minimum: -90, maximum: 90})),
    /** Degrees, WGS 84. */
    longitude: Type.Optional(Type.Number({minimum: -180, maximum: 180})),
    /** Metres, at 95 % confidence. */
    latLongAccuracy: Type.Optional(Type.Number({minimum: 0})),
    /** Metres above the ellipsoid. */
    altitude: number,
    /** Metres. */
    altitudeAccuracy: Type.Optional(Type.Number({minimum: 0})),
    /** When the fix was made. */
    timestamp: Type.Optional(utc('When the fix was made.')),
    /** Metres per second. */
    speed: Type.Optional(Type.Number({minimum: 0})),
    /** Metres per second. */
    speedAccuracy: Type.Optional(Type.Number({minimum: 0})),
    unavailableReason: reason,
  },
  closed,
);

export const Atmospheric = Type.Object(
  {
    /** Metres, from the barometer. */
    altitude: number,
    /** Metres. */
    altitudeAccuracy: Type.Optional(Type.Number({minimum: 0})),
    /** Hectopascal. */
    pressure: Type.Optional(Type.Number({minimum: 0})),
    unavailableReason: reason,
  },
  closed,
);

/** x, y and z in the unit of the section that holds them. */
export const Vector = Type.Object(
  {x: number, y: number, z: number, unavailableReason: reason},
  closed,
);

export const Magnetometer = Type.Object(
  {
    /** Degrees clockwise from north, [0, 360). */
    heading: Type.Optional(Type.Number({minimum: 0, exclusiveMaximum: 360})),
    /** Degrees. */
    headingAccuracy: Type.Optional(Type.Number({minimum: 0})),
    /** Microtesla. */
    field: Type.Optional(Vector),
    unavailableReason: reason,
  },
  closed,
);

/** Degrees. */
export const Orientation = Type.Object(
  {roll: number, pitch: number, yaw: number, unavailableReason: reason},
  closed,
);

export const Network = Type.Object(
  {
    wifi: boolean,
    cellular: Type.Optional(
      Type.Object({technologies: Type.Array(Type.String({maxLength: 64}), {maxItems: 16})}, closed),
    ),
    unavailableReason: reason,
  },
  closed,
);

export const Device = Type.Object(
  {
    model: text,
    os: text,
    osVersion: text,
    appVersion: text,
    appId: text,
    /** Version of this package that captured. */
    sdkVersion: text,
    userAgent: text,
    unavailableReason: reason,
  },
  closed,
);

export const Camera = Type.Object(
  {
    lens: text,
    /** As the driver gives it; metres where the platform says so. */
    focusPosition: number,
    /** f-number. */
    aperture: number,
    iso: number,
    /** Seconds as a fraction: "1/80". */
    shutterSpeed: text,
    whiteBalanceMode: text,
    flash: boolean,
    focusMode: text,
    lowLightBoost: boolean,
    deviceName: text,
    /** Ratio; 1 is no zoom. */
    zoomLevel: number,
    unavailableReason: reason,
  },
  closed,
);

export const LicensePlateInfo = Type.Object(
  {
    /** As the detector read it. */
    detectedPlateNumber: Type.Optional(Type.String({maxLength: 64})),
    /** As the person confirmed or corrected it. */
    plateNumber: Type.Optional(Type.String({maxLength: 64})),
    /** Pixels of the sealed image, origin at the top left. */
    boundingBox: Type.Optional(
      Type.Object(
        {x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number()},
        closed,
      ),
    ),
    /** The person corrected what was detected. */
    wasEdited: boolean,
  },
  closed,
);

export const Features = Type.Object({licensePlateInfo: Type.Optional(LicensePlateInfo)}, closed);

/** At most 100 tags, keys up to 256 and values up to 4,096 characters. */
export const Tags = Type.Unsafe<Record<string, string>>({
  type: 'object',
  // A record's schema would drop the keys' lengths, and let a key with a line break hold anything.
  propertyNames: {type: 'string', minLength: 1, maxLength: 256},
  additionalProperties: {type: 'string', maxLength: 4096},
  maxProperties: 100,
});

/** The sections that a sensor or device gives, without the page's own tags and features. */
export const sections = {
  gps: Type.Optional(Gps),
  atmospheric: Type.Optional(Atmospheric),
  magnetometer: Type.Optional(Magnetometer),
  orientation: Type.Optional(Orientation),
  /** Metres per second squared, without gravity. */
  acceleration: Type.Optional(Vector),
  /** Metres per second squared. */
  gravity: Type.Optional(Vector),
  /** Degrees per second. */
  rotationRate: Type.Optional(Vector),
  network: Type.Optional(Network),
  device: Type.Optional(Device),
  camera: Type.Optional(Camera),
  features: Type.Optional(Features),
};

/** What is sealed with a capture (`metadata` of seal and protect). */
export const CaptureMetadata = Type.Object(
  {
    ...sections,
    tags: Type.Optional(Tags),
    /** When the capture was made, by the device's clock. */
    capturedAt: Type.Optional(utc("When the capture was made, by the device's clock.")),
  },
  closed,
);

export type Gps = Static<typeof Gps>;
export type Atmospheric = Static<typeof Atmospheric>;
export type Vector = Static<typeof Vector>;
export type Magnetometer = Static<typeof Magnetometer>;
export type Orientation = Static<typeof Orientation>;
export type Network = Static<typeof Network>;
export type Device = Static<typeof Device>;
export type Camera = Static<typeof Camera>;
export type LicensePlateInfo = Static<typeof LicensePlateInfo>;
export type Features = Static<typeof Features>;
export type Tags = Static<typeof Tags>;
export type CaptureMetadata = Static<typeof CaptureMetadata>;
