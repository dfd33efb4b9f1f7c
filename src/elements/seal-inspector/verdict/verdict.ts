import {html, nothing, type TemplateResult} from 'lit';
import type {Opinions} from '../../../core/inspection/opinions.js';
import type {LabelState} from '../../../model/inspection/label-state.js';
import type {Localize} from '../../strings/localize.js';
import {exclamationIcon, ringIcon} from '../../icons.js';
import {sealBrokenIcon, sealCheckIcon, sealClockIcon, sealQuestionIcon} from '../../later-icons.js';
import {checksOf, hasPassed, isMediaChanged, stateOf} from './answer.js';
import {areaOf} from './check-areas.js';
import {object, text} from '../../../model/json/loose-json.js';
import type {Loose} from '../../../model/json/record.js';
import {explained, reasonOf} from './explained.js';
import {filled, NAME_HERE, shortened, TIME_HERE} from '../text.js';
import {renderTime, type View} from '../../metadata/view.js';
import {visibleText} from '../../metadata/visible-text.js';

/** Each state has a shape of its own, so that its colour says nothing that is not said without it. */
const icons: Record<LabelState, () => TemplateResult> = {
  valid: sealCheckIcon,
  interim: sealClockIcon,
  untrusted: sealQuestionIcon,
  invalid: sealBrokenIcon,
  none: ringIcon,
  unchecked: exclamationIcon,
};

type Judged = Pick<Opinions, 'result' | 'service'>;

/** A verdict in words, with {@link NAME_HERE} where the sentence names the signer. */
function wordsOf({result, service}: Judged, {localize}: View) {
  const answer = object(result) ?? {};
  const state = stateOf(answer);
  const signer = text(object(answer['signature'])?.['signedBy']);
  const name = signer && shortened(visibleText(signer));
  const sentenceBy = (isServices: boolean) =>
    sentenceOf(state, answer, name && NAME_HERE, isServices, localize);
  const named = (sentence: string) => sentence.replace(NAME_HERE, () => name ?? '');
  const sentence = sentenceBy(result === service);
  const reason = reasonOf(answer, localize, name);
  return {
    answer,
    state,
    name,
    heading:
      state === 'untrusted' && isSignerKnown(answer)
        ? localize.term('partlyConfirmed')
        : localize.term('verdict', state),
    sentence,
    /** With the name in its place. */
    plainSentence: named(sentence),
    /** Where it says more than the sentence. This browser's is in the words of a service. */
    reason: reason === named(sentenceBy(true)) ? '' : reason,
  };
}

/** Heading, sentence, who and when, the verifier's own reason where it says more, and `more` below. */
export function renderVerdict(
  opinions: Judged,
  view: View,
  more: unknown = nothing,
): TemplateResult {
  const {answer, state, name, heading, sentence, reason} = wordsOf(opinions, view);
  const isolatedName = name ? html`<bdi class="name">${name}</bdi>` : undefined;
  return html`<section class="verdict panel ${state}" part="verdict" aria-labelledby="verdict">
    ${icons[state]()}
    <div class="words">
      <h2 id="verdict">${heading}</h2>
      <p class="sentence">${filled(sentence, {name: isolatedName})}</p>
      ${renderSigning(state, answer, isolatedName, view)}
      ${reason ? html`<p class="quiet reason"><bdi>${reason}</bdi></p>` : nothing} ${more}
    </div>
  </section>`;
}

/** Then it is something else that keeps an intact seal from being trusted. */
const isSignerKnown = (answer: Loose): boolean =>
  hasPassed(checksOf(answer), 'signingCredential.trusted');

/** What a screen reader hears when the verdict comes. */
export function spokenVerdict(opinions: Judged, view: View): string {
  const {heading, plainSentence} = wordsOf(opinions, view);
  return `${heading} ${plainSentence}`;
}

/** The reason for a list of many files: the verifier's in English, and else what the verdict says. */
export function reasonIn(opinions: Judged, view: View): string {
  const {answer, name, plainSentence} = wordsOf(opinions, view);
  return reasonOf(answer, view.localize, name) || plainSentence;
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
      return localize.term('unchanged', name, hasBrokenSource(answer));
    case 'untrusted':
      return isSignerKnown(answer)
        ? reasonOf(answer, localize) || localize.term('notConfirmed')
        : localize.term('unknownSigner', name, isServices);
    case 'invalid': {
      const checks = checksOf(answer);
      if (isMediaChanged(checks)) return localize.term('changed');
      const failed = checks.filter(({outcome}) => outcome === 'failed');
      // An unknown signer breaks nothing.
      const why = failed.find((check) => areaOf(check) !== 'trust') ?? failed[0];
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

/** A file that this one was made from had a seal that did not hold. */
const hasBrokenSource = (answer: Loose): boolean =>
  checksOf(answer).some((check) => check.outcome === 'failed' && areaOf(check) === 'ingredients');

/** False where the authority behind the time stamp is unknown, or nobody asked for it. */
const isStamperKnown = (answer: Loose): boolean =>
  !checksOf(answer).some(
    ({code, passed, inIngredient}) =>
      !passed && !inIngredient && /\btimeStamp\.(untrusted|authorityUnchecked)$/.test(code),
  );

/** True where the time stamp was added after the seal was made: it says no more than that the seal was there. */
const isStampedLater = (answer: Loose): boolean =>
  checksOf(answer).some(({code}) => code.endsWith('.timeStamp.later'));

function termOfSigning(state: LabelState, answer: Loose, hasTime: boolean) {
  if (state !== 'valid') return 'saysSealedBy';
  if (hasTime && !isStamperKnown(answer)) return 'sealedAndStamped';
  return hasTime && isStampedLater(answer) ? 'sealedAtLatest' : 'sealedBy';
}

/** Who and when; only a valid seal's word is taken for it. */
function renderSigning(
  state: LabelState,
  answer: Loose,
  name: TemplateResult | undefined,
  {localize, format}: View,
) {
  const stamp = text(object(answer['signature'])?.['timestamp']);
  const time = stamp && renderTime(format.time(stamp));
  // The sentence has named the signer already.
  const isNamed = name !== undefined && state !== 'untrusted' && state !== 'interim';
  if (state === 'none' || !(isNamed || time)) return nothing;
  const sentence = localize.term(
    termOfSigning(state, answer, !!time),
    isNamed ? NAME_HERE : undefined,
    time && TIME_HERE,
  );
  return html`<p class="signing">${filled(sentence, {name, time: time || undefined})}</p>`;
}
