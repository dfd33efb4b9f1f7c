import {html, nothing} from 'lit';
import {isSandboxSeal} from '@sealed-capture/seal/model/inspection/sandbox-seal.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {exclamationIcon} from '../../icons.js';
import type {View} from '../../metadata/view.js';

/** That the seal was made by a sandbox and is no evidence; empty for every other seal, and for a broken one. */
export const sandboxWords = (answer: Loose, {term}: Pick<View, 'term'>): string =>
  isSandboxSeal(answer) ? term('sandboxSeal') : '';

/** Renders the note of a seal of a sandbox. */
export function renderSandbox(answer: Loose, view: View) {
  const words = sandboxWords(answer, view);
  return words ? html`<p class="of-sandbox">${exclamationIcon()}${words}</p>` : nothing;
}
