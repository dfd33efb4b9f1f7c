import {UsageError} from '../settings/settings-error.js';

const FORM = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Parses a time of RFC 3339 with its offset.
 * @throws {UsageError} for any other text, and for days that do not exist
 */
export function validationTime(text: string): Date {
  const [, day = '', clock = '', fraction = '', offset = ''] = FORM.exec(text) ?? [];
  const time = new Date(`${day}T${clock}${fraction.slice(0, 4)}${offset.toUpperCase()}`);
  // Date would count a day that its month does not have into the next month.
  const local = new Date(`${day}T${clock}Z`);
  if (Number.isNaN(time.getTime()) || local.toISOString().slice(0, 10) !== day) {
    throw new UsageError('--time must be a time of RFC 3339, such as 2026-11-23T12:00:00Z.');
  }
  return time;
}
