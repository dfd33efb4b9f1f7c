import {html, nothing} from 'lit';
import type {Options} from '../options/configuration.js';
import {recordingOptions} from '../options/table.js';
import type {Localize} from '../strings/localize.js';

/** Milliseconds without a keystroke after which the text is stored, in case the page dies. */
const PAUSE_MS = 1_000;

/** The timer of each field. */
const typing = new WeakMap<EventTarget, ReturnType<typeof setTimeout>>();

/** Shows the caption of a recording. */
export const renderCaption = (tags: Options['tags']) => {
  const caption = tags?.['caption'];
  return caption ? html`<p class="caption-text" dir="auto">${caption}</p>` : nothing;
};

/** The text field for the caption, if the page wants one. `written` is called when the person has finished, `paused` when they pause. */
export function renderCaptionField(
  host: {caption: string; readonly captionField: boolean},
  isDisabled: boolean,
  written: () => void,
  say: Localize,
  paused?: () => void,
) {
  if (!host.captionField) return nothing;
  return html`<label class="caption">
    <span>${say.term('recordCaption')}</span>
    <input
      part="caption"
      type="text"
      dir="auto"
      autocomplete="off"
      maxlength=${recordingOptions.caption.most}
      .value=${host.caption}
      ?disabled=${isDisabled}
      @input=${({currentTarget}: Event) => {
        host.caption = (currentTarget as HTMLInputElement).value;
        if (!paused || !currentTarget) return;
        clearTimeout(typing.get(currentTarget));
        typing.set(currentTarget, setTimeout(paused, PAUSE_MS));
      }}
      @change=${written}
    />
  </label>`;
}
