import {html, nothing} from 'lit';
import {objectAt, textAt} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {exclamationIcon} from '../../icons.js';
import type {View} from '../../metadata/view.js';
import {stateOf} from './answer.js';

/** That the seal was made by a sandbox and is no evidence; empty for every other seal, and for a broken one. */
export function sandboxWords(answer: Loose, {term}: Pick<View, 'term'>): string {
  const isSandbox = textAt(objectAt(answer, 'signature'), 'environment') === 'sandbox';
  return isSandbox && stateOf(answer) !== 'invalid' ? term('sandboxSeal') : '';
}

/** The same as a note in the verdict. */
export function renderSandbox(answer: Loose, view: View) {
  const words = sandboxWords(answer, view);
  return words ? html`<p class="chip">${exclamationIcon()}${words}</p>` : nothing;
}
