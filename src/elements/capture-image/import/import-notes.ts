import {html, type LitElement} from 'lit';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {exclamationIcon} from '../../icons.js';
import {crossIcon} from '../../later-icons.js';
import type {Localize} from '../../strings/localize.js';

/** Most characters of a file's name that are shown. */
const MOST_CHARACTERS = 100;

/** What a person should know of a file. */
interface Note {
  state: 'failed' | 'waiting';
  text: (say: Localize) => string;
}

/** The name of a file in a sentence, without what would turn or hide a part of the sentence. */
export const nameOf = ({name}: File): string =>
  `\u2068${visibleText(name).slice(0, MOST_CHARACTERS)}\u2069`;

/** The notes about chosen files, each with a button that closes it. */
export class ImportNotes {
  readonly #host: LitElement;
  readonly #say: Localize;
  #notes: readonly Note[] = [];

  constructor(host: LitElement, say: Localize) {
    this.#host = host;
    this.#say = say;
  }

  add(state: Note['state'], text: Note['text']) {
    this.#set([...this.#notes, {state, text}]);
  }

  clear() {
    this.#set([]);
  }

  render() {
    return this.#notes.map((note) => this.#renderNote(note));
  }

  #renderNote(note: Note) {
    const close = this.#say.term('importClose');
    return html`<div class="notice" part="notice" data-state=${note.state}>
      ${exclamationIcon()}<span class="file">${note.text(this.#say)}</span>
      <button
        class="close-note"
        aria-label=${close}
        title=${close}
        @click=${() => {
          this.#set(this.#notes.filter((one) => one !== note));
          // The pressed button disappears, and the focus would be lost.
          this.#host.renderRoot.querySelector<HTMLElement>('[part=import]')?.focus();
        }}
      >
        ${crossIcon()}
      </button>
    </div>`;
  }

  #set(notes: readonly Note[]) {
    this.#notes = notes;
    this.#host.requestUpdate();
  }
}
