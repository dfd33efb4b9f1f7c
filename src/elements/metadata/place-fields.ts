import {number, text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Field, Words} from './fields.js';

/** The words for a comparison of places: its outcome or, if that is unknown, why. */
const words: Readonly<Record<string, Words>> = {
  within: 'placeWithin',
  outside: 'placeOutside',
  absent: 'placeAbsent',
  rough: 'placeRough',
  old: 'placeOld',
};

/** The outcome of a comparison of the location with the place that was expected. */
export const placeOutcome: Field = {
  label: 'placeComparison',
  keys: ['outcome', 'why'],
  show: ({outcome, why}, {term}) => {
    const known = text(outcome === 'unknown' ? why : outcome) ?? '';
    const word = Object.hasOwn(words, known) ? words[known] : undefined;
    return word && {value: term(word)};
  },
};

/** The place that was expected, in one line. */
export const expectedPlace: Field = {
  label: 'expectedPlace',
  keys: ['latitude', 'longitude', 'radius'],
  parts: {most: 6},
  show: ({latitude, longitude, radius}, {format, term, unit}) => {
    const degrees = (value: unknown, positive: Words, negative: Words) => {
      const known = number(value);
      if (known === undefined) return undefined;
      return `${format.number(Math.abs(known), 6)}° ${term(known < 0 ? negative : positive)}`;
    };
    const place = [degrees(latitude, 'north', 'south'), degrees(longitude, 'east', 'west')].filter(
      (value) => value !== undefined,
    );
    const metres = number(radius);
    if (place.length < 2 || metres === undefined) return undefined;
    return {value: format.series(place), unit: `± ${format.number(metres, 1)} ${unit('m')}`};
  },
};
