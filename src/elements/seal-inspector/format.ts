import type {Format, Shown} from '../metadata/format.js';
import {visibleText} from '../metadata/visible-text.js';

export const percent = ({locale}: Format, fraction: number): string =>
  new Intl.NumberFormat(locale, {style: 'percent'}).format(fraction);

export function bytes(format: Format, size: number): Shown {
  const [divisor, unit] =
    size < 1000 ? [1, 'B'] : size < 1_000_000 ? [1000, 'kB'] : [1_000_000, 'MB'];
  return {value: format.number(size / divisor, size < 10_000_000 && divisor > 1 ? 1 : 0), unit};
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
