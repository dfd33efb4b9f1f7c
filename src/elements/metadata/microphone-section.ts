import {choice, field, quantity, words, type Field} from './fields.js';
import {number, text} from '@sealed-capture/seal/model/json/loose-json.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {clockTime} from '../player/clock-time.js';
import {part, type Section} from './sections.js';

/** A sample rate, formatted as "48 kHz". */
const kilohertz = field(number, (hertz, {format, unit}) => ({
  value: format.number(hertz / 1000, 3),
  unit: unit('kHz'),
}));

const channels = field(number, (count, {format, term}) => ({
  value: count === 1 ? term('mono') : count === 2 ? term('stereo') : format.number(count, 0),
}));

/** The section's bookmarks in seconds. */
export const bookmarksOf = (list: unknown): readonly number[] =>
  Array.isArray(list) ? list.map(number).filter((seconds) => seconds !== undefined) : [];

/** The names of the section's bookmarks, in their order; empty for none. */
export const bookmarkNamesOf = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.map((name) => visibleText(text(name) ?? '')) : [];

const bookmarks: Field = {
  ...field(
    (list) => {
      const places = bookmarksOf(list);
      return places.length > 0 ? places : undefined;
    },
    (places, {format}, {bookmarkNames}) => {
      const names = bookmarkNamesOf(bookmarkNames);
      const marks = places.map((place, index) => `${clockTime(place)} ${names[index] ?? ''}`);
      return {value: format.series(marks.map((mark) => mark.trim()))};
    },
  )('bookmarks'),
  keys: ['bookmarks', 'bookmarkNames'],
};

/** The section that a recording has instead of the camera's. */
export const microphoneSection: Section = {
  title: 'microphone',
  sources: [
    part('microphone', [
      words('deviceName'),
      kilohertz('sampleRate'),
      channels('channels'),
      choice('echoCancellation', 'yes', 'no'),
      choice('noiseSuppression', 'yes', 'no'),
      choice('autoGainControl', 'yes', 'no'),
      quantity('soundMissing', 's', 2, {key: 'missing'}),
      bookmarks,
    ]),
  ],
};
