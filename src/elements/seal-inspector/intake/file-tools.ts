import {html, nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {FileInspection, Inspections} from '../../../core/inspection/inspections.js';
import {saveFile} from '../../../core/wiring/elements/save-file.js';
import type {View} from '../../metadata/view.js';
import type {FileState} from '../../strings/states.js';
import {fileTable} from './file-csv.js';
import {classOf, listedName, stateIcons} from './file-row.js';
import {FilePager} from './file-pager.js';
import {RowPictures} from './row-pictures.js';
import {Typing} from '../tree/typing.js';
import {ordered, statesOf, type FileOrder} from './file-order.js';

type Said = 'listSaving' | 'listSaved' | 'listNotSaved';

type Host = ReactiveControllerHost &
  HTMLElement & {
    readonly renderRoot: ParentNode;
    readonly isConnected: boolean;
  };

/** Sorts and filters the list of files, and exports it. */
export class FileTools implements ReactiveController {
  readonly #host: Host;
  readonly #save: typeof saveFile;
  #order: FileOrder = {sort: 'state'};
  /** True once a person has chosen one of the files, which then stays. */
  #isChosen = false;
  /** The files that the last message is about. */
  #said?: {files: readonly FileInspection[]; words: Said};
  #files: readonly FileInspection[] = [];
  #saving?: AbortController;
  readonly pictures: RowPictures;
  readonly pager: FilePager;
  /** Renders a sign at the end of a row. */
  mark: (file: FileInspection, view: View) => unknown = () => nothing;
  readonly #typing = new Typing();

  constructor(host: Host, save = saveFile) {
    this.#host = host;
    this.#save = save;
    host.addController(this);
    this.pictures = new RowPictures(host);
    this.pager = new FilePager(host);
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

  /** All files in the order of the list, also those that it does not show. */
  inOrder(files: readonly FileInspection[]): readonly FileInspection[] {
    return ordered(files, {sort: this.#order.sort});
  }

  /** Shows the worst file once all have a verdict, unless a person has chosen one. */
  showWorst(inspections: Inspections) {
    const {files, looked, isOpen} = inspections;
    if (files.length < 2) {
      this.#isChosen = false;
      return this.pager.close();
    }
    if (this.#isChosen || isOpen) return;
    const [worst] = ordered(files, {sort: 'state'});
    if (worst && worst !== looked) inspections.show(worst.id);
  }

  /** The file that is shown was chosen by a person. */
  keepLooked() {
    this.#isChosen = true;
  }

  renderOrder(files: readonly FileInspection[], {term, localize}: View) {
    const states = statesOf(files);
    const {sort} = this.#order;
    const only = states.find(({state}) => state === this.#order.only)?.state;
    const renderChip = (words: string, isChosen: boolean, state?: FileState) =>
      html`<button
        class=${`chip ${state ? classOf(state) : ''}`}
        type="button"
        aria-pressed=${isChosen}
        @click=${() => this.#become({...this.#order, only: state})}
      >
        ${state ? stateIcons[state]() : nothing}${words}
      </button>`;
    return html`<div class="tools">
      <label>
        <span class="quiet">${term('listOrder')}</span>
        <select @change=${this.#onSort}>
          <option value="state" ?selected=${sort === 'state'}>${term('listWorst')}</option>
          <option value="given" ?selected=${sort === 'given'}>${term('listGiven')}</option>
        </select>
      </label>
      <div class="chips" role="group" aria-label=${term('listShow')}>
        ${renderChip(term('listAll'), !only)}
        ${states.map(({state, count}) =>
          renderChip(localize.term('filesIn', state, count), state === only, state),
        )}
      </div>
    </div>`;
  }

  /** The file whose name begins with the letters that were typed; undefined if the key is no letter, or none does. */
  typed(
    {key, timeStamp, ctrlKey, metaKey, altKey}: KeyboardEvent,
    shown: readonly FileInspection[],
    looked: FileInspection | undefined,
    view: View,
  ): FileInspection | undefined {
    const isLetter = [...key].length === 1 && !(ctrlKey || metaKey || altKey);
    if (!isLetter || (key === ' ' && !this.#typing.goesOn(timeStamp))) return undefined;
    const rows = shown.map((file) => ({file, label: listedName(file, view)}));
    const current = rows.find(({file}) => file === looked) ?? rows[0];
    return current && this.#typing.next(key, timeStamp, current, rows)?.file;
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
