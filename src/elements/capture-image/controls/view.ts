import {html, nothing} from 'lit';
import type {ControlOffers, ZoomRange} from '../../../core/camera/track-controls.js';
import type {Localize} from '../../strings/localize.js';
import {controlsIcon, torchIcon} from './icons.js';
import {renderOptions, type OptionsView} from './options.js';

/** What the controls show and do. */
export interface ControlsView extends OptionsView {
  isOpen: boolean;
  toggle: () => void;
  offers: ControlOffers;
  torch: boolean;
  setTorch: (on: boolean) => void;
  zoom: number;
  setZoom: (zoom: number) => void;
  /** Says what could not be set. */
  failure?: string;
}

/** The slider's positions: equal ways are equal ratios. */
const POSITIONS = 100;
/** Drivers of webcams count in per cent, or in units of their own; phones count ratios. */
const MOST_RATIO = 10;

export const zoomRatio = (zoom: number, {min}: ZoomRange): number =>
  min > MOST_RATIO ? zoom / min : zoom;

/** "2.5×", as the reader writes numbers. */
export const zoomText = (zoom: number, range: ZoomRange, say: Localize): string => {
  const number = new Intl.NumberFormat(say.lang(), {maximumFractionDigits: 1});
  return say.term('controlsZoomIs', number.format(zoomRatio(zoom, range)));
};

/** Beside the picture the quiet button, light and zoom; under them, once opened, the rest. */
export function renderControls(view: ControlsView, say: Localize) {
  const {isOpen, offers, torch, delay, failure} = view;
  return html`<div class="controls">
    <div class="side" part="controls">
      <button
        part="controls-button"
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
            ? html`<b class="badge" aria-hidden="true" dir="auto"
                >${say.term('controlsTimerIs', delay)}</b
              >`
            : nothing
        }
      </button>
      ${
        offers.torch
          ? html`<button
              part="torch"
              class="control"
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
      ${offers.zoom ? renderZoom(view, offers.zoom, say) : nothing}
    </div>
    ${failure ? html`<p class="control-failure">${failure}</p>` : nothing}
    ${isOpen ? renderOptions(view, say) : nothing}
  </div>`;
}

function renderZoom({zoom, setZoom}: ControlsView, range: ZoomRange, say: Localize) {
  const {min, max} = range;
  const isRatio = min > 0;
  const part = isRatio ? Math.log(zoom / min) / Math.log(max / min) : (zoom - min) / (max - min);
  const text = zoomText(zoom, range, say);
  return html`<div class="zoom" part="zoom">
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
