import type {copying} from '../../lang/compiled/en/copying.js';
import type {fileFacts} from '../../lang/compiled/en/file-facts.js';
import type {findings} from '../../lang/compiled/en/findings.js';
import type {imported} from '../../lang/compiled/en/imported.js';
import type {metadata} from '../../lang/compiled/en/metadata.js';
import type {metadataTree} from '../../lang/compiled/en/metadata-tree.js';
import type {microphone} from '../../lang/compiled/en/microphone.js';
import type {result} from '../../lang/compiled/en/result.js';
import type {sealInspector} from '../../lang/compiled/en/seal-inspector.js';
import type {verdict} from '../../lang/compiled/en/verdict.js';
import type {Format, Shown} from './format.js';
import {boolean, number, object, text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {visibleLines} from '@sealed-capture/seal/model/text/visible-text.js';

type Catalogue = typeof copying &
  typeof fileFacts &
  typeof findings &
  typeof imported &
  typeof metadata &
  typeof metadataTree &
  typeof microphone &
  typeof result &
  typeof sealInspector &
  typeof verdict;

/** Keys of the terms without arguments. */
export type Words = {
  [Key in keyof Catalogue]: Catalogue[Key] extends string ? Key : never;
}[keyof Catalogue];

/** How values are formatted for this reader. */
export interface Writing {
  format: Format;
  term: (key: Words) => string;
  /** A unit in the reader's language, by its international symbol. */
  unit: (symbol: string) => string;
}

export interface Parts {
  /** The international symbol. */
  unit?: string;
  /** Maximum number of decimal places. */
  most: number;
}

/** One value of a section. `show` returns undefined if it is missing or invalid. */
export interface Field {
  label: Words;
  /** The fields of the section that it shows; by default the one with the name of its label. */
  keys?: readonly string[];
  /** Set if its parts can be shown separately, with their numbers in this unit. */
  parts?: Parts;
  show: (section: Loose, writing: Writing) => Shown | undefined;
}

/** A field of its own name. `read` returns undefined for a value of another type; `show` formats the value. */
export const field =
  <Value>(
    read: (value: unknown) => Value | undefined,
    show: (value: Value, writing: Writing, section: Loose) => Shown,
  ) =>
  (label: Words, key: string = label, parts?: Parts): Field => ({
    label,
    keys: [key],
    parts,
    show: (section, writing) => {
      const value = read(section[key]);
      return value === undefined ? undefined : show(value, writing, section);
    },
  });

export const words = field(text, (value) => ({value: visibleLines(value)}));

/** The camera's modes of focus and white balance (W3C Image Capture). */
const modes: Readonly<Record<string, Words>> = {
  none: 'modeNone',
  manual: 'modeManual',
  'single-shot': 'modeOnce',
  continuous: 'modeContinuous',
};

/** One of these modes, in words; any other text unchanged. */
export const mode = field(text, (value, {term}) => {
  const known = Object.hasOwn(modes, value) ? modes[value] : undefined;
  return {value: known ? term(known) : visibleLines(value)};
});

/** A duration that is given as text, e.g. "1/80". */
export const seconds = field(text, (value, {unit}) => ({
  value: visibleLines(value),
  unit: unit('s'),
}));

export const choice = (label: Words, yes: Words, no: Words): Field =>
  field(boolean, (value, {term}) => ({value: term(value ? yes : no)}))(label);

/** Several texts of one section, joined. */
export const joined = (label: Words, ...keys: string[]): Field => ({
  label,
  keys,
  show: (section) => {
    const known = keys.map((key) => text(section[key])).filter((value) => value !== undefined);
    return known.length === 0 ? undefined : {value: visibleLines(known.join(' '))};
  },
});

/** Appends a unit, or replaces the "#" of a pattern by the number. */
const withUnit = (value: string, symbol: string, {unit}: Writing): Shown =>
  symbol.includes('#')
    ? {value: symbol.replace('#', () => value)}
    : {value, unit: symbol && unit(symbol)};

/** `accuracyKey` names the field with the accuracy, which limits the number of digits. */
export const quantity = (
  label: Words,
  unit: string,
  most: number,
  {key = label, accuracyKey}: {key?: string; accuracyKey?: string} = {},
): Field => ({
  ...field(number, (value, writing, section) => {
    const {format} = writing;
    const accuracy = accuracyKey === undefined ? undefined : number(section[accuracyKey]);
    const within = accuracy ? ` ± ${format.accuracy(accuracy)}` : '';
    return withUnit(format.number(value, most, accuracy) + within, unit, writing);
  })(label, key),
  keys: accuracyKey === undefined ? [key] : [key, accuracyKey],
});

/** A fraction from 0 to 1, as a percentage. */
export const percentage = field(number, (value, {format}) => ({
  value: format.number(100 * value, 1),
  unit: '%',
}));

/** An accuracy in meters. */
export const accuracy = field(number, (value, {format, unit}) => ({
  value: format.accuracy(value),
  unit: unit('m'),
}));

const METRES_PER_DEGREE = 111_320;

export const coordinate = (label: Words, positive: Words, negative: Words): Field =>
  field(number, (degrees, {format, term}, section) => {
    const metres = number(section['latLongAccuracy']);
    const within = metres === undefined ? undefined : metres / METRES_PER_DEGREE;
    return {
      value: `${format.number(Math.abs(degrees), 6, within)}°`,
      unit: term(degrees < 0 ? negative : positive),
    };
  })(label);

/** x, y and z of the section itself. */
export const axes = (label: Words, symbol: string, most: number): Field => ({
  label,
  keys: ['x', 'y', 'z'],
  parts: {unit: symbol, most},
  show: ({x, y, z}, {format, unit}) => {
    const values = [x, y, z].map(number);
    if (values.every((value) => value === undefined)) return undefined;
    const shown = values.map((value) => (value === undefined ? '–' : format.number(value, most)));
    return {value: shown.join(' / '), unit: `${unit(symbol)} (x, y, z)`};
  },
});

const rectangle = field(object, ({x, y, width, height}, {format, unit}) => {
  const side = (value: unknown) => format.number(number(value) ?? NaN, 0);
  return {value: `${side(width)} × ${side(height)} (${side(x)}, ${side(y)})`, unit: unit('px')};
});

export const box = (label: Words): Field => rectangle(label, label, {unit: 'px', most: 0});

const placeInPicture = field(object, ({x, y}, {format}) => {
  const [across, down] = [x, y].map((part) => format.number(100 * (number(part) ?? NaN), 0));
  return {value: `${across} / ${down}`, unit: '% (x, y)'};
});

/** A box in the picture, in fractions of its sides. */
export const place = (label: Words): Field => placeInPicture(label, label, {most: 2});

/** The texts of a list inside an object of the section; empty if there is a connection without further data. */
const names = field(
  (value) => {
    const list: unknown = object(value)?.['technologies'];
    return Array.isArray(list) ? list : undefined;
  },
  (list: unknown[], {term, format}) => ({
    value:
      visibleLines(format.series(list.map(text).filter((name) => name !== undefined))) ||
      term('connected'),
  }),
);

export const technologies = (label: Words): Field => names(label, label, {most: 0});

export const time = field(text, (value, {format}) => format.time(value));
