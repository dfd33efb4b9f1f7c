import {html, nothing} from 'lit';
import type {SealContents} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {View} from '../../metadata/view.js';
import {isConfirmed} from '../verdict/confirmable.js';
import type {SealPictures} from './seal-pictures.js';
import {LONGEST, type Preview} from '../preview/preview.js';

/** The file beside or above the picture of its source, if the seal confirms that picture. */
export function renderComparison(
  seal: SealContents,
  answer: Loose,
  preview: Preview | undefined,
  pictures: SealPictures,
  {term}: View,
) {
  const parent = seal.ingredients.find(({relationship}) => relationship === 'parentOf')?.thumbnail;
  const before = parent && preview && isConfirmed(answer, seal) && pictures.of(parent, LONGEST);
  if (!before) return nothing;
  return html`<details class="comparison" part="comparison">
    <summary>${term('compare')}</summary>
    <label class="switch"><input type="checkbox" /> ${term('overlaid')}</label>
    <div class="pair">
      <figure class="before">
        ${pictures.copyOf(before)}
        <figcaption class="quiet">${term('before')}</figcaption>
      </figure>
      <figure class="now">
        ${pictures.copyOf(preview)}
        <figcaption class="quiet">${term('now')}</figcaption>
      </figure>
    </div>
    <label class="divide">
      <span class="quiet">${term('divide')}</span>
      <input type="range" min="0" max="100" value="50" @input=${divide} />
    </label>
  </details>`;
}

function divide({currentTarget}: Event) {
  const slider = currentTarget as HTMLInputElement;
  const pair = slider.closest('details')?.querySelector<HTMLElement>('.pair');
  pair?.style.setProperty('--_divide', `${slider.value}%`);
}
