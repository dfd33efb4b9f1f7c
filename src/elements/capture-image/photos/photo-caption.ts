import {html, nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {visibleLines} from '@sealed-capture/seal/model/text/visible-text.js';
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
  storing?: Promise<boolean>;
  /** The photo may be sealed. */
  isOver?: true;
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

/** What is typed is for the field alone: Escape, too, may end a word of an input method, and must delete no photo. */
const stopKeys = (event: KeyboardEvent) => {
  event.stopPropagation();
};

/**
 * The caption of the photo that is shown: a field as long as it can be changed, and text once the seal was asked for.
 * While a person types, the photo is not sealed; what was typed is stored when they pause, or leave the page.
 */
export class PhotoCaption implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #actions: CaptionActions;
  #typed?: Typed;
  /** The photo that was rendered last. */
  #shown?: string;

  constructor(host: ReactiveControllerHost, actions: CaptionActions) {
    this.#host = host;
    this.#actions = actions;
    host.addController(this);
  }

  hostDisconnected() {
    void this.end();
  }

  render(photo: CaptureSummary, hasField: boolean) {
    const {captureId} = photo;
    const caption = captionOf(photo);
    this.#shown = captureId;
    if (hasField && photo.isEditable) {
      const {text = caption} = this.#typed?.captureId === captureId ? this.#typed : {};
      const label = this.#actions.say.term('caption');
      return renderCaptionField(label, text, (typed) => this.#type(captureId, typed), this.#keep);
    }
    return caption
      ? html`<p class="caption-text" dir="auto">${visibleLines(caption)}</p>`
      : nothing;
  }

  /** Stores what was typed. Resolves to false if that failed, which the person has been told. */
  async store(): Promise<boolean> {
    const typed = this.#typed;
    if (!typed) return true;
    typed.storing ??= this.#store(typed).finally(() => (typed.storing = undefined));
    return await typed.storing;
  }

  /** Stores what was typed, and lets the photo be sealed even if that fails. */
  async end() {
    const typed = this.#typed;
    if (!typed) return;
    await this.store();
    this.#release(typed);
  }

  /** Forgets what was typed for a photo that is deleted. */
  drop() {
    if (this.#typed) this.#release(this.#typed);
  }

  async #store(typed: Typed): Promise<boolean> {
    const {captureId, connection} = typed;
    let text: string;
    try {
      do {
        clearTimeout(typed.pause);
        ({text} = typed);
        if (!(await connection.changeTags(captureId, {caption: text || undefined}))) {
          this.#tell(captureId, 'late');
          break;
        }
        // More was typed meanwhile.
      } while (typed.text !== text);
    } catch (thrown) {
      // It was deleted meanwhile.
      const isGone = thrown instanceof SealedCaptureError && thrown.code === 'capture_unknown';
      if (!isGone) {
        this.#tell(captureId, 'again');
        return false;
      }
    }
    this.#release(typed);
    this.#host.requestUpdate();
    return true;
  }

  #type(captureId: string, text: string) {
    if (this.#typed?.captureId !== captureId) {
      void this.end();
      const connection = this.#actions.connection();
      connection.withhold([captureId], true, 'caption');
      this.#typed = {captureId, text, connection};
      addEventListener('pagehide', this.#keep);
      document.addEventListener('visibilitychange', this.#keep);
    }
    const typed = this.#typed;
    typed.text = text;
    clearTimeout(typed.pause);
    typed.pause = setTimeout(this.#keep, PAUSE_MS);
  }

  #release(typed: Typed) {
    clearTimeout(typed.pause);
    if (!typed.isOver) typed.connection.withhold([typed.captureId], false, 'caption');
    typed.isOver = true;
    if (this.#typed !== typed) return;
    this.#typed = undefined;
    removeEventListener('pagehide', this.#keep);
    document.removeEventListener('visibilitychange', this.#keep);
  }

  /** Nothing is said about a photo that is not shown any more. */
  #tell(captureId: string, how: 'again' | 'late') {
    const {say, tell} = this.#actions;
    if (captureId === this.#shown) tell(say.term('viewerCaptionNotStored', how));
  }

  readonly #keep = () => void this.store();
}
