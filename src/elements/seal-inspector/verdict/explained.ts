import type {Check} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import type {Localize} from '../../strings/localize.js';
import {checksOf, foundOnce, hasPassed, stateOf, type JudgedCheck} from './answer.js';

const UNTRUSTED = 'signingCredential.untrusted';

type Explainable = Pick<Check, 'code' | 'inIngredient' | 'explanation'> &
  Pick<JudgedCheck, 'meaning'>;

/** The sentence for a check: by its code in the page's language, or the verifier's own English text. */
export function explained(
  {code, inIngredient, explanation, meaning}: Explainable,
  localize: Localize,
): string {
  const sentence = localize.term('checkExplained', meaning ?? code);
  if (!sentence) return visibleText(explanation);
  // The sentences for these codes mention their subject themselves.
  const isOfSource = inIngredient && !code.startsWith('ingredient.');
  return isOfSource ? localize.term('checkOfSource', sentence) : sentence;
}

/**
 * The reason for the verdict: in English the verifier's reason; in other languages sentences for the state and the
 * codes of the answer. Empty if the inspector's own sentence contains all of it.
 */
export function reasonOf(answer: Loose, localize: Localize, signer?: string): string {
  const isEnglish = !localize.term('verdictReason', 'broken');
  return isEnglish
    ? visibleText(text(answer['reason']) ?? '')
    : sentencesOn(answer, localize, signer).join(' ');
}

/**
 * What is wrong with the files from which this one was made: a broken seal, or else a signer that is not trusted.
 * Neither breaks the seal of this file.
 */
export const faultOfSources = foundOnce((checks): 'broken' | 'unknown' | undefined => {
  const found = checks.filter(({passed, area}) => !passed && area === 'ingredients');
  if (found.some(({outcome, code}) => outcome === 'failed' && code !== UNTRUSTED)) return 'broken';
  return found.some(({code}) => code === UNTRUSTED) ? 'unknown' : undefined;
});

function sentencesOn(answer: Loose, localize: Localize, signer?: string): string[] {
  const checks = checksOf(answer);
  const failed = checks.filter(({passed, code}) => !passed && !code.startsWith('cawg.'));
  const isOfSource = ({area}: JudgedCheck) => area === 'ingredients';
  const fault = faultOfSources(answer);
  const source = fault ? [localize.term('sourceFault', fault)] : [];
  switch (stateOf(answer)) {
    case 'valid':
    case 'none':
      return [];
    case 'interim':
      return [localize.term('verdictReason', 'interim', signer), ...source];
    case 'untrusted': {
      if (!hasPassed(checks, 'signingCredential.trusted')) return source;
      const why = failed.find((check) => !isOfSource(check)) ?? failed[0];
      const because = why ? [explained(why, localize)] : [];
      return [localize.term('verdictReason', 'partly-confirmed'), ...because];
    }
    case 'invalid':
    case 'unchecked': {
      const why = failed.find(({area}) => area !== 'trust') ?? failed[0];
      if (why) return [explained(why, localize)];
      return stateOf(answer) === 'invalid' ? [localize.term('verdictReason', 'broken')] : [];
    }
  }
}
