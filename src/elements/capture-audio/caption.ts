import {html, nothing} from 'lit';
import type {Options} from '../options/configuration.js';
import {recordingOptions} from '../options/table.js';
import type {Localize} from '../strings/localize.js';

/** The tag that a caption is sealed as. */
const TAG = 'caption';

/** The options for a recording: the page's tags with the caption. */
export function withCaption(options: Options, caption: string): Options {
  return caption ? {...options, tags: {...options.tags, [TAG]: caption}} : options;
}

/** Shows the caption of a recording. */
export const renderCaption = (tags: Readonly<Record<string, string>> | undefined) => {
  const caption = tags?.[TAG];
  return caption ? html`<p class="caption-text" dir="auto">${caption}</p>` : nothing;
};

/** A text field for the caption. `write` is called with each change, `written` when the person has finished. */
export function renderCaptionField(
  caption: string,
  isDisabled: boolean,
  write: (caption: string) => void,
  written: () => void,
  say: Localize,
) {
  return html`<label class="caption">
    <span>${say.term('recordCaption')}</span>
    <input
      part="caption"
      type="text"
      dir="auto"
      autocomplete="off"
      maxlength=${recordingOptions.caption.most}
      .value=${caption}
      ?disabled=${isDisabled}
      @input=${({currentTarget}: Event) => {
        write((currentTarget as HTMLInputElement).value);
      }}
      @change=${written}
    />
  </label>`;
}
