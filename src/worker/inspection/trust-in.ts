import {Value} from 'typebox/value';
import {forAnyUse, TrustAnchors} from '@sealed-capture/seal/model/inspection/trust-anchors.js';

/**
 * Parses trust anchors: JSON in the form of a service's `trust.json`, or PEM of authorities for signers and time.
 * Throws RangeError for JSON of another form.
 */
export function trustIn(text: string): TrustAnchors {
  if (!text.trimStart().startsWith('{')) return forAnyUse(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new RangeError('This is no JSON.', {cause});
  }
  if (!Value.Check(TrustAnchors, value)) throw new RangeError('These are no trust anchors.');
  return value;
}
