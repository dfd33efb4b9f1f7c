import {html, nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {FileInspection} from '../../../core/inspection/inspections.js';
import {saveFile} from '../../../core/wiring/elements/save-file.js';
import type {View} from '../../metadata/view.js';
import type {FileState} from '../../strings/states.js';
import {fileTable} from './file-csv.js';
import {ordered, statesOf, type FileOrder} from './file-order.js';

type Said = 'listSaving' | 'listSaved' | 'listNotSaved';

type Host = ReactiveControllerHost & {renderRoot: ParentNode};

/** Sorts and filters the list of files, and exports it. */
export class FileTools implements ReactiveController {
  readonly #host: Host;
  readonly #save: typeof saveFile;
  #order: FileOrder = {sort: 'given'};
  /** The files that the last message is about. */
  #said?: {files: readonly FileInspection[]; words: Said};
  #files: readonly FileInspection[] = [];
  #saving?: AbortController;

  constructor(host: Host, save = saveFile) {
    this.#host = host;
    this.#save = save;
    host.addController(this);
  }

  hostDisconnected() {
    this.#saving?.abort();
    this.#said = undefined;
  }

  /** Moves the focus with its file. */
  hostUpdated() {
    const root = this.#host.renderRoot as ShadowRoot;
    const {activeElement} = root;
    if (!activeElement?.matches('[role=option][aria-selected=false]')) return;
    root.querySelector<HTMLElement>('[role=option][aria-selected=true]')?.focus();
  }

  /** The message about the last export, while the files are the same. */
  get said(): Said | undefined {
    return this.#said?.files === this.#files ? this.#said.words : undefined;
  }

  /** The files that the list shows, in its order. */
  shown(files: readonly FileInspection[]): readonly FileInspection[] {
    this.#files = files;
    return ordered(files, this.#order);
  }

  renderOrder(files: readonly FileInspection[], {term, localize}: View) {
    const states = statesOf(files);
    const {sort} = this.#order;
    const only = states.find(({state}) => state === this.#order.only)?.state;
    return html`<div class="tools">
      <label>
        <span class="quiet">${term('listOrder')}</span>
        <select @change=${this.#onSort}>
          <option value="given" ?selected=${sort === 'given'}>${term('listGiven')}</option>
          <option value="state" ?selected=${sort === 'state'}>${term('listWorst')}</option>
        </select>
      </label>
      <label>
        <span class="quiet">${term('listShow')}</span>
        <select @change=${this.#onFilter}>
          <option value="" ?selected=${!only}>${term('listAll')}</option>
          ${states.map(
            ({state, count}) =>
              html`<option value=${state} ?selected=${state === only}>
                ${localize.term('filesIn', state, count)}
              </option>`,
          )}
        </select>
      </label>
    </div>`;
  }

  renderSave(files: readonly FileInspection[], view: View) {
    const save = () => void this.#saveTable(files, view);
    return html`<button class="button" type="button" @click=${save}>
      ${view.term('listSave')}
    </button>`;
  }

  renderSaid({term}: View) {
    return this.said ? html`<p class="quiet">${term(this.said)}</p>` : nothing;
  }

  readonly #onSort = ({target}: Event) => {
    const sort = (target as HTMLSelectElement).value === 'state' ? 'state' : 'given';
    this.#become({...this.#order, sort});
  };

  readonly #onFilter = ({target}: Event) => {
    const {value} = target as HTMLSelectElement;
    this.#become({...this.#order, only: value ? (value as FileState) : undefined});
  };

  #become(order: FileOrder) {
    this.#order = order;
    this.#host.requestUpdate();
  }

  async #saveTable(files: readonly FileInspection[], view: View) {
    this.#saving?.abort();
    const {signal} = (this.#saving = new AbortController());
    const say = (words: Said) => {
      if (signal.aborted) return;
      this.#said = {files: this.#files, words};
      this.#host.requestUpdate();
    };
    say('listSaving');
    try {
      const table = await fileTable(ordered(files, this.#order), view, signal);
      if (!signal.aborted) this.#save(table, 'inspections.csv');
      say('listSaved');
    } catch {
      say('listNotSaved');
    }
  }
}
