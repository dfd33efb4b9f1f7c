import {html, nothing} from 'lit';
import type {ControlOffers, ZoomRange} from '../../../core/camera/track-controls.js';
import {zoomRatio} from '@sealed-capture/seal/model/zoom-ratio.js';
import type {Localize} from '../../strings/localize.js';
import {controlsIcon, focusIcon, torchIcon} from './icons.js';
import {renderOptions, type OptionsView} from './options.js';

/** What is needed to render the controls. */
export interface ControlsView extends OptionsView {
  isOpen: boolean;
  toggle: () => void;
  offers: ControlOffers;
  torch: boolean;
  setTorch: (on: boolean) => void;
  zoom: number;
  setZoom: (zoom: number) => void;
  /** True if a focus point is set. */
  hasFocus: boolean;
  /** Sets a point in the middle, or removes it. */
  toggleFocus: () => void;
  /** Moves the point by fractions of the picture. Returns false if no point is set. */
  moveFocus: (across: number, down: number) => boolean;
  /** The text about a setting that failed. */
  failure?: string;
}

/** Number of slider positions; equal distances are equal ratios. */
const POSITIONS = 100;

/** "2.5×", or the fraction of the range if the camera reports no ratio, in the reader's number format. */
export const zoomText = (zoom: number, {min, max}: ZoomRange, say: Localize): string => {
  const ratio = zoomRatio(zoom, min);
  if (ratio !== undefined) {
    const number = new Intl.NumberFormat(say.lang(), {maximumFractionDigits: 1});
    return say.term('controlsZoomIs', number.format(ratio));
  }
  const share = new Intl.NumberFormat(say.lang(), {style: 'percent', maximumFractionDigits: 0});
  return share.format((zoom - min) / (max - min));
};

/**
 * The zoom multiplied by a factor. For ranges from zero, which cannot be multiplied, it moves by a fifth of the range
 * or a part of that.
 */
export function zoomed(zoom: number, factor: number, {min, max}: ZoomRange): number {
  return min > 0 ? zoom * factor : zoom + Math.log2(factor) * 0.6 * (max - min);
}

/** Step of an arrow key for the point, in fractions of the picture. */
const STEP = 0.1;
const arrows: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Renders the button, light and zoom beside the picture, and below them the opened options. */
export function renderControls(view: ControlsView, say: Localize) {
  const {isOpen, offers, torch, delay, failure} = view;
  return html`<div class="controls">
    <div class="side" part="controls">
      <button
        class="control"
        aria-label=${say.term('controlsOpen')}
        aria-description=${delay ? say.term('controlsTimerOn', delay) : nothing}
        title=${say.term('controlsOpen')}
        aria-expanded=${isOpen}
        aria-controls="controls"
        @click=${view.toggle}
      >
        ${controlsIcon()}
        ${
          delay
            ? html`<b class="badge" aria-hidden="true"
                ><bdi>${say.term('controlsTimerIs', delay)}</bdi></b
              >`
            : nothing
        }
      </button>
      ${
        offers.torch
          ? html`<button
              class="control torch"
              aria-label=${say.term('controlsTorch')}
              title=${say.term('controlsTorch')}
              aria-pressed=${torch}
              @click=${() => {
                view.setTorch(!torch);
              }}
            >
              ${torchIcon(torch)}
            </button>`
          : nothing
      }
      ${offers.focus ? renderFocus(view, say) : nothing}
      ${offers.zoom ? renderZoom(view, offers.zoom, say) : nothing}
    </div>
    ${failure ? html`<p class="control-failure">${failure}</p>` : nothing}
    ${isOpen ? renderOptions(view, say) : nothing}
  </div>`;
}

/**
 * Renders the focus button, for people who cannot tap on the picture: the point starts in the middle, and arrow keys
 * move it.
 */
function renderFocus({hasFocus, toggleFocus, moveFocus}: ControlsView, say: Localize) {
  return html`<button
    class="control focus"
    aria-label=${say.term('controlsFocus')}
    aria-description=${hasFocus ? say.term('controlsFocusKeys') : nothing}
    title=${say.term('controlsFocus')}
    aria-pressed=${hasFocus}
    @click=${toggleFocus}
    @keydown=${(event: KeyboardEvent) => {
      const [across, down] = arrows[event.key] ?? [];
      if (across === undefined || down === undefined) return;
      if (moveFocus(across, down)) event.preventDefault();
    }}
  >
    ${focusIcon()}
  </button>`;
}

function renderZoom({zoom, setZoom}: ControlsView, range: ZoomRange, say: Localize) {
  const {min, max} = range;
  const isRatio = min > 0;
  const part = isRatio ? Math.log(zoom / min) / Math.log(max / min) : (zoom - min) / (max - min);
  const text = zoomText(zoom, range, say);
  return html`<div class="zoom">
    <span aria-hidden="true">${text}</span>
    <input
      type="range"
      aria-label=${say.term('controlsZoom')}
      aria-valuetext=${text}
      aria-orientation="vertical"
      max=${POSITIONS}
      .value=${String(Math.round(part * POSITIONS))}
      @input=${(event: Event) => {
        const at = Number((event.target as HTMLInputElement).value) / POSITIONS;
        setZoom(isRatio ? min * (max / min) ** at : min + at * (max - min));
      }}
    />
  </div>`;
}
