import {html} from 'lit';
import type {Outline, OverlayName, Shot} from '../shot.js';

const outlines: Record<OverlayName, Outline> = {
  document: {
    viewBox: '0 0 70 100',
    path: 'M4 2h62q2 0 2 2v92q0 2-2 2H4q-2 0-2-2V4q0-2 2-2Z',
  },
  'vehicle-front': {
    viewBox: '0 0 100 80',
    path: 'M26 34 33 12Q34 9 38 9H62Q66 9 67 12L74 34M26 34H74Q86 36 88 46V64H12V46Q14 36 26 34ZM16 64V73H28V64M72 64V73H84V64M18 45H32V52H18ZM68 45H82V52H68ZM40 54H60V60H40Z',
  },
  'vehicle-side': {
    viewBox: '0 0 160 60',
    path: 'M26 46H8Q6 46 6 44V34Q6 28 14 27L36 24 54 9Q57 7 61 7H98Q102 7 105 9L124 24 146 28Q154 30 154 36V44Q154 46 152 46H140A12 12 0 0 0 116 46H50A12 12 0 0 0 26 46ZM29 46a9 9 0 1 0 18 0a9 9 0 1 0-18 0ZM119 46a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z',
  },
  odometer: {
    viewBox: '0 0 100 64',
    path: 'M14 58A38 38 0 1 1 86 58M30 46H70V58H30Z',
  },
  face: {
    viewBox: '0 0 80 100',
    path: 'M40 4C60 4 72 20 72 44 72 72 56 96 40 96 24 96 8 72 8 44 8 20 20 4 40 4Z',
  },
};

/** The outline for the subject: a light line with a dark one below it, to be visible on any picture. */
export function renderOutline(overlay: Exclude<Shot['overlay'], undefined>) {
  const {path, viewBox} = typeof overlay === 'string' ? outlines[overlay] : overlay;
  return html`<svg class="outline" viewBox=${viewBox} aria-hidden="true">
    <path d=${path}></path>
    <path d=${path}></path>
  </svg>`;
}
