import {html, nothing} from 'lit';
import {Format} from '../../metadata/format.js';
import {renderTime} from '../../metadata/view.js';
import {readerLocale} from '../../strings/date-with-time.js';
import type {Localize} from '../../strings/localize.js';

/** A photo about whose license plate a person is asked. */
export interface PlateQuestion {
  captureId: string;
  /** Alternates with each photo, so that each gets a new form. */
  isOther: boolean;
  capturedAt: string;
  /** The excerpt; absent while it is drawn, `none` if it cannot be. */
  picture?: HTMLCanvasElement | 'none';
  /** `missing`: the detector read no license plate. Absent if there is one, or no detector was used. */
  note?: 'reading' | 'missing';
  plate: string;
  /** Number of further photos. */
  more: number;
}

/** Actions of the form. An empty text means that there is no license plate. */
export interface PlateActions {
  type: (captureId: string, text: string) => void;
  confirm: (captureId: string, plateNumber: string) => Promise<void>;
  /** Deletes the photo, which can be undone for a while. */
  retake: (captureId: string) => void;
}

/** Renders the form for one photo. Another photo gets a new form, so that no press meant for this one counts there. */
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
    <button
      class="button primary"
      ?disabled=${plate.trim() === ''}
      aria-disabled=${isReading}
      @click=${onlyFirst()}
    >
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
  // Lit replaces the content when the template differs.
  return isOther ? html`${form}` : html`${form}`;
}

/** Ignores the second press of a double click, which would answer for the next photo. */
const onlyFirst = (action?: () => void) => (event: MouseEvent) => {
  if (event.detail > 1) event.preventDefault();
  else action?.();
};
