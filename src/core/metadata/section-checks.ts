import {unavailableReasons} from '@sealed-capture/seal/model/unavailable-reason.js';
import type {Check} from './shapes.js';

// The checks that only the sections of the metadata need: loaded with what reads the sensors, not with the elements.

/** The shape of a reason why a section has no values. */
export const reason: Check = (value) =>
  unavailableReasons.some((known) => known === value) ? undefined : 'one of the known reasons';

/** A UTC time by the service's rules: impossible dates and hours are refused. */
export const utc: Check = (value) => {
  const isUtc = typeof value === 'string' && /^\d{4}-.{5}T.{8}(\.\d{1,15})?Z$/.test(value);
  const time = isUtc ? Date.parse(value) : NaN;
  const isTime = isUtc && time >= 0 && new Date(time).toISOString().startsWith(value.slice(0, 19));
  return isTime ? undefined : 'a time in UTC, as ISO 8601 has it';
};

export const names =
  (most: number, name: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every((one) => !name(one))
      ? undefined
      : `at most ${most} of a kind`;
