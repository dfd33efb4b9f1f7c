import {dateWithTime} from '../strings/date-with-time.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';

/** A formatted value, shown large, with its unit small beside it. */
export interface Shown {
  value: string;
  unit?: string;
  /** ISO 8601, if the value is a time. */
  time?: string;
}

/**
 * The number of decimal places for a value with this accuracy: down to the first uncertain digit. Without an accuracy,
 * `most`.
 */
export function decimals(accuracy: number | undefined, most: number): number {
  if (accuracy === undefined || accuracy <= 0) return most;
  return Math.max(0, Math.min(most, -Math.floor(Math.log10(accuracy))));
}

/** By language. */
const commas: Readonly<Record<string, string>> = {ar: '، ', ja: '、'};

/** Formats numbers and times for one locale. Returns undefined for what cannot be shown. */
export class Format {
  readonly locale: string;
  /** Formatters by decimal places, because creating one takes longer than formatting a thousand numbers. */
  readonly #numbers = new Map<string, Intl.NumberFormat>();

  constructor(locale: string) {
    this.locale = locale;
  }

  /** Formats with at most `most` decimal places, or with as many as its accuracy supports. */
  number(value: number, most: number, accuracy?: number): string {
    const places = decimals(accuracy, most);
    const least = accuracy === undefined ? 0 : places;
    const kind = `${least} ${places}`;
    let numbers = this.#numbers.get(kind);
    if (!numbers) {
      numbers = new Intl.NumberFormat(this.locale, {
        minimumFractionDigits: least,
        maximumFractionDigits: places,
        useGrouping: false,
        signDisplay: 'negative',
      });
      this.#numbers.set(kind, numbers);
    }
    return numbers.format(value).replace('-', '−');
  }

  /** Formats the number after "±", or an accuracy alone. */
  accuracy(value: number): string {
    return this.number(value, value < 10 ? 1 : 0);
  }

  /** "A, B und C"; in English "A, B, C", because titles contain "and" themselves. */
  list(items: readonly string[]): string {
    const type = this.locale.startsWith('en') ? 'unit' : 'conjunction';
    return new Intl.ListFormat(this.locale, {type}).format(items);
  }

  /** "A, B, C" with the comma of the language's script, for values and labels side by side. */
  series(items: readonly string[]): string {
    const [language = ''] = this.locale.split('-');
    return items.join(commas[language] ?? ', ');
  }

  /** A date with its time and zone; the unchanged text if it is not a date. */
  time(iso: string): Shown {
    const date = new Date(iso);
    if (Number.isNaN(date.getTime())) return {value: visibleText(iso)};
    return {value: dateWithTime(this.locale, date), time: date.toISOString()};
  }

  /** How long ago something was; "now" if it is current. */
  ago(milliseconds: number): string {
    const seconds = Math.floor(milliseconds / 1000);
    const [value, unit] =
      seconds < 90 ? [seconds, 'second' as const] : [Math.floor(seconds / 60), 'minute' as const];
    const format = new Intl.RelativeTimeFormat(this.locale, {numeric: 'auto', style: 'narrow'});
    return format.format(seconds < 2 ? 0 : -value, unit);
  }
}
