import Type, {type Static, type TNumberOptions} from 'typebox';
import {LONGEST_BOOKMARK_NAME, MOST_BOOKMARKS} from './media-type.js';
import {unavailableReasons, type UnavailableReason} from './unavailable-reason.js';

/**
 * What the device knew at the moment of capture, section by section. `/openapi.json` shows the descriptions. A
 * sensor without values is `{unavailableReason}`; never zeros. Numbers are finite. Limits are those of the quantity
 * itself, so that no honest measurement is refused.
 */

export {unavailableReasons, type UnavailableReason};

const number = (description: string, limits: TNumberOptions = {}) =>
  Type.Optional(Type.Number({...limits, description}));
/** Zero or more. */
const amount = (description: string) => number(description, {minimum: 0});
const share = (description: string) => number(description, {minimum: 0, maximum: 1});
/** An angle of one turn in either direction, because devices differ in their range. */
const angle = (description: string) => number(description, {minimum: -360, maximum: 360});
const boolean = (description: string) => Type.Optional(Type.Boolean({description}));
const text = (description: string, maxLength = 1024) =>
  Type.Optional(Type.String({maxLength, description}));
/** ISO 8601 in UTC, ending in "Z". */
export const utc = (description: string) =>
  Type.String({
    format: 'date-time',
    // Readers differ in leap seconds, spaces and lower case, so there are none.
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9](\\.[0-9]+)?Z$',
    maxLength: 40,
    description: `${description} ISO 8601 in UTC, ending in "Z".`,
  });

const unavailableReason = Type.Optional(
  Type.Enum([...unavailableReasons], {
    description:
      'Why there are no values. From a page it stands alone: a section has values or a reason.',
  }),
);
const closed = {additionalProperties: false};
/** An empty section would say neither what was known nor why nothing was. */
const section = (description: string) => ({...closed, minProperties: 1, description});

export const Gps = Type.Object(
  {
    latitude: number('Degrees north, WGS 84.', {minimum: -90, maximum: 90}),
    longitude: number('Degrees east, WGS 84.', {minimum: -180, maximum: 180}),
    latLongAccuracy: amount('Metres around the place, at 95 % confidence.'),
    altitude: number('Metres above the ellipsoid of WGS 84.'),
    altitudeAccuracy: amount('Metres, at 95 % confidence.'),
    timestamp: Type.Optional(utc('When the fix was made.')),
    speed: amount('Metres per second over ground.'),
    speedAccuracy: amount('Metres per second.'),
    unavailableReason,
  },
  section('Where the device was.'),
);

export const Atmospheric = Type.Object(
  {
    altitude: number('Metres, by the air pressure.'),
    altitudeAccuracy: amount('Metres.'),
    pressure: amount('Air pressure, hectopascal.'),
    unavailableReason,
  },
  section('What a barometer measured.'),
);

const vector = (unit: string, description: string) =>
  Type.Object(
    {
      x: number(`${unit}, to the device's right.`),
      y: number(`${unit}, to its top.`),
      z: number(`${unit}, out of its screen.`),
      unavailableReason,
    },
    section(description),
  );

const MagneticField = vector('Microtesla', 'The magnetic field, along the axes of the device.');

export const Magnetometer = Type.Object(
  {
    heading: number(
      'Degrees clockwise from north, [0, 360); magnetic or true, as the device has it.',
      {
        minimum: 0,
        exclusiveMaximum: 360,
      },
    ),
    headingAccuracy: amount('Degrees by which the heading may be off.'),
    field: Type.Optional(MagneticField),
    unavailableReason,
  },
  section('What the compass showed.'),
);

export const Orientation = Type.Object(
  {
    roll: angle("Degrees around the axis from the device's bottom to its top; 0 lies flat."),
    pitch: angle("Degrees around the axis from the device's left to its right; 0 lies flat."),
    yaw: angle(
      "Degrees around the axis out of the device's screen, from wherever it began: no heading.",
    ),
    unavailableReason,
  },
  section('How the device was held.'),
);

export const Acceleration = vector(
  'Metres per second squared',
  'Acceleration without gravity, along the axes of the device.',
);
export const Gravity = vector(
  'Metres per second squared',
  'What an accelerometer shows at rest, along the axes of the device: z is about 9.8 where it lies on its back.',
);
export const RotationRate = Type.Object(
  {
    x: number("Degrees per second around the axis from the device's left to its right."),
    y: number("Degrees per second around the axis from the device's bottom to its top."),
    z: number("Degrees per second around the axis out of the device's screen."),
    unavailableReason,
  },
  section("How fast the device was turned: counter-clockwise, seen from the axis' positive end."),
);

export const Network = Type.Object(
  {
    wifi: boolean('Connected by Wi-Fi.'),
    cellular: Type.Optional(
      Type.Object(
        {
          technologies: Type.Array(Type.String({maxLength: 64, description: 'Such as "GPRS".'}), {
            maxItems: 16,
            description: 'Names of the technologies; empty where they are not known.',
          }),
        },
        {...closed, description: 'Connected by a cellular network.'},
      ),
    ),
    unavailableReason,
  },
  section('How the device was connected.'),
);

export const Device = Type.Object(
  {
    model: text('Model, as the device names itself.'),
    os: text('Operating system.'),
    osVersion: text('Version of the operating system.'),
    appVersion: text('Version of the application, as the page gives it.'),
    appId: text('Application, as the page gives it.'),
    sdkVersion: text('Version of this package that captured.'),
    userAgent: text('User agent string of the browser.'),
    unavailableReason,
  },
  section('What captured.'),
);

const FocusPoint = Type.Object(
  {
    x: Type.Number({minimum: 0, maximum: 1, description: 'Part of the width, from its left edge.'}),
    y: Type.Number({minimum: 0, maximum: 1, description: 'Part of the height, from its top edge.'}),
  },
  {
    ...closed,
    description:
      'The place in the picture of the camera that the person had it focus on and expose for. Absent: none.',
  },
);

export const Camera = Type.Object(
  {
    lens: text('Lens or direction, such as "environment".'),
    focusPosition: number('As the driver gives it; metres where the platform says so.'),
    aperture: amount('f-number.'),
    iso: amount('ISO speed.'),
    shutterSpeed: text('Seconds, as a fraction such as "1/80" or a decimal.'),
    whiteBalanceMode: text('Mode of the white balance, such as "continuous".'),
    flash: boolean('The flash or torch was on.'),
    focusMode: text('Mode of the focus, such as "manual".'),
    lowLightBoost: boolean('The boost for low light was on.'),
    deviceName: text('Name of the camera.'),
    zoomLevel: amount('Ratio; 1 is no zoom.'),
    focusPoint: Type.Optional(FocusPoint),
    selfTimer: amount(
      'Seconds between the press of the shutter and the picture. Absent: no self-timer.',
    ),
    sharpness: share(
      'How sudden the sharpest edges are in the picture, scaled to 800 pixels: 1 is from one pixel to the next, below 0.33 looks blurred. Absent: not measured, or the picture has no edges.',
    ),
    meanLuminance: share('Mean brightness of the picture: 0 is black, 1 is white.'),
    clippedShare: share('Share of the picture that is as bright as it can be.'),
    unavailableReason,
  },
  section('How the camera was set.'),
);

export const Microphone = Type.Object(
  {
    deviceName: text('Name of the microphone.'),
    sampleRate: amount('Samples per second of the recording.'),
    channels: amount('Channels of the recording: 1 is mono.'),
    echoCancellation: boolean('The browser took echoes out.'),
    noiseSuppression: boolean('The browser took noise out.'),
    autoGainControl: boolean('The browser levelled the loudness.'),
    missing: amount('Seconds of sound that the device was too busy to take. Absent: none.'),
    bookmarks: Type.Optional(
      Type.Array(Type.Number({minimum: 0, description: 'Seconds from the beginning.'}), {
        maxItems: MOST_BOOKMARKS,
        description: 'The places that the person marked while it was recorded. Absent: none.',
      }),
    ),
    bookmarkNames: Type.Optional(
      Type.Array(
        Type.String({maxLength: LONGEST_BOOKMARK_NAME, description: 'Empty: it has no name.'}),
        {
          maxItems: MOST_BOOKMARKS,
          description: 'The names of the bookmarks, in their order. Absent: none has a name.',
        },
      ),
    ),
    unavailableReason,
  },
  section('What recorded, and what the browser did to the sound.'),
);

const Original = Type.Object(
  {
    mediaType: Type.String({maxLength: 64, description: 'Such as "image/heic".'}),
    sha256: Type.String({maxLength: 64, description: 'SHA-256 of its bytes, hexadecimal.'}),
  },
  {
    ...closed,
    description:
      'The file that the person chose, if it cannot be sealed itself: what is sealed is a JPEG that the page made from it. Absent: the sealed file is the chosen one.',
  },
);

export const Imported = Type.Object(
  {
    chosenAt: Type.Optional(
      utc(
        "When the person chose the file, by the device's clock. It says nothing of when it was made.",
      ),
    ),
    original: Type.Optional(Original),
    hadSeal: boolean(
      'The chosen file had a seal that the JPEG made from it does not have. Absent: it had none.',
    ),
  },
  section(
    'The file was there before: a person chose it, and nothing of it was captured here. From the page.',
  ),
);

const BoundingBox = Type.Object(
  {
    x: Type.Number({description: 'Pixels of the sealed image from its left edge.'}),
    y: Type.Number({description: 'Pixels of the sealed image from its top edge.'}),
    width: Type.Number({minimum: 0, description: 'Pixels of the sealed image.'}),
    height: Type.Number({minimum: 0, description: 'Pixels of the sealed image.'}),
  },
  {...closed, description: 'Where the plate is.'},
);

export const LicensePlateInfo = Type.Object(
  {
    detectedPlateNumber: text('As the detector read it.', 64),
    plateNumber: text(
      'As the person confirmed or corrected it, or as the page gave it. Absent: nobody did.',
      64,
    ),
    boundingBox: Type.Optional(BoundingBox),
    wasEdited: boolean('The person corrected what was detected. Absent: nobody has confirmed it.'),
  },
  {...closed, description: 'The license plate in the picture.'},
);

/** A place that a page expects; a page's list of shots checks the same limits. */
const ExpectedPlace = Type.Object(
  {
    latitude: Type.Number({minimum: -90, maximum: 90, description: 'Degrees north, WGS 84.'}),
    longitude: Type.Number({minimum: -180, maximum: 180, description: 'Degrees east, WGS 84.'}),
    radius: Type.Number({minimum: 0, description: 'Metres around it that belong to the place.'}),
  },
  {
    ...closed,
    description:
      'Where the page expected the photo to be taken. Where it was taken is the section gps, and alone there: a redacted place is gone.',
  },
);

export const Shot = Type.Object(
  {
    id: text("Id of the shot in the page's list.", 64),
    label: text('What the person was asked to show.', 256),
    expectedPlace: Type.Optional(ExpectedPlace),
  },
  {...closed, description: 'The shot of a list that the page asked for.'},
);

export const Features = Type.Object(
  {licensePlateInfo: Type.Optional(LicensePlateInfo), shot: Type.Optional(Shot)},
  {
    ...closed,
    description:
      'What the page recognised in the capture, and what it asked for. Empty: nothing, as if left out.',
  },
);

/** At most 100 tags, keys up to 256 and values up to 4,096 characters. */
export const Tags = Type.Unsafe<Record<string, string>>({
  type: 'object',
  // A record's schema would lose the limits of keys, and accept any text for a key with a line break.
  propertyNames: {type: 'string', minLength: 1, maxLength: 256},
  additionalProperties: {type: 'string', maxLength: 4096},
  maxProperties: 100,
  description: "The page's own words, each under a name. Empty: none, as if left out.",
});

/** The sections from sensors and devices, and the features; without the page's own tags. */
export const sections = {
  gps: Type.Optional(Gps),
  atmospheric: Type.Optional(Atmospheric),
  magnetometer: Type.Optional(Magnetometer),
  orientation: Type.Optional(Orientation),
  acceleration: Type.Optional(Acceleration),
  gravity: Type.Optional(Gravity),
  rotationRate: Type.Optional(RotationRate),
  network: Type.Optional(Network),
  device: Type.Optional(Device),
  camera: Type.Optional(Camera),
  microphone: Type.Optional(Microphone),
  imported: Type.Optional(Imported),
  features: Type.Optional(Features),
};

/** The metadata that are sealed with a capture (`metadata` of seal and protect). */
export const CaptureMetadata = Type.Object(
  {
    ...sections,
    tags: Type.Optional(Tags),
    capturedAt: Type.Optional(
      utc(
        "When the capture was made, by the device's clock. From 2000 to a day ahead of the service's.",
      ),
    ),
  },
  {...closed, description: 'What the device knew at the moment of capture.'},
);

export type Gps = Static<typeof Gps>;
export type Atmospheric = Static<typeof Atmospheric>;
export type Vector = Static<typeof Acceleration>;
export type Magnetometer = Static<typeof Magnetometer>;
export type Orientation = Static<typeof Orientation>;
export type Network = Static<typeof Network>;
export type Device = Static<typeof Device>;
export type Camera = Static<typeof Camera>;
export type Microphone = Static<typeof Microphone>;
export type Imported = Static<typeof Imported>;
export type LicensePlateInfo = Static<typeof LicensePlateInfo>;
export type Features = Static<typeof Features>;
export type Tags = Static<typeof Tags>;
export type CaptureMetadata = Static<typeof CaptureMetadata>;
