import {html, nothing, type TemplateResult} from 'lit';
import type {Opinions} from '../../../core/inspection/opinions.js';
import type {LabelState} from '@sealed-capture/seal/model/inspection/label-state.js';
import type {Localize} from '../../strings/localize.js';
import {exclamationIcon, ringIcon} from '../../icons.js';
import {sealBrokenIcon, sealCheckIcon, sealClockIcon, sealQuestionIcon} from '../../later-icons.js';
import {foundOnce, hasPassed, isMediaChanged, stateOf} from './answer.js';
import {object, text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {explained, faultOfSources, reasonOf} from './explained.js';
import {filled, NAME_HERE, shortened, TIME_HERE} from '../text.js';
import {renderTime, type View} from '../../metadata/view.js';
import {renderSandbox, sandboxWords} from './sandbox.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';

/** Each state has a different icon, so that no information depends on color alone. */
export const verdictIcons: Record<LabelState, () => TemplateResult> = {
  valid: sealCheckIcon,
  interim: sealClockIcon,
  untrusted: sealQuestionIcon,
  invalid: sealBrokenIcon,
  none: ringIcon,
  unchecked: exclamationIcon,
};

type Judged = Pick<Opinions, 'result' | 'service'>;

/** The texts for a verdict, with {@link NAME_HERE} in place of the signer's name. */
export function wordsOf({result, service}: Judged, {localize}: View) {
  const answer = object(result) ?? {};
  const state = stateOf(answer);
  const signer = text(object(answer['signature'])?.['signedBy']);
  const name = signer && shortened(visibleText(signer));
  const fault = faultOfSources(answer);
  // Of a seal that holds, it is the worst that there is to say.
  const source = fault && state === 'valid' ? localize.term('sourceFault', fault) : '';
  const sentenceBy = (isServices: boolean) =>
    sentenceOf(state, answer, name && NAME_HERE, isServices, localize);
  const named = (sentence: string) => sentence.replace(NAME_HERE, () => name ?? '');
  const sentence = sentenceBy(result === service);
  const reason = reasonOf(answer, localize, name);
  // The browser's verifier uses the same texts as a service, and says in the same sentence what is wrong with sources.
  const own = named(sentenceBy(true));
  const isSaid = reason === own || (source && reason.startsWith(`${own.slice(0, -1)}, `));
  return {
    answer,
    state,
    name,
    heading:
      state === 'untrusted' && isSignerKnown(answer)
        ? localize.term('partlyConfirmed')
        : localize.term('verdict', state),
    sentence,
    /** What is wrong with the files that this one was made from. */
    source,
    /** The sentences with the signer's name. */
    plainSentence: `${named(sentence)}${source && ` ${source}`}`,
    /** The reason, if it adds something to the sentence. */
    reason: isSaid ? '' : reason,
  };
}

/** Renders heading, sentence, signer and time, the verifier's reason if it adds something, `more` below, and `actions` at the end. `fileName`: of which file. */
export function renderVerdict(
  opinions: Judged,
  view: View,
  more: unknown = nothing,
  actions: unknown = nothing,
  fileName = '',
): TemplateResult {
  const {answer, state, name, heading, sentence, source, reason} = wordsOf(opinions, view);
  const isolatedName = name ? html`<bdi class="name">${name}</bdi>` : undefined;
  return html`<section class="verdict panel ${state}" part="verdict" aria-labelledby="verdict">
    ${verdictIcons[state]()}
    <div class="words">
      <h2 id="verdict">${heading}</h2>
      ${fileName ? html`<p class="of-file"><bdi>${fileName}</bdi></p>` : nothing}
      <p class="sentence">${filled(sentence, {name: isolatedName})}</p>
      ${source ? html`<p class="artificial">${exclamationIcon()}${source}</p>` : nothing}
      ${renderSandbox(answer, view)} ${renderSigning(state, answer, isolatedName, view)}
      ${reason ? html`<p class="quiet reason"><bdi>${reason}</bdi></p>` : nothing} ${more}
    </div>
    ${actions}
  </section>`;
}

/** True if the signer is known, so that something else keeps an intact seal from being trusted. */
export const isSignerKnown = foundOnce((checks) => hasPassed(checks, 'signingCredential.trusted'));

/** The text that a screen reader announces with the verdict. */
export function spokenVerdict(opinions: Judged, view: View): string {
  const {answer, heading, plainSentence} = wordsOf(opinions, view);
  const sandbox = sandboxWords(answer, view);
  return `${heading} ${plainSentence}${sandbox && ` ${sandbox}.`}`;
}

/** The reason in a list of many files: the verifier's in English, otherwise the text of the verdict. */
export function reasonIn(opinions: Judged, view: View): string {
  const {answer, state, name, plainSentence} = wordsOf(opinions, view);
  const {localize} = view;
  const fault = state === 'untrusted' && !isSignerKnown(answer) && faultOfSources(answer);
  // The verifier's English sentence says both.
  const isEnglish = !localize.term('verdictReason', 'broken');
  const reason =
    fault && !isEnglish
      ? `${plainSentence} ${localize.term('sourceFault', fault)}`
      : reasonOf(answer, localize, name) || plainSentence;
  const sandbox = sandboxWords(answer, view);
  return sandbox ? `${sandbox}. ${reason}` : reason;
}

function sentenceOf(
  state: LabelState,
  answer: Loose,
  name: string | undefined,
  isServices: boolean,
  localize: Localize,
): string {
  switch (state) {
    case 'valid':
      return localize.term('unchanged', name);
    case 'untrusted':
      return isSignerKnown(answer)
        ? reasonOf(answer, localize) || localize.term('notConfirmed')
        : localize.term('unknownSigner', name, isServices);
    case 'invalid': {
      if (isMediaChanged(answer)) return localize.term('changed');
      const why = whyBroken(answer);
      const because = why ? explained(why, localize) : reasonOf(answer, localize);
      return because || localize.term('notConfirmed');
    }
    case 'none':
      return localize.term('noSeal');
    case 'interim':
    case 'unchecked':
      return reasonOf(answer, localize, name) || localize.term('notChecked');
  }
}

/** The check that breaks the seal: an unknown signer does not. */
const whyBroken = foundOnce(
  (checks) =>
    checks.find(({outcome, area}) => outcome === 'failed' && area !== 'trust') ??
    checks.find(({outcome}) => outcome === 'failed'),
);

/** False if the authority of the time stamp is unknown or was not checked. */
const isStamperKnown = foundOnce(
  (checks) =>
    !checks.some(
      ({code, passed, inIngredient}) =>
        !passed && !inIngredient && /\btimeStamp\.(untrusted|authorityUnchecked)$/.test(code),
    ),
);

/** True if the time stamp was added after the seal was made: it proves only that the seal existed then. */
const isStampedLater = foundOnce((checks) =>
  checks.some(({code}) => code.endsWith('.timeStamp.later')),
);

export function termOfSigning(state: LabelState, answer: Loose, hasTime: boolean) {
  if (state !== 'valid') return 'saysSealedBy';
  if (hasTime && !isStamperKnown(answer)) return 'sealedAndStamped';
  return hasTime && isStampedLater(answer) ? 'sealedAtLatest' : 'sealedBy';
}

/** Renders signer and time; only a valid seal confirms them. */
function renderSigning(
  state: LabelState,
  answer: Loose,
  name: TemplateResult | undefined,
  {localize, format}: View,
) {
  const stamp = text(object(answer['signature'])?.['timestamp']);
  const time = stamp && renderTime(format.time(stamp));
  // The sentence already contains the signer's name.
  const isNamed = name !== undefined && state !== 'untrusted' && state !== 'interim';
  if (state === 'none' || !(isNamed || time)) return nothing;
  const sentence = localize.term(
    termOfSigning(state, answer, !!time),
    isNamed ? NAME_HERE : undefined,
    time && TIME_HERE,
  );
  return html`<p class="signing">${filled(sentence, {name, time: time || undefined})}</p>`;
}
