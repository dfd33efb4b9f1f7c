import {html, type LitElement} from 'lit';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {exclamationIcon} from '../../icons.js';
import {crossIcon} from '../../later-icons.js';
import type {Localize} from '../../strings/localize.js';

/** Most characters of a file's name that are shown. */
const MOST_CHARACTERS = 100;
/** As many notes of a kind are folded into one. */
const MANY = 3;

/** What a person should know of a file. */
interface Note {
  state: 'failed' | 'waiting';
  text: (say: Localize) => string;
}

/** The name of a file in a sentence, without what would turn or hide a part of the sentence. */
export const nameOf = ({name}: File): string =>
  `\u2068${visibleText(name).slice(0, MOST_CHARACTERS)}\u2069`;

/** The notes about chosen files, each with a button that closes it. Many of a kind are one, with a folded list. */
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

  /** How many files were not taken, if their names are folded. */
  get manyFailed(): string | undefined {
    const {length} = this.#of('failed');
    return length < MANY ? undefined : this.#titleOf('failed', length);
  }

  render() {
    return (['failed', 'waiting'] as const).map((state) => {
      const notes = this.#of(state);
      if (notes.length < MANY) return notes.map((note) => this.#renderNote(note));
      return this.#renderMany(state, this.#titleOf(state, notes.length), notes);
    });
  }

  #titleOf(state: Note['state'], count: number): string {
    return this.#say.term(state === 'failed' ? 'importNotTaken' : 'importNoted', count);
  }

  #of(state: Note['state']): readonly Note[] {
    return this.#notes.filter((note) => note.state === state);
  }

  #renderNote(note: Note) {
    return html`<div class="notice" part="notice" data-state=${note.state}>
      ${exclamationIcon()}<span class="file">${note.text(this.#say)}</span>
      ${this.#renderClose([note])}
    </div>`;
  }

  #renderMany(state: Note['state'], title: string, notes: readonly Note[]) {
    // Browsers scroll with the keyboard what can have the focus.
    return html`<div class="notice many" part="notice" data-state=${state}>
      ${exclamationIcon()}
      <details>
        <summary>${title}</summary>
        <ul tabindex="0" aria-label=${title}>
          ${notes.map((note) => html`<li class="file">${note.text(this.#say)}</li>`)}
        </ul>
      </details>
      ${this.#renderClose(notes)}
    </div>`;
  }

  #renderClose(closed: readonly Note[]) {
    const close = this.#say.term('importClose');
    return html`<button
      class="close-note"
      aria-label=${close}
      title=${close}
      @click=${() => {
        this.#set(this.#notes.filter((note) => !closed.includes(note)));
        // The pressed button disappears, and the focus would be lost.
        this.#host.renderRoot.querySelector<HTMLElement>('[part=import]')?.focus();
      }}
    >
      ${crossIcon()}
    </button>`;
  }

  #set(notes: readonly Note[]) {
    this.#notes = notes;
    this.#host.requestUpdate();
  }
}
