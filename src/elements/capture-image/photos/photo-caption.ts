import {html, nothing, type ReactiveControllerHost} from 'lit';
import type {CaptureSummary, Protection} from '../../../core/queue/queue-client.js';
import type {Localize} from '../../strings/localize.js';

/** As for the option `caption`. */
const MOST_CHARACTERS = 1000;
/** Milliseconds without a keystroke after which the text is stored. */
const PAUSE_MS = 1_000;

/** The part of a connection that captions need. */
export type Captions = Pick<Protection, 'changeTags' | 'withhold'>;

/** What is needed to store a caption, and to say that it was not. */
interface CaptionActions {
  connection: () => Captions;
  say: Localize;
  /** Shows and announces a problem. */
  tell: (problem: string) => void;
}

/** What a person has typed for a photo, and is not stored yet. */
interface Typed {
  readonly captureId: string;
  readonly connection: Captions;
  text: string;
  /** Until it is stored. */
  pause?: ReturnType<typeof setTimeout>;
}

/** The caption of a photo, as text. */
export const captionOf = ({tags}: CaptureSummary): string => tags?.['caption'] ?? '';

/** Renders a field for a caption. `typed` gets each change, `written` is called when the person has finished. */
export const renderCaptionField = (
  label: string,
  caption: string,
  typed: (text: string) => void,
  written: () => void = () => {},
) =>
  html`<label class="caption" @keydown=${stopKeys}>
    <span>${label}</span>
    <input
      part="caption"
      type="text"
      dir="auto"
      autocomplete="off"
      maxlength=${MOST_CHARACTERS}
      .value=${caption}
      @input=${({currentTarget}: Event) => {
        typed((currentTarget as HTMLInputElement).value);
      }}
      @change=${written}
    />
  </label>`;

/** Letters are for the field, not for the camera or the viewer. Escape is for both. */
const stopKeys = (event: KeyboardEvent) => {
  if (event.key !== 'Escape') event.stopPropagation();
};

/**
 * The caption of the photo that is shown: a field as long as it can be changed, and text once the photo is being sealed.
 * While a person types, the photo is not sealed; what was typed is stored when they pause.
 */
export class PhotoCaption {
  readonly #host: ReactiveControllerHost;
  readonly #actions: CaptionActions;
  #typed?: Typed;

  constructor(host: ReactiveControllerHost, actions: CaptionActions) {
    this.#host = host;
    this.#actions = actions;
  }

  render(photo: CaptureSummary, hasField: boolean) {
    const {captureId} = photo;
    const caption = captionOf(photo);
    if (hasField && isChangeable(photo)) {
      const {text = caption} = this.#typed?.captureId === captureId ? this.#typed : {};
      const label = this.#actions.say.term('caption');
      return renderCaptionField(label, text, (typed) => this.#type(captureId, typed), this.#keep);
    }
    return caption ? html`<p class="caption-text" dir="auto">${caption}</p>` : nothing;
  }

  /** Stores what was typed. Resolves to false if that failed, which the person has been told. */
  async store(): Promise<boolean> {
    const typed = this.#typed;
    if (!typed) return true;
    clearTimeout(typed.pause);
    const {captureId, text, connection} = typed;
    const {say, tell} = this.#actions;
    try {
      const isInTime = await connection.changeTags(captureId, {caption: text || undefined});
      // More was typed meanwhile.
      if (typed.text !== text) return await this.store();
      if (!isInTime) tell(say.term('viewerCaptionNotStored', 'late'));
    } catch {
      tell(say.term('viewerCaptionNotStored', 'again'));
      return false;
    }
    if (this.#typed === typed) this.#typed = undefined;
    connection.withhold([captureId], false, 'caption');
    this.#host.requestUpdate();
    return true;
  }

  readonly #keep = () => void this.store();

  #type(captureId: string, text: string) {
    if (this.#typed?.captureId !== captureId) {
      void this.store();
      const connection = this.#actions.connection();
      connection.withhold([captureId], true, 'caption');
      this.#typed = {captureId, text, connection};
    }
    const typed = this.#typed;
    typed.text = text;
    clearTimeout(typed.pause);
    typed.pause = setTimeout(this.#keep, PAUSE_MS);
  }
}

/** True as long as the service was not asked for the seal. */
const isChangeable = ({progress}: CaptureSummary): boolean =>
  progress.name === 'held' || progress.name === 'waiting' || progress.name === 'failed';
