import {type Check, type Signature} from '../model/inspection/inspection-result.js';
import {utc} from '../model/utc.js';
import {explain} from './explanations.js';
import {type Findings} from './findings.js';
import {NOT_REVOKED} from '../status-codes.js';
import {type StapledAnswer} from '../revocation/judge-answers.js';

/** Clocks differ. */
const LEEWAY_MS = 5 * 60_000;
const UNKNOWN = 'signingCredential.ocsp.unknown';
const saysNotRevoked = ({success, informational}: Findings): boolean =>
  success.includes(NOT_REVOKED) || informational.includes(NOT_REVOKED);

/** What is known of revocation, with its date. */
export interface Revocation {
  findings: Findings;
  /** ISO 8601; undefined if the seal does not prove that its certificate was not revoked. */
  notRevokedAt?: string;
}

/**
 * Accepts the engine's finding that the certificate was not revoked only if the seal carries an answer of an
 * authorized responder that was valid when the seal was made; without a time stamp the engine does not check that.
 *
 * @param isAlone true if the engine had no other answer and no other certificate to judge
 * @param sealedAt by a trusted time stamp; without one, `now` is used, epoch milliseconds
 */
export function revocationOf(
  findings: Findings,
  answer: StapledAnswer | undefined,
  sealedAt: Signature['timestamp'],
  now: number,
  isAlone = true,
): Revocation {
  if (!saysNotRevoked(findings)) return {findings};
  const at = sealedAt === undefined ? now : Date.parse(sealedAt);
  if (
    isAlone &&
    answer?.isAuthorised &&
    answer.thisUpdate <= at + LEEWAY_MS &&
    at <= answer.until
  ) {
    const time = utc(answer.thisUpdate);
    return {findings, notRevokedAt: time};
  }
  const without = (codes: string[]) => codes.filter((code) => code !== NOT_REVOKED);
  const informational = [...without(findings.informational), UNKNOWN];
  return {findings: {...findings, success: without(findings.success), informational}};
}

/** Adds the date to the check: "not revoked" without a date would claim too much. */
export function withDate(checks: readonly Check[], notRevokedAt: string | undefined): Check[] {
  if (notRevokedAt === undefined) return [...checks];
  const explanation = `${explain(NOT_REVOKED).replace(/\.$/, '')} as of ${notRevokedAt.slice(0, 16).replace('T', ', ')} UTC.`;
  return checks.map((check) =>
    check.code === NOT_REVOKED && !check.inIngredient ? {...check, explanation} : check,
  );
}

const STATUS_ASSERTION = new TextEncoder().encode('c2pa.certificate-status');

/** True if a store contains OCSP answers beside those of its signatures, from anybody. */
export function hasStatusAssertion(store: Uint8Array): boolean {
  const [first = 0] = STATUS_ASSERTION;
  for (let at = store.indexOf(first); at >= 0; at = store.indexOf(first, at + 1)) {
    if (STATUS_ASSERTION.every((byte, index) => store[at + index] === byte)) return true;
  }
  return false;
}
