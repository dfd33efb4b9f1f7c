import type {Format, Shown} from '../metadata/format.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';

export const percent = ({locale}: Format, fraction: number): string =>
  new Intl.NumberFormat(locale, {style: 'percent'}).format(fraction);

const unitsOfBytes = [
  [1_000_000, 'megabyte', 'short'],
  [1000, 'kilobyte', 'short'],
  [1, 'byte', 'long'],
] as const;

/** The size of a file with its unit in the reader's language, such as "kB", "ko" or "كيلوبايت". */
export function bytes(format: Format, size: number): Shown {
  const [divisor, unit, unitDisplay] =
    unitsOfBytes.find(([least]) => size >= least) ?? unitsOfBytes[2];
  const value = size / divisor;
  const written = new Intl.NumberFormat(format.locale, {style: 'unit', unit, unitDisplay});
  const name = written.formatToParts(value).find(({type}) => type === 'unit');
  return {
    value: format.number(value, size < 10_000_000 && divisor > 1 ? 1 : 0),
    unit: name?.value,
  };
}

/** A date without its time of day; unchanged if it is not a time. */
export function day({locale}: Format, iso: string): Shown {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return {value: visibleText(iso)};
  return {value: new Intl.DateTimeFormat(locale, {dateStyle: 'long'}).format(date), time: iso};
}

/** The host that the file is sent to, for people. */
export function hostOf(address: string): string {
  try {
    return new URL(address, document.baseURI).host;
  } catch {
    return address;
  }
}
