import {html, nothing, type TemplateResult} from 'lit';
import {crossIcon, minusIcon} from '../../later-icons.js';
import type {Localize} from '../../strings/localize.js';
import {plusIcon, rotateIcon} from './icons.js';

/** Renders the upper edge of what covers the page: its title, and the button that closes it. `id`: of the title. */
export const renderTop = (
  id: string,
  title: unknown,
  close: () => void,
  say: Localize,
): TemplateResult =>
  html`<header class="top">
    <h2 id=${id}>${title}</h2>
    <button class="round" type="button" aria-label=${say.term('viewClose')} @click=${close}>
      ${crossIcon()}
    </button>
  </header>`;

export interface ViewButtons {
  zoomBy: (factor: number) => void;
  turn: () => void;
}

/** Zoom factor of one press. */
const STEP = 2;

/**
 * Renders the buttons that enlarge and turn the view. `pixelSize`: device pixels of one pixel of the file, which is shown
 * as a percentage.
 */
export function renderViewButtons(
  does: ViewButtons,
  pixelSize: number | undefined,
  say: Localize,
): TemplateResult {
  const percent = new Intl.NumberFormat(say.lang(), {style: 'percent', maximumFractionDigits: 0});
  const button = (
    words: 'viewZoomOut' | 'viewZoomIn' | 'viewTurn',
    icon: unknown,
    act: () => void,
  ) =>
    html`<button
      class="round"
      type="button"
      aria-label=${say.term(words)}
      title=${say.term(words)}
      @click=${act}
    >
      ${icon}
    </button>`;
  return html`<div class="view-buttons">
    ${button('viewZoomOut', minusIcon(), () => does.zoomBy(1 / STEP))}
    ${pixelSize === undefined ? nothing : html`<span class="scale">${percent.format(pixelSize)}</span>`}
    ${button('viewZoomIn', plusIcon(), () => does.zoomBy(STEP))}
    ${button('viewTurn', rotateIcon(), does.turn)}
  </div>`;
}

const words = {
  empty: undefined,
  shown: undefined,
  opening: 'viewOpening',
  reduced: 'viewReduced',
  unreadable: 'viewFailed',
} as const;

/** Renders what is to say of a picture that is not shown as it is. */
export function renderState(state: keyof typeof words, say: Localize): TemplateResult {
  const said = words[state];
  const place = state === 'reduced' ? 'missing below' : 'missing';
  return html`<p class=${said ? place : 'visually-hidden'} role="status">
    ${said ? say.term(said) : nothing}
  </p>`;
}
