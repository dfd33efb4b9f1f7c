import {html, nothing} from 'lit';
import {objectAt, textAt} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {mixedScripts, scriptNames} from '@sealed-capture/seal/model/text/mixed-scripts.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {exclamationIcon} from '../../icons.js';
import type {View} from '../../metadata/view.js';
import {shortened} from '../text.js';

/** That a name mixes letters of several alphabets, as a name that imitates another one does; empty if it does not. */
export function mixedWords(name: string, {localize, format}: View): string {
  const codes = mixedScripts(name);
  if (codes.length === 0) return '';
  return localize.term('mixesScripts', format.list(scriptNames(codes, localize.lang())));
}

/** The name as it is shown, with that in parentheses. */
export function markedName(name: string, view: View, show = visibleText): string {
  const words = mixedWords(name, view);
  return words ? `${show(name)} (${words})` : show(name);
}

/** The notes in the verdict about names that mix alphabets: the signer's and its issuer's. */
export function renderMixedNames(answer: Loose, view: View) {
  const signature = objectAt(answer, 'signature');
  const names = ['signedBy', 'issuedBy'].map((key) => textAt(signature, key) ?? '');
  return [...new Set(names)].map((name) => {
    const words = mixedWords(name, view);
    return words
      ? html`<p class="artificial mixed">
          ${exclamationIcon()}
          <span><bdi>${shortened(visibleText(name))}</bdi>: ${words}.</span>
        </p>`
      : nothing;
  });
}
