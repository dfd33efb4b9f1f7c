import {hidden} from './visible-text.js';

const inJson = new RegExp(String.raw`(?!\n)${hidden}`, 'gu');

/** JSON of a value in which no hidden character stands as it is: each becomes an escape of JSON. The value is the same. */
export const visibleJson = (value: unknown, space?: number): string =>
  JSON.stringify(value, null, space).replace(inJson, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
