import type {Localize} from '../../strings/localize.js';

const units = [
  [1e9, 'gigabyte'],
  [1e6, 'megabyte'],
  [1e3, 'kilobyte'],
  [1, 'byte'],
] as const;

/** A number of bytes in the reader's language, such as "3.4 MB". */
export function sizeText(bytes: number, say: Localize): string {
  const [divisor, unit] = units.find(([least]) => bytes >= least) ?? units[3];
  const value = bytes / divisor;
  const maximumFractionDigits = value < 10 && divisor > 1000 ? 1 : 0;
  // Some languages have the long name of a byte alone.
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  // Number and unit stay in one line.
  return say
    .number(value, {style: 'unit', unit, unitDisplay, maximumFractionDigits})
    .replaceAll(' ', '\u00a0');
}
