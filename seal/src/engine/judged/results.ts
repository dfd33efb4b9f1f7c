import {listAt, objectAt, textAt, valueAt} from '../../model/json/loose-json.js';
import type {Loose} from '../../model/json/record.js';
import {manifestIn} from '../../own-reader/jumbf-url.js';
import {SIGNER_TRUSTED, SIGNER_UNTRUSTED, STAMP_TRUSTED} from '../../status-codes.js';
import {type JudgedManifest, type JudgedStore} from './store.js';

// The engine is told which certificates are trusted, and not where. It can therefore find trust where none is: in a
// manifest that carries the certificate of another without its path, or a time stamp of an authority that shares its
// issuer with a trusted one. What was judged decides.

type Finding = (manifest: JudgedManifest | undefined) => boolean;

/** Findings of the engine, by their codes, and of which manifests they are true. */
const isTrue: Readonly<Record<string, Finding>> = {
  [SIGNER_TRUSTED]: (manifest) => manifest?.signer.name === 'trusted',
  [STAMP_TRUSTED]: (manifest) => manifest?.codes.has(STAMP_TRUSTED) === true,
};

/** True if a finding of the engine (an object with code and URL) was judged otherwise. */
function isDenied(status: unknown, {manifests, isJudged}: JudgedStore): boolean {
  const manifest = manifests.get(manifestIn(textAt(status, 'url') ?? '') ?? '');
  return isJudged && isTrue[textAt(status, 'code') ?? '']?.(manifest) === false;
}

/** The engine's findings of this code about the active manifest, judged otherwise. `results`: `validation_results`. */
export const isActiveDenied = (results: Loose, code: string, judged: JudgedStore): boolean =>
  listAt(objectAt(results, 'activeManifest'), 'success').some(
    (status) => textAt(status, 'code') === code && isDenied(status, judged),
  );

/** The engine's results, or its crJSON, in which nothing is trusted that is not; the same object if that is so already. */
export function withoutDenied(value: unknown, judged: JudgedStore, isDelta = false): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => [
    key,
    // What a manifest records of its sources stays.
    key === 'assertions' ? inner : withoutDenied(inner, judged, isDelta || key === DELTAS),
  ]);
  const denied = listAt(value, 'success').filter((status) => isDenied(status, judged));
  const isSame = entries.every(([key, inner]) => valueAt(value, String(key)) === inner);
  if (isSame && denied.length === 0) return value;
  if (Array.isArray(value)) return entries.map(([, inner]) => inner);
  const copy = Object.fromEntries(entries) as Loose;
  if (denied.length === 0) return copy;
  const signers = denied.filter((status) => textAt(status, 'code') === SIGNER_TRUSTED);
  return {
    ...copy,
    success: listAt(value, 'success').filter((status) => !denied.includes(status)),
    // Of sources, only what differs from what is recorded is listed, so nothing is added.
    ...(!isDelta && {failure: [...listAt(copy, 'failure'), ...signers.map(untrusted)]}),
  };
}

const DELTAS = 'ingredientDeltas';

const untrusted = (status: unknown): Loose => ({
  ...objectAt({status}, 'status'),
  code: SIGNER_UNTRUSTED,
  explanation: 'signing certificate untrusted',
});
