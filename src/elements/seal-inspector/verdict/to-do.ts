import {html, nothing} from 'lit';
import {isSandboxSeal} from '@sealed-capture/seal/model/inspection/sandbox-seal.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {View} from '../../metadata/view.js';
import {isFromPlatform} from '../address/fetched-files.js';
import {stateOf} from './answer.js';
import {isSignerKnown} from './verdict.js';

/** Renders what a person can do about a file whose seal is not intact, or whose signer is not known. */
export function renderToDo(answer: Loose, {term, localize}: View, file: Blob) {
  const state = stateOf(answer);
  const isSandbox = isSandboxSeal(answer);
  if ((state === 'valid' && !isSandbox) || (state === 'untrusted' && isSignerKnown(answer)))
    return nothing;
  const words =
    state === 'none' && isFromPlatform(file)
      ? localize.term('platformsRemove')
      : localize.term('toDo', state === 'valid' ? 'sandbox' : state);
  return html`<p class="to-do"><b>${term('whatToDo')}</b> ${words}</p>`;
}
