import {html, nothing} from 'lit';
import {at, object, type Loose} from '../../metadata/loose.js';
import type {Section} from '../../metadata/sections.js';
import type {View} from '../../metadata/view.js';
import {compass} from './compass.js';
import {horizon} from './horizon.js';
import {place} from './place.js';
import {arrow} from './arrow.js';

/** What the numbers of a card look like. */
export function renderPictures({title}: Section, answer: Loose, view: View) {
  const of = (path: string) => object(at(answer, path)) ?? {};
  const pictures =
    title === 'where'
      ? [place(of('gps'), view)]
      : title === 'motion'
        ? [
            compass(of('magnetometer'), view),
            horizon(of('orientation'), view),
            arrow('acceleration', of('acceleration'), view),
            arrow('gravity', of('gravity'), view),
          ]
        : [];
  const shown = pictures.filter((picture) => picture !== undefined);
  return shown.length === 0 ? nothing : html`<div class="pictures">${shown}</div>`;
}
