import {objectAt, textAt} from '../model/json/loose-json.js';
import type {Loose} from '../model/json/record.js';
import {SANDBOX_ORGANISATION} from '../trust/sandbox.js';
import {utc} from '../model/utc.js';

// Helpers for the manifests of the engine's crJSON.

/** ISO 8601 in UTC, ending in "Z"; undefined for an invalid time. */
export function utcAt(value: unknown, key: string): string | undefined {
  const time = new Date(textAt(value, key) ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : utc(time);
}

export const signerOf = (manifest: Loose): string | undefined =>
  nameAt(objectAt(objectAt(manifest, 'signature'), 'certificateInfo'), 'subject');

export const nameAt = (certificate: Loose, key: string): string | undefined =>
  textAt(objectAt(certificate, key), 'CN') ?? textAt(objectAt(certificate, key), 'O');

/** True if the certificate says that it is one of a sandbox. A false claim only makes the seal worth less. */
export const isOfSandbox = (certificate: Loose): boolean =>
  textAt(objectAt(certificate, 'subject'), 'O') === SANDBOX_ORGANISATION;
