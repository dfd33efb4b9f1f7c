import {type LabelState} from '../model/inspection/inspection-result.js';
import {explain, explainInIngredient} from './explanations.js';
import {type Findings} from './findings.js';

export interface Verdict {
  labelState: LabelState;
  /** One clear sentence. */
  reason: string;
}

/**
 * True if the code means that the seal is invalid, and not only that its signer, its time or an identity is
 * unconfirmed.
 */
export const isBreaking = (code: string): boolean =>
  !/^(cawg|timeStamp|timeOfSigning)\.|^signingCredential\.untrusted$|\.(deprecated|unreferenced|additionalExclusionsPresent|ocsp\.(notRevoked|unknown|inaccessible|skipped))$/.test(
    code,
  );

/** True unless the code is about a statement of identity, which never decides. */
const decides = (code: string): boolean => !code.startsWith('cawg.');

/** The one failure that an intact seal may have: its signer is unknown here. */
const isTolerated = (code: string): boolean => code === 'signingCredential.untrusted';

/**
 * The engine's state without the findings about identities, by the engine's own rule (C2PA 2.4, "Validation
 * states"). Without failures about identities, the state stays unchanged, because the engine may know more than it
 * reports.
 */
function stateOfSeal(state: unknown, {success, failure, ingredients}: Findings): unknown {
  const failures = [...failure, ...ingredients.failure];
  const others = failures.filter(decides);
  if (others.length === failures.length) return state;
  const isSigned =
    success.includes('claimSignature.validated') &&
    success.includes('claimSignature.insideValidity');
  const isIntact = state === 'Valid' || (state === 'Invalid' && isSigned);
  if (!isIntact || !others.every(isTolerated)) return state;
  const isTrusted = others.length === 0 && success.includes('signingCredential.trusted');
  return isTrusted ? 'Trusted' : 'Valid';
}

/**
 * The verdict on a seal that could be read. `engineState` is the engine's state: Trusted, Valid (intact, but
 * something keeps it from being trusted) or Invalid; or this package's Unread or Unlisted
 * (updates/updated-seal.ts). Statements of identity (`cawg.*`) never decide.
 */
export function verdictOf(engineState: unknown, findings: Findings, signer?: string): Verdict {
  const state = stateOfSeal(engineState, findings);
  const isSignerTrusted = findings.success.includes('signingCredential.trusted');
  const who = signer ?? 'the signer';
  if (state === 'Trusted') {
    const but = hasBrokenSource(findings)
      ? ', but the file that it was made from had a broken seal'
      : hasUnknownSource(findings)
        ? ', but it was made from a file whose signer is not trusted'
        : '';
    return {labelState: 'valid', reason: `Nothing has changed since ${who} sealed it${but}.`};
  }
  if (state === 'Valid') {
    const source = sourceOf(findings);
    const reason = isSignerTrusted
      ? `Nothing has changed since it was sealed, but not all of it is confirmed.${whyUnconfirmed(findings)}`
      : `Nothing has changed since it was sealed, but ${who} is not among the signers this service trusts.${source}`;
    return {labelState: 'untrusted', reason};
  }
  if (state === 'Unread') return UNREAD;
  return state === 'Unlisted' ? UNLISTED : {labelState: 'invalid', reason: whyBroken(findings)};
}

const UNREAD: Verdict = {
  labelState: 'unchecked',
  reason:
    'What is below the newest seal of this file could not be compared here with what it names. Try the service, or a page that is served over https.',
};

/** The verdict if this platform cannot verify the chain of a signer. */
export const UNSUPPORTED: Verdict = {
  labelState: 'unchecked',
  reason:
    'Who sealed this file could not be checked here, because this browser lacks an algorithm of the certificates. Try the service, or another browser.',
};

const UNLISTED: Verdict = {
  labelState: 'unchecked',
  reason:
    'The contents of this seal or of an earlier one in the file could not be read, so nothing could be checked. Ask for the original file.',
};

const BROKEN_SOURCE = 'The file that it was made from had a broken seal.';
const UNKNOWN_SOURCE = 'It was made from a file whose signer is not trusted.';

/** A further sentence about the files that one was made from; empty if nothing is wrong with them. */
function sourceOf(findings: Findings): string {
  if (hasBrokenSource(findings)) return ` ${BROKEN_SOURCE}`;
  return hasUnknownSource(findings) ? ` ${UNKNOWN_SOURCE}` : '';
}

/** True if the seal of a source file is invalid, now or as recorded when it was added. */
const hasBrokenSource = ({ingredients, recorded}: Findings): boolean =>
  [...ingredients.failure, ...recorded].some(isBreaking);

/** True if the signer of a source file is not trusted, now or as recorded when it was added. */
const hasUnknownSource = ({ingredients, recorded}: Findings): boolean =>
  [...ingredients.failure, ...recorded].some(isTolerated);

/** The verdict on an intact seal whose signer is known from the interim list only. */
export function interimVerdict(findings: Findings, signer?: string): Verdict {
  const reason = `Nothing has changed since ${signer ?? 'the signer'} sealed it. ${signer ?? 'The signer'} is known from the interim list, which was closed in January 2026.`;
  const source = sourceOf(findings);
  return {labelState: 'interim', reason: reason + source};
}

/** A further sentence if the engine says what keeps the seal from being trusted. */
function whyUnconfirmed({failure, ingredients}: Findings): string {
  const code = failure.find(decides);
  if (code !== undefined) return ` ${explain(code)}`;
  const inner = ingredients.failure.find(decides);
  return inner === undefined ? '' : ` ${explainInIngredient(inner)}`;
}

/**
 * Codes in the order of interest for a person: the content, then the seal itself or another in its place, then its
 * signer.
 */
const byWeight = [
  /^assertion\.(data|bmff|boxes|collection|multiAsset)Hash\./,
  /^ingredient\.manifest\.mismatch$/,
  /^claimSignature\./,
  /^assertion\./,
  /^signingCredential\.(?!untrusted)/,
  /^(?!signingCredential\.)/,
  /^/,
];

function whyBroken({failure, ingredients}: Findings): string {
  const own = heaviest(failure.filter((code) => decides(code) && !isTolerated(code)));
  if (own !== undefined) return explain(own);
  const inner = heaviest(ingredients.failure.filter((code) => decides(code) && isBreaking(code)));
  if (inner !== undefined) return explainInIngredient(inner);
  const any = failure.find(decides);
  return any === undefined ? 'The seal does not hold.' : explain(any);
}

function heaviest(codes: string[]): string | undefined {
  for (const weight of byWeight) {
    const code = codes.find((candidate) => weight.test(candidate));
    if (code !== undefined) return code;
  }
  return undefined;
}

export const NO_SEAL: Verdict = {
  labelState: 'none',
  reason: 'This file carries no seal. That doesn’t mean it’s fake.',
};
