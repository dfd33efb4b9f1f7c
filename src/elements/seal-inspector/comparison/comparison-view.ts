import {html, nothing, type TemplateResult} from 'lit';
import type {Localize} from '../../strings/localize.js';
import type {Likeness} from './likeness.js';

/** What is known of two files being alike. Nothing is claimed before it is known. */
export type Found = {name: 'nothing'} | {name: 'comparing'} | {name: 'alike'; how: Likeness};

/** Renders what two files have in common. */
export function renderFound(found: Found, say: Localize) {
  switch (found.name) {
    case 'nothing':
      return nothing;
    case 'comparing':
      return html`<span class="quiet">${say.term('comparing')}</span>`;
    case 'alike':
      return html`<b>${say.term(found.how === 'file' ? 'sameFile' : 'samePicture')}</b>`;
  }
}

export type SwitchWords = 'moveTogether' | 'overlaid' | 'onlyDiffering';

export function renderSwitch(
  words: SwitchWords,
  isOn: boolean,
  set: (isOn: boolean) => void,
  say: Localize,
): TemplateResult {
  const onChange = ({currentTarget}: Event) => set((currentTarget as HTMLInputElement).checked);
  return html`<label class="switch">
    <input type="checkbox" .checked=${isOn} @change=${onChange} /> ${say.term(words)}
  </label>`;
}
