import {html, nothing} from 'lit';
import {isRecord} from '../../model/json/record.js';
import type {Options} from '../options/configuration.js';
import {LONGEST_CAPTION} from '../options/audio-options.js';
import type {Localize} from '../strings/localize.js';

/** The tag that a caption is sealed as. */
const TAG = 'caption';

/**
 * The options for a recording: the page's tags with the caption. Tags that are not a plain object are passed on, so
 * that the queue reports them.
 */
export function withCaption(options: Options, caption: string | undefined): Options {
  const {tags = {}} = options;
  const isPlain = isRecord(tags) && !(Symbol.iterator in tags);
  return caption && isPlain ? {...options, tags: {...tags, [TAG]: caption}} : options;
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
      maxlength=${LONGEST_CAPTION}
      .value=${caption}
      ?disabled=${isDisabled}
      @input=${({currentTarget}: Event) => {
        write((currentTarget as HTMLInputElement).value);
      }}
      @change=${written}
    />
  </label>`;
}
