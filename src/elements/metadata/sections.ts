import {
  accuracy,
  axes,
  box,
  choice,
  coordinate,
  joined,
  mode,
  percentage,
  place,
  quantity,
  seconds,
  technologies,
  time,
  words,
  type Field,
  type Words,
} from './fields.js';
import {expectedPlace, placeOutcome} from './place-fields.js';

/** One part of the metadata, or of an answer, in a card. */
export interface Source {
  /** Replaces the labels of all fields if they are unavailable. */
  label: Words;
  /** Its path in the answer, e.g. "magnetometer.field". */
  path: string;
  /** `entries`: every text of the section under its own key. */
  fields: readonly Field[] | 'entries';
  /** The text for a part that exists without any of its fields. */
  empty?: Words;
}

export interface Section {
  title: Words;
  sources: readonly Source[];
}

/** The part of the answer with the name of its label. */
export const part = (
  label: Words,
  fields: Source['fields'],
  more: Partial<Source> = {},
): Source => ({
  label,
  path: label,
  fields,
  ...more,
});

const vector = (label: Words, unit: string, most: number): Source =>
  part(label, [axes(label, unit, most)]);

/** Everything that can be sealed with a picture, in the order of the cards; units as in the model. */
export const sections: readonly Section[] = [
  {
    title: 'where',
    sources: [
      part('gps', [
        coordinate('latitude', 'north', 'south'),
        coordinate('longitude', 'east', 'west'),
        accuracy('latLongAccuracy'),
        quantity('altitude', 'm', 1, {accuracyKey: 'altitudeAccuracy'}),
        quantity('speed', 'm/s', 1, {accuracyKey: 'speedAccuracy'}),
      ]),
      part('placeComparison', [
        placeOutcome,
        quantity('placeDistance', 'm', 0, {key: 'distance', accuracyKey: 'accuracy'}),
      ]),
      part('expectedPlace', [expectedPlace], {path: 'features.shot.expectedPlace'}),
      part('atmospheric', [
        quantity('barometricAltitude', 'm', 1, {key: 'altitude', accuracyKey: 'altitudeAccuracy'}),
        quantity('pressure', 'hPa', 1),
      ]),
    ],
  },
  {
    title: 'camera',
    sources: [
      part('camera', [
        words('deviceName'),
        words('lens'),
        quantity('aperture', 'f/#', 1),
        seconds('shutterSpeed'),
        quantity('iso', 'ISO #', 0),
        quantity('zoomLevel', '# ×', 2),
        quantity('focusPosition', '', 3),
        mode('focusMode'),
        place('focusPoint'),
        quantity('selfTimer', 's', 0),
        mode('whiteBalanceMode'),
        choice('flash', 'on', 'off'),
        choice('lowLightBoost', 'on', 'off'),
        quantity('sharpness', '', 2),
        percentage('meanLuminance'),
        percentage('clippedShare'),
      ]),
    ],
  },
  {
    title: 'device',
    sources: [
      part('device', [
        words('model'),
        joined('os', 'os', 'osVersion'),
        joined('appId', 'appId', 'appVersion'),
        words('sdkVersion'),
        words('userAgent'),
      ]),
    ],
  },
  {
    title: 'network',
    sources: [
      part('network', [choice('wifi', 'connected', 'notConnected'), technologies('cellular')]),
    ],
  },
  {
    title: 'motion',
    sources: [
      part('magnetometer', [quantity('heading', '#°', 1, {accuracyKey: 'headingAccuracy'})]),
      part('field', [axes('field', 'µT', 1)], {
        path: 'magnetometer.field',
      }),
      part('orientation', [
        quantity('roll', '#°', 1),
        quantity('pitch', '#°', 1),
        quantity('yaw', '#°', 1),
      ]),
      vector('acceleration', 'm/s²', 2),
      vector('gravity', 'm/s²', 2),
      vector('rotationRate', '°/s', 1),
    ],
  },
  {
    title: 'tags',
    sources: [
      part('shot', [words('shot', 'label'), words('shotId', 'id')], {path: 'features.shot'}),
      part('tags', [words('captionWords', 'caption')]),
      part('tags', 'entries'),
    ],
  },
  {
    title: 'notTakenHere',
    sources: [
      part('chosen', [time('chosen', 'chosenAt'), choice('hadSeal', 'yes', 'no')], {
        path: 'imported',
      }),
      part('originalType', [words('originalType', 'mediaType'), words('originalHash', 'sha256')], {
        path: 'imported.original',
      }),
    ],
  },
  {
    title: 'plate',
    sources: [
      part(
        'plate',
        [
          words('plateNumber'),
          words('detectedPlateNumber'),
          choice('wasEdited', 'yes', 'no'),
          box('boundingBox'),
        ],
        {path: 'features.licensePlateInfo'},
      ),
    ],
  },
];
