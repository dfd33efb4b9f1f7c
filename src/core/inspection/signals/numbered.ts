import {at, object, text} from '@sealed-capture/seal/model/json/loose-json.js';
import {factsOf, type KnownFile} from './known-file.js';
import {groupedBy} from './signal.js';

/** Longest number, in digits. A longer one is a time or an id. */
const MOST_DIGITS = 9;

/** A file in a series, such as `IMG_0012.JPG`. */
export interface Numbered {
  file: KnownFile;
  number: number;
}

/** Files with the same folder, beginning and number of digits, by their numbers; at least two numbers. */
export interface Series {
  members: readonly Numbered[];
  /** The name that another number has in this series. */
  nameOf: (number: number) => string;
}

/** What is before the number, and the number as it is written. */
function parted(name: string): {before: string; digits: string} | undefined {
  const stem = name.replace(/\.[^./]*$/, '');
  const [, before = '', digits = ''] = /^(.*?)(\d+)$/s.exec(stem) ?? [];
  return digits && digits.length <= MOST_DIGITS ? {before, digits} : undefined;
}

/** The series among the files' names. Numbers with leading zeros have as many digits as one another. */
export const seriesOfNames = (files: readonly KnownFile[]): Series[] =>
  seriesOf(files, ({name}) => name);

/**
 * The series among the shots of lists that a page asked for: of their ids, or of a tag. A tag with a number alone is
 * `shot`, `shotNumber` or `photoNumber`.
 */
export const seriesOfShots = (files: readonly KnownFile[]): Series[] => seriesOf(files, shotOf);

const OF_SHOT = ['shot', 'shotnumber', 'photonumber'];

function shotOf(file: KnownFile): string | undefined {
  const facts = factsOf(file);
  const id = text(at(facts, 'features.shot.id'));
  if (id !== undefined) return id;
  for (const [name, value] of Object.entries(object(facts['tags']) ?? {})) {
    if (OF_SHOT.includes(name.toLowerCase().replace(/[^a-z]/g, ''))) return text(value);
  }
  return undefined;
}

function seriesOf(
  files: readonly KnownFile[],
  nameOf: (file: KnownFile) => string | undefined,
): Series[] {
  const all = files.flatMap((file) => {
    const parts = parted(nameOf(file) ?? '');
    return parts ? [{file, number: Number(parts.digits), ...parts}] : [];
  });
  return groupedBy(all, ({before}) => before).flatMap((alike) => {
    const padded = new Set(
      alike.flatMap(({digits}) => (/^0\d/.test(digits) ? [digits.length] : [])),
    );
    const widthOf = (digits: string): number => (padded.has(digits.length) ? digits.length : 0);
    return groupedBy(alike, ({digits}) => String(widthOf(digits))).flatMap((members) => {
      const [first] = members;
      if (!first || new Set(members.map(({number}) => number)).size < 2) return [];
      const before = first.before.replace(/^.*\//s, '');
      const width = widthOf(first.digits);
      return {
        members: [...members].sort((one, other) => one.number - other.number),
        nameOf: (number: number) => before + String(number).padStart(width, '0'),
      };
    });
  });
}
