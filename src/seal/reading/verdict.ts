import {type LabelState} from '../../model/inspection-result.js';
import {explain} from './explanations.js';
import {type Findings} from './findings.js';

export interface Verdict {
  labelState: LabelState;
  /** One clear sentence. */
  reason: string;
}

const isIdentity = (code: string): boolean => code.startsWith('cawg.');

/**
 * The verdict on a seal that could be read. `validationState` is the engine's: Trusted, Valid (intact, something
 * keeps it from being trusted) or Invalid. Statements of identity (`cawg.*`) never decide (DESIGN.md, Wire): where
 * they alone stand in the way, Valid is as good as Trusted; where nothing does, the engine knows more than it says.
 */
export function judge(validationState: unknown, findings: Findings, signer?: string): Verdict {
  const isSignerTrusted = findings.success.includes('signingCredential.trusted');
  const failures = [...findings.failure, ...findings.ingredientFailure];
  const isIdentityAlone = failures.length > 0 && failures.every(isIdentity);
  const who = signer ?? 'the signer';
  if (
    validationState === 'Trusted' ||
    (validationState === 'Valid' && isSignerTrusted && isIdentityAlone)
  ) {
    return {labelState: 'valid', reason: `Nothing has changed since ${who} sealed it.`};
  }
  if (validationState === 'Valid') {
    const deciding = failures.find((code) => !isIdentity(code));
    const reason = isSignerTrusted
      ? `Nothing has changed since it was sealed, but not all of it is confirmed.${deciding ? ` ${explain(deciding)}` : ''}`
      : `Nothing has changed since it was sealed, but ${who} is not among the signers this service trusts.`;
    return {labelState: 'untrusted', reason};
  }
  return {labelState: 'invalid', reason: whyBroken(findings)};
}

/** What a person wants to hear first: the content, then the seal itself, then who made it. */
const byWeight = [
  /^assertion\.(data|bmff|boxes|collection|multiAsset)Hash\./,
  /^claimSignature\./,
  /^assertion\./,
  /^signingCredential\.(?!untrusted)/,
  /^(?!cawg\.|signingCredential\.)/,
  /^/,
];

function whyBroken({failure, ingredientFailure}: Findings): string {
  for (const weight of byWeight) {
    const code = failure.find((candidate) => weight.test(candidate));
    if (code !== undefined) return explain(code);
  }
  const [inner] = ingredientFailure;
  if (inner !== undefined) return `In a file that this was made from: ${explain(inner)}`;
  return 'The seal does not hold.';
}

export const NO_SEAL: Verdict = {
  labelState: 'none',
  reason: 'This file carries no seal. That does not say that it is false.',
};
