import {html, nothing, type TemplateResult} from 'lit';
import type {LabelState} from '../../model/label-state.js';
import {ringIcon, sealBrokenIcon, sealCheckIcon, sealQuestionIcon} from '../icons.js';
import {checksOf, isMediaChanged, stateOf} from './answer.js';
import {object, text, type Loose} from './loose.js';
import {filled, NAME_HERE, shortened, TIME_HERE} from './text.js';
import {renderTime, type View} from './view.js';
import {visibleText} from './visible-text.js';

/** Each state has a shape of its own, so that its colour says nothing that is not said without it. */
const icons: Record<LabelState, () => TemplateResult> = {
  valid: sealCheckIcon,
  untrusted: sealQuestionIcon,
  invalid: sealBrokenIcon,
  none: ringIcon,
};

/** Heading, sentence, who and when, and the service's own reason. */
export function renderVerdict(answer: Loose, view: View): TemplateResult {
  const state = stateOf(answer);
  const signature = object(answer['signature']);
  const signer = text(signature?.['signedBy']);
  const name = signer && html`<bdi class="name">${shortened(visibleText(signer))}</bdi>`;
  const sentence = sentenceOf(state, answer, signer !== undefined, view);
  const reason = text(answer['reason']);
  return html`<section class="verdict ${state}" part="verdict" aria-labelledby="verdict">
    <div class="mark">${icons[state]()}</div>
    <div class="words">
      <h2 id="verdict">${view.localize.term('verdict', state)}</h2>
      <p class="sentence">${filled(sentence, {name: name || undefined})}</p>
      ${renderSigning(state, signature, name || undefined, view)}
      ${
        reason && visibleText(reason) !== sentence
          ? html`<p class="reason"><bdi>${visibleText(reason)}</bdi></p>`
          : nothing
      }
    </div>
  </section>`;
}

/** What a screen reader hears when the verdict comes. */
export function announcementOf(answer: Loose, view: View): string {
  const state = stateOf(answer);
  const signer = text(object(answer['signature'])?.['signedBy']);
  const sentence = sentenceOf(state, answer, signer !== undefined, view);
  const name = shortened(visibleText(signer ?? ''));
  return `${view.localize.term('verdict', state)} ${sentence.replace(NAME_HERE, () => name)}`;
}

function sentenceOf(state: LabelState, answer: Loose, isNamed: boolean, {localize}: View): string {
  switch (state) {
    case 'valid':
      return isNamed ? localize.term('unchangedSince', NAME_HERE) : localize.term('unchanged');
    case 'untrusted':
      return isNamed ? localize.term('unknownSigner', NAME_HERE) : localize.term('namelessSigner');
    case 'invalid': {
      const checks = checksOf(answer);
      if (isMediaChanged(checks)) return localize.term('changed');
      const failed = checks.find(({passed}) => !passed)?.explanation;
      return visibleText(failed || text(answer['reason']) || localize.term('notConfirmed'));
    }
    case 'none':
      return localize.term('noSeal');
  }
}

/** Who and when; only a valid seal's word is taken for it. */
function renderSigning(
  state: LabelState,
  signature: Loose | undefined,
  name: TemplateResult | undefined,
  {localize, format}: View,
) {
  const stamp = text(signature?.['timestamp']);
  const time = stamp === undefined ? undefined : renderTime(format.time(stamp));
  // The sentence has named an unknown signer already.
  const isNamed = name !== undefined && state !== 'untrusted';
  if (state === 'none' || !(isNamed || time)) return nothing;
  const sentence = localize.term(
    state === 'valid' ? 'sealedBy' : 'saysSealedBy',
    isNamed ? NAME_HERE : undefined,
    time && TIME_HERE,
  );
  return html`<p class="signing">${filled(sentence, {name, time})}</p>`;
}
