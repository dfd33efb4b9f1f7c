import {html, nothing} from 'lit';
import type {CameraChoice} from '../../../core/wiring/elements/camera-choice.js';
import type {Localize} from '../../strings/localize.js';
import type {Guide} from './guides/guides.js';
import {delays, type Delay} from './timer/self-timer.js';

/** What is needed to render the opened controls. */
export interface OptionsView {
  delay: Delay;
  setDelay: (delay: Delay) => void;
  /** The available guides, and whether each is on. */
  guides: ReadonlyMap<Guide, boolean>;
  setGuide: (guide: Guide, isOn: boolean) => void;
  cameras: readonly CameraChoice[];
  /** The camera that is on. */
  deviceId?: string;
  choose: (camera: CameraChoice) => void;
}

/** Renders the options that are changed rarely: self-timer, guides, and the choice of a camera. */
export function renderOptions(view: OptionsView, say: Localize) {
  return html`<div
    class="options"
    id="controls"
    role="group"
    aria-label=${say.term('controlsOpen')}
  >
    ${renderTimer(view, say)} ${renderGuides(view, say)}
    ${view.cameras.length > 1 ? renderPicker(view, say) : nothing}
  </div>`;
}

function renderTimer({delay, setDelay}: OptionsView, say: Localize) {
  return html`<fieldset class="option">
    <legend>${say.term('controlsTimer')}</legend>
    <span class="choices"
      >${delays.map(
        (seconds) =>
          html`<label
            ><input
              type="radio"
              name="self-timer"
              .checked=${seconds === delay}
              @change=${() => {
                setDelay(seconds);
              }}
            /><span dir="auto">${say.term('controlsTimerIs', seconds)}</span></label
          >`,
      )}</span
    >
  </fieldset>`;
}

function renderGuides({guides, setGuide}: OptionsView, say: Localize) {
  return html`<div class="option">
    ${[...guides].map(
      ([guide, isOn]) =>
        html`<label class="guide" data-guide=${guide}
          ><input
            type="checkbox"
            .checked=${isOn}
            @change=${({target}: Event) => {
              setGuide(guide, (target as HTMLInputElement).checked);
            }}
          />
          ${say.term('controlsGuide', guide)}</label
        >`,
    )}
  </div>`;
}

function renderPicker({cameras, deviceId, choose}: OptionsView, say: Localize) {
  return html`<label class="option"
    ><span>${say.term('controlsCamera')}</span>
    <select
      @change=${({target}: Event) => {
        const camera = cameras[(target as HTMLSelectElement).selectedIndex];
        if (camera) choose(camera);
      }}
    >
      ${cameras.map(
        (camera) => html`<option .selected=${camera.deviceId === deviceId}>${camera.name}</option>`,
      )}
    </select>
  </label>`;
}
