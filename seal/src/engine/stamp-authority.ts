import {type Check, type Signature} from '../model/inspection/inspection-result.js';
import {valueAt} from '../model/json/loose-json.js';
import type {Loose} from '../model/json/record.js';
import {utc} from '../model/utc.js';
import {LATER_STAMP, STAMP_TRUSTED, STAMP_UNSUPPORTED, STAMP_UNTRUSTED} from '../status-codes.js';
import {type LaterStamp} from '../updates/later-stamp.js';
import {explain} from './explanations.js';
import {type Findings} from './findings.js';

/** A remark only: the verdict on such seals stays the engine's. */
const unchecked: Check = {
  code: 'org.sealed-capture.timeStamp.authorityUnchecked',
  passed: false,
  explanation:
    'Whether the time-stamp authority is known was not asked: seals of this older kind (C2PA 1) are read without it.',
};

/**
 * Adds a remark to the checks if the time stamp is of a claim of version 1. The engine calls such time stamps
 * trusted, whoever issued them; and because the stamp is not signed, anybody with the file can replace it.
 */
function withStampAuthority(checks: readonly Check[], manifest: Loose): Check[] {
  const isFirstVersion = valueAt(manifest, 'claim') !== undefined;
  const isStamp = ({code, inIngredient}: Check) => code === STAMP_TRUSTED && !inIngredient;
  if (!isFirstVersion || !checks.some(isStamp)) return [...checks];
  const told = checks.map((check) =>
    isStamp(check) ? {...check, explanation: 'The time stamp names who gave it.'} : check,
  );
  const passed = told.findIndex((check) => check.passed);
  return [...told.slice(0, passed), unchecked, ...told.slice(passed)];
}

/** The findings with the results for later time stamps, which the engine does not check. */
export function withLaterStamp(findings: Findings, later: LaterStamp | undefined): Findings {
  if (!later) return findings;
  const isOfTime = (code: string) =>
    /^timeStamp\.(trusted|untrusted|mismatch|malformed)$/.test(code);
  const success = findings.success.filter((code) => !isOfTime(code));
  const informational = findings.informational.filter((code) => !isOfTime(code));
  return later.name === 'trusted'
    ? {...findings, success: [STAMP_TRUSTED, ...success], informational}
    : {...findings, success, informational: [later.code, ...informational]};
}

/** The findings, in which an authority whose signature could not be verified is not called unknown. */
export const withUnsupportedStamp = (
  findings: Findings,
  isUnsupported: boolean | undefined,
): Findings =>
  isUnsupported
    ? {
        ...findings,
        informational: findings.informational.map((code) =>
          code === STAMP_UNTRUSTED ? STAMP_UNSUPPORTED : code,
        ),
      }
    : findings;

/** The signature with the time of the stamp that counts. */
export function withLaterTime(signature: Signature, later: LaterStamp | undefined): Signature {
  if (later?.name !== 'trusted') return signature;
  return {...signature, timestamp: utc(later.time)};
}

/** The checks with remarks on the time stamp. */
export function stampChecks(
  checks: readonly Check[],
  manifest: Loose,
  later: LaterStamp | undefined,
): Check[] {
  if (!later) return withStampAuthority(checks, manifest);
  if (later.name !== 'trusted' || !later.isLater) return [...checks];
  const note: Check = {code: LATER_STAMP, passed: true, explanation: explain(LATER_STAMP)};
  const at =
    checks.findIndex(({code, inIngredient}) => code === STAMP_TRUSTED && !inIngredient) + 1;
  return [...checks.slice(0, at), note, ...checks.slice(at)];
}
