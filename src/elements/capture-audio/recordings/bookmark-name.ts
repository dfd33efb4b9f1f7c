import {html, nothing, type LitElement, type ReactiveController} from 'lit';
import type {RecordingSession} from '../../../core/recording/recording-session.js';
import {LONGEST_BOOKMARK_NAME} from '@sealed-capture/seal/model/media-type.js';
import type {Localize} from '../../strings/localize.js';
import type {ElementFunctions} from './element-functions.js';

/** What the field needs of its element. */
interface NameActions {
  session: () => RecordingSession | undefined;
  functions: Pick<ElementFunctions, 'clockTime'>;
}

/**
 * The field for the name of the newest bookmark, while a recording is made. It does not take the focus, because a person may
 * set several bookmarks in a row. As long as a person writes, it stays with the same bookmark. Enter gives the focus back.
 */
export class BookmarkName implements ReactiveController {
  readonly #host: LitElement;
  readonly #actions: NameActions;
  readonly #say: Localize;
  /** The bookmark that a person is naming, by its index. */
  #draft?: {index: number; text: string};
  /** What had the focus before the field. */
  #before?: EventTarget | null;

  constructor(host: LitElement, actions: NameActions, say: Localize) {
    this.#host = host;
    this.#actions = actions;
    this.#say = say;
    host.addController(this);
  }

  hostUpdate() {
    if (!this.#session) this.#draft = undefined;
  }

  render() {
    const {bookmarks, bookmarkNames} = this.#session ?? {bookmarks: [], bookmarkNames: []};
    const index = this.#draft?.index ?? bookmarks.length - 1;
    const seconds = bookmarks[index];
    if (seconds === undefined) return nothing;
    const text = this.#draft?.text ?? bookmarkNames[index] ?? '';
    const time = this.#actions.functions.clockTime(seconds);
    return html`<label class="caption">
      <span>${this.#say.term('recordingsMarkName', time)}</span>
      <input
        part="mark-name"
        type="text"
        dir="auto"
        autocomplete="off"
        maxlength=${LONGEST_BOOKMARK_NAME}
        .value=${text}
        @focus=${({relatedTarget}: FocusEvent) => {
          this.#draft = {index, text};
          this.#before = relatedTarget;
        }}
        @keydown=${this.#onKey}
        @input=${({currentTarget}: Event) => {
          this.#name(index, (currentTarget as HTMLInputElement).value);
        }}
        @change=${() => this.#session?.keepAgain()}
        @blur=${() => {
          this.#draft = undefined;
          this.#host.requestUpdate();
        }}
      />
    </label>`;
  }

  /** The session, while it records or pauses. */
  get #session(): RecordingSession | undefined {
    const session = this.#actions.session();
    return session && 'includes' in session.state ? session : undefined;
  }

  /** Enter leaves the field, to where the person came from, or else to the button that sets bookmarks. */
  readonly #onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    // Otherwise the same key would press the button that has the focus then.
    event.preventDefault();
    const field = event.currentTarget as HTMLInputElement;
    const before = this.#before as HTMLElement | undefined | null;
    const mark = this.#host.renderRoot.querySelector<HTMLElement>('[part=mark]');
    (before?.isConnected ? before : mark)?.focus();
    field.blur();
  };

  /** What was typed so far is sealed even if the recording ends meanwhile. */
  #name(index: number, text: string) {
    this.#draft = {index, text};
    this.#session?.nameBookmark(index, text);
    this.#host.requestUpdate();
  }
}
