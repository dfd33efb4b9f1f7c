import {type LabelState} from '../../model/inspection-result.js';
import {explain, explainInIngredient} from './explanations.js';
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
  const failures = [...findings.failure, ...findings.ingredients.failure];
  const isIdentityAlone = failures.length > 0 && failures.every(isIdentity);
  const who = signer ?? 'the signer';
  if (
    validationState === 'Trusted' ||
    (validationState === 'Valid' && isSignerTrusted && isIdentityAlone)
  ) {
    return {labelState: 'valid', reason: `Nothing has changed since ${who} sealed it.`};
  }
  if (validationState === 'Valid') {
    const reason = isSignerTrusted
      ? `Nothing has changed since it was sealed, but not all of it is confirmed.${whyUnconfirmed(findings)}`
      : `Nothing has changed since it was sealed, but ${who} is not among the signers this service trusts.`;
    return {labelState: 'untrusted', reason};
  }
  return {labelState: 'invalid', reason: whyBroken(findings)};
}

/** A further sentence, where the engine says what stands in the way. */
function whyUnconfirmed({failure, ingredients}: Findings): string {
  const decides = (code: string): boolean => !isIdentity(code);
  const code = failure.find(decides);
  if (code !== undefined) return ` ${explain(code)}`;
  const inner = ingredients.failure.find(decides);
  return inner === undefined ? '' : ` ${explainInIngredient(inner)}`;
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

function whyBroken({failure, ingredients}: Findings): string {
  for (const weight of byWeight) {
    const code = failure.find((candidate) => weight.test(candidate));
    if (code !== undefined) return explain(code);
  }
  const [inner] = ingredients.failure;
  if (inner !== undefined) return explainInIngredient(inner);
  return 'The seal does not hold.';
}

export const NO_SEAL: Verdict = {
  labelState: 'none',
  reason: 'This file carries no seal. That does not say that it is false.',
};
