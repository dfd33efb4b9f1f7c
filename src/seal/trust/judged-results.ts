import {listAt, objectAt, textAt} from '../../model/json/loose-json.js';
import type {Loose} from '../../model/json/record.js';
import {manifestIn} from '../own-reader/jumbf-url.js';
import {SIGNER_TRUSTED, SIGNER_UNTRUSTED, STAMP_TRUSTED} from '../status-codes.js';
import {type JudgedManifest, type JudgedStore} from './judged-store.js';

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
function isDenied(status: unknown, code: string, {manifests}: JudgedStore): boolean {
  if (textAt(status, 'code') !== code) return false;
  return isTrue[code]?.(manifests.get(manifestIn(textAt(status, 'url') ?? '') ?? '')) === false;
}

/**
 * True if the engine calls somebody or a time trusted, anywhere in its results or its crJSON, that is not.
 *
 * @param code of the findings in question
 */
export function isContradicted(value: unknown, code: string, judged: JudgedStore): boolean {
  if (!judged.isJudged || typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]: [string, unknown]) =>
    key === 'success' && Array.isArray(inner)
      ? inner.some((status) => isDenied(status, code, judged))
      : key !== 'assertions' && isContradicted(inner, code, judged),
  );
}

/** The engine's results or crJSON in which no signer is trusted who is not, and whether a failure had to be added. */
export function withJudgedSigners(
  value: unknown,
  judged: JudgedStore,
  recorded: ReadonlySet<string>,
): {value: unknown; isFailure: boolean} {
  let isFailure = false;
  /** The engine only lists what differs from what a manifest records of its sources. */
  const isKnown = (status: unknown) => recorded.has(textAt(status, 'url') ?? '');
  const corrected = (inner: unknown, isDelta: boolean): unknown => {
    if (Array.isArray(inner)) return inner.map((one: unknown) => corrected(one, isDelta));
    if (typeof inner !== 'object' || inner === null) return inner;
    const copy: Loose = Object.fromEntries(
      Object.entries(inner).map(([key, part]: [string, unknown]) => [
        key,
        key === 'assertions' ? part : corrected(part, isDelta || key === 'ingredientDeltas'),
      ]),
    );
    const denied = listAt(copy, 'success').filter((one) => isDenied(one, SIGNER_TRUSTED, judged));
    if (denied.length === 0) return copy;
    const added = denied.filter((one) => !isDelta || !isKnown(one)).map(untrusted);
    isFailure ||= added.length > 0;
    return {
      ...copy,
      success: listAt(copy, 'success').filter((one) => !denied.includes(one)),
      failure: [...listAt(copy, 'failure'), ...added],
    };
  };
  return {value: corrected(value, false), isFailure};
}

const untrusted = (status: unknown): Loose => ({
  ...objectAt({status}, 'status'),
  code: SIGNER_UNTRUSTED,
  explanation: 'signing certificate untrusted',
});
