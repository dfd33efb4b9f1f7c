import {adoptStyles, html, LitElement, nothing, type TemplateResult} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {chevronIcon, crossIcon} from '../../later-icons.js';
import type {View} from '../../metadata/view.js';
import {stateIn} from '../intake/file-state.js';
import {classOf, listedName, stateIcons} from '../intake/file-row.js';
import {reasonIn} from '../verdict/verdict.js';
import {LONGEST_FIELD, LONGEST_NOTE} from './case-format.js';
import type {CaseEntry, CaseNotes} from './case-notes.js';
import {caseStyles} from './case-styles.js';

/** What a person can do with a case. */
export interface CaseActions {
  print(): Promise<void>;
  pack(): Promise<void>;
  cancelPacking(): void;
  save(): Promise<void>;
  open(file: Blob): Promise<void>;
}

/** The fields of a case, by their names in {@link CaseNotes}. */
type Field = 'caseNumber' | 'checkedBy' | 'role' | 'note';

const given = {attribute: false} as const;

/**
 * The dialog with the report of a case. It shares the styles of the element that contains it: imported here, they would
 * be loaded by every page in a file of their own.
 */
export class CaseView extends LitElement {
  static override properties = {
    notes: given,
    view: given,
    actions: given,
    message: given,
    isPacking: given,
    moved: {state: true},
    isShown: {state: true},
  };

  declare notes: CaseNotes;
  declare view: View;
  declare actions: CaseActions;
  /** What happened last; announced. */
  declare message: string;
  declare isPacking: boolean;
  /** The file that was moved last, announced with its place. */
  declare private moved?: CaseEntry;
  /** Nothing is rendered while the dialog is closed: a case may have hundreds of files. */
  declare private isShown: boolean;

  override connectedCallback() {
    super.connectedCallback();
    this.setAttribute('exportparts', 'case,case-file');
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.close();
  }

  protected override createRenderRoot() {
    const root = super.createRenderRoot();
    const {host} = this.getRootNode() as ShadowRoot;
    const {elementStyles} = host.constructor as typeof LitElement;
    adoptStyles(root as ShadowRoot, [...elementStyles, caseStyles]);
    return root;
  }

  get isOpen(): boolean {
    return this.#dialog?.open ?? false;
  }

  async open() {
    this.moved = undefined;
    this.isShown = true;
    await this.updateComplete;
    const dialog = this.#dialog;
    if (!dialog?.isConnected || dialog.open) return;
    dialog.showModal();
    dialog.scrollTop = 0;
  }

  readonly close = () => {
    this.#dialog?.close();
  };

  protected override render(): TemplateResult {
    return html`<dialog part="case" aria-labelledby="case-title" @close=${this.#onClose}>
      ${this.isShown ? this.#renderContent() : nothing}
    </dialog>`;
  }

  #renderContent(): TemplateResult {
    const {notes, view} = this;
    const {term, localize} = view;
    const missing = notes.missingNotes;
    const button = (words: string, onClick: () => void, isPrimary = false) =>
      html`<button
        class="button ${isPrimary ? 'primary' : ''}"
        type="button"
        aria-disabled=${this.isPacking}
        @click=${() => !this.isPacking && onClick()}
      >
        ${words}
      </button>`;
    return html`<div class="column">
      <header>
        <h2 id="case-title">${term('caseReport')}</h2>
        <button
          class="button square"
          type="button"
          aria-label=${localize.term('caseClose')}
          @click=${this.close}
        >
          ${crossIcon()}
        </button>
      </header>
      <p class="quiet">${localize.term('caseIntro')}</p>
      ${this.#renderField('caseNumber', 'caseNumber')}
      <fieldset>
        <legend>${localize.term('caseBy')}</legend>
        ${this.#renderField('checkedBy', 'caseByName')} ${this.#renderField('role', 'caseByRole')}
      </fieldset>
      <label>
        ${localize.term('caseNote')}
        <textarea
          rows="3"
          maxlength=${LONGEST_NOTE}
          .value=${notes.note}
          @input=${this.#onField('note')}
        ></textarea>
      </label>
      <h3>${localize.term('caseFiles')}</h3>
      ${missing > 0 ? html`<p class="missing">${localize.term('caseMissing', missing)}</p>` : nothing}
      <ol>
        ${repeat(
          notes.entries,
          ({inspection}) => inspection.id,
          (entry, index) => this.#renderEntry(entry, index),
        )}
      </ol>
      ${
        notes.unchecked.length > 0
          ? html`<p class="unchecked">${localize.term('caseUnchecked', notes.unchecked.length)}</p>`
          : nothing
      }
      <label class="switch">
        <input type="checkbox" .checked=${notes.withRecord} @change=${this.#onRecord} />
        ${localize.term('caseWithRecord')}
      </label>
      <div class="buttons">
        ${button(term('print'), () => void this.actions.print(), true)}
        ${button(term('evidence'), () => void this.actions.pack())}
        ${button(localize.term('caseSave'), () => void this.actions.save())}
        ${button(localize.term('caseOpen'), () => this.#picker?.click())}
      </div>
      <input
        type="file"
        accept=".json,application/json"
        hidden
        @change=${this.#onPicked}
        aria-label=${localize.term('caseOpen')}
      />
      <div class="status">
        <p role="status">${this.message}</p>
        ${
          this.isPacking
            ? html`<button
                class="button"
                type="button"
                @click=${() => this.actions.cancelPacking()}
              >
                ${term('cancel')}
              </button>`
            : nothing
        }
      </div>
      <p class="visually-hidden" aria-live="polite">${this.#placeOf(this.moved)}</p>
    </div>`;
  }

  #renderField(name: Exclude<Field, 'note'>, label: 'caseNumber' | 'caseByName' | 'caseByRole') {
    return html`<label>
      ${this.view.localize.term(label)}
      <input
        type="text"
        name=${name}
        autocomplete="off"
        maxlength=${LONGEST_FIELD}
        .value=${this.notes[name]}
        @input=${this.#onField(name)}
      />
    </label>`;
  }

  #renderEntry(entry: CaseEntry, index: number): TemplateResult {
    const {view, notes} = this;
    const {localize} = view;
    const {inspection} = entry;
    const name = listedName(inspection, view);
    const state = stateIn(inspection);
    const move = (by: 1 | -1, words: 'caseUp' | 'caseDown', isEnd: boolean) =>
      html`<button
        class="button square ${by < 0 ? 'up' : 'down'}"
        type="button"
        aria-label=${localize.term(words, name)}
        aria-disabled=${isEnd}
        @click=${() => void this.#move(entry, by)}
      >
        ${chevronIcon()}
      </button>`;
    return html`<li class=${classOf(state)} part="case-file" data-id=${inspection.id}>
      <div class="top">
        <label class="switch">
          <input type="checkbox" .checked=${entry.isSelected} @change=${this.#onSelected(entry)} />
          <bdi class="name">${name}</bdi>
        </label>
        ${move(-1, 'caseUp', index === 0)}
        ${move(1, 'caseDown', index === notes.entries.length - 1)}
      </div>
      <p class="verdict">
        ${stateIcons[state]()}
        <span
          ><b>${localize.term('fileState', state)}</b>
          <bdi class="quiet">${reasonIn(inspection.progress.opinions, view)}</bdi></span
        >
      </p>
      <label>
        <span aria-hidden="true">${localize.term('caseNoteShort')}</span>
        <textarea
          rows="2"
          aria-label=${localize.term('caseFileNote', name)}
          maxlength=${LONGEST_NOTE}
          .value=${entry.note}
          @input=${(event: Event) => (entry.note = valueOf(event))}
        ></textarea>
      </label>
    </li>`;
  }

  #placeOf(entry: CaseEntry | undefined): string {
    if (!entry) return '';
    const {entries} = this.notes;
    const position = entries.indexOf(entry) + 1;
    const name = listedName(entry.inspection, this.view);
    return this.view.localize.term('caseMoved', name, position, entries.length);
  }

  /** The focus stays on the button, which moves with its file. */
  async #move(entry: CaseEntry, by: 1 | -1) {
    if (!this.notes.move(entry, by)) return;
    this.moved = entry;
    this.requestUpdate();
    await this.updateComplete;
    const button = `[data-id="${entry.inspection.id}"] .${by < 0 ? 'up' : 'down'}`;
    this.#find(button)?.focus();
  }

  readonly #onField = (field: Field) => (event: Event) => {
    this.notes[field] = valueOf(event);
  };

  readonly #onSelected = (entry: CaseEntry) => (event: Event) => {
    entry.isSelected = (event.target as HTMLInputElement).checked;
  };

  readonly #onClose = () => {
    this.isShown = false;
  };

  readonly #onRecord = (event: Event) => {
    this.notes.withRecord = (event.target as HTMLInputElement).checked;
  };

  readonly #onPicked = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    // The same file can be opened again.
    input.value = '';
    if (file) void this.actions.open(file);
  };

  #find<Found extends HTMLElement>(selector: string): Found | null {
    return this.renderRoot.querySelector<Found>(selector);
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#find<HTMLDialogElement>('dialog');
  }

  get #picker(): HTMLInputElement | null {
    return this.#find<HTMLInputElement>('[type=file]');
  }
}

const valueOf = ({target}: Event): string =>
  (target as HTMLInputElement | HTMLTextAreaElement).value;
