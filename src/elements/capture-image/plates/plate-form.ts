import {html, nothing} from 'lit';
import {Format, readerLocale} from '../../metadata/format.js';
import {renderTime} from '../../metadata/view.js';
import type {Localize} from '../../strings/localize.js';

/** A photo whose plate a person is asked for. */
export interface PlateQuestion {
  captureId: string;
  /** Is another each time that another photo is asked for. */
  isOther: boolean;
  capturedAt: string;
  /** Absent while it is drawn; `none`: it cannot be. */
  picture?: HTMLCanvasElement | 'none';
  /** `missing`: the detector read no plate. Absent where there is one, or none was looked for. */
  note?: 'reading' | 'missing';
  plate: string;
  /** How many more are asked for after this one. */
  more: number;
}

/** What the form does. An empty plate: there is none. */
export interface PlateActions {
  type: (captureId: string, text: string) => void;
  confirm: (captureId: string, plateNumber: string) => Promise<void>;
  /** Deletes the photo, which can be taken back for a while. */
  retake: (captureId: string) => void;
}

/** Asks for the plate of one photo. Another photo gets a form of its own, so that no press meant for this one counts there. */
export function renderPlateForm(
  {captureId, isOther, capturedAt, picture, note, plate, more}: PlateQuestion,
  autoProtect: boolean,
  actions: PlateActions,
  say: Localize,
) {
  const isReading = note === 'reading';
  const time = new Format(readerLocale(say.lang())).time(capturedAt);
  const form = html`<form
    part="license-plate"
    class="plate"
    tabindex="-1"
    aria-label=${say.term('plateLabel')}
    @submit=${(event: Event) => {
      event.preventDefault();
      if (!isReading) void actions.confirm(captureId, plate.trim());
    }}
  >
    ${picture === 'none' ? html`<span class="quiet">${renderTime(time)}</span>` : picture}
    <label>
      ${say.term('plateLabel')}
      <input
        required
        pattern=".*\\S.*"
        maxlength="64"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        enterkeyhint="done"
        .value=${plate}
        @input=${({currentTarget}: Event) => {
          actions.type(captureId, (currentTarget as HTMLInputElement).value);
        }}
      />
    </label>
    ${
      note
        ? html`<p class="quiet">${say.term(isReading ? 'plateReading' : 'plateMissing')}</p>`
        : nothing
    }
    <button class="button primary" aria-disabled=${isReading} @click=${onlyFirst()}>
      ${say.term(autoProtect ? 'plateSeal' : 'plateUse')}
    </button>
    <button
      class="button"
      type="button"
      @click=${onlyFirst(() => {
        void actions.confirm(captureId, '');
      })}
    >
      ${say.term('plateNone')}
    </button>
    <button
      class="button"
      type="button"
      @click=${onlyFirst(() => {
        actions.retake(captureId);
      })}
    >
      ${say.term('plateRetake')}
    </button>
    ${more > 0 ? html`<p class="quiet">${say.term('platesMore', more)}</p>` : nothing}
  </form>`;
  // Lit draws anew what comes out of another template.
  return isOther ? html`${form}` : html`${form}`;
}

/** The second press of a double click would answer for the photo that is asked for next. */
const onlyFirst = (action?: () => void) => (event: MouseEvent) => {
  if (event.detail > 1) event.preventDefault();
  else action?.();
};
