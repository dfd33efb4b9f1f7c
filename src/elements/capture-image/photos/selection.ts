import {html, nothing} from 'lit';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import {deleteIcon} from '../../capture/files/file-icons.js';
import type {Localize} from '../../strings/localize.js';
import {isSealed} from '../../capture/files/listed.js';
import {savingOf} from '../../capture/files/saving.js';

interface SelectionActions {
  /** The listed photos, newest first. */
  photos: () => readonly CaptureSummary[];
  willShare: (photos: readonly CaptureSummary[]) => boolean;
  save: (photos: readonly CaptureSummary[]) => Promise<void>;
  remove: (photos: readonly CaptureSummary[]) => Promise<void>;
  /** Renders and announces the selection after it has changed. */
  changed: () => void;
}

/** Ids of the selected photos, also of those that are not listed any more. */
type SelectionState = {name: 'off'} | {name: 'on'; captureIds: ReadonlySet<string>};

/** The photos of the list that a person selects, to save or delete them together. */
export class PhotoSelection {
  readonly #actions: SelectionActions;
  readonly #say: Localize;
  #state: SelectionState = {name: 'off'};

  constructor(actions: SelectionActions, say: Localize) {
    this.#actions = actions;
    this.#say = say;
  }

  get isOn(): boolean {
    return this.#state.name === 'on';
  }

  /** True if the photo is selected; undefined if no photos are being selected. */
  has(captureId: string): boolean | undefined {
    return this.#state.name === 'on' ? this.#state.captureIds.has(captureId) : undefined;
  }

  /** The selected photos, newest first. */
  get photos(): readonly CaptureSummary[] {
    return this.#actions.photos().filter(({captureId}) => this.has(captureId));
  }

  /** Says how many photos are selected. */
  get text(): string {
    return this.#say.term('viewerSelected', this.photos.length);
  }

  /** Begins or ends the selection. */
  readonly toggle = () => {
    this.#set(this.isOn ? undefined : []);
  };

  readonly toggleOne = (captureId: string) => {
    if (this.#state.name === 'off') return;
    const captureIds = new Set(this.#state.captureIds);
    if (!captureIds.delete(captureId)) captureIds.add(captureId);
    this.#set(captureIds);
  };

  /** Ends the selection without rendering. */
  end() {
    this.#state = {name: 'off'};
  }

  /** The buttons for the selected photos; nothing if no photos are being selected. */
  render() {
    if (!this.isOn) return nothing;
    const say = this.#say;
    const {photos} = this;
    const isAll = photos.length === this.#actions.photos().length;
    const saving = savingOf(true, this.#actions.willShare(photos));
    return html`<footer class="selection">
      ${
        photos.some((photo) => !isSealed(photo))
          ? html`<p class="quiet">${say.term('viewerSomeUnsealed')}</p>`
          : nothing
      }
      <button class="select-all" @click=${this.#toggleAll}>
        ${say.term(isAll ? 'viewerSelectNone' : 'viewerSelectAll')}
      </button>
      <button
        class="save"
        aria-disabled=${photos.length === 0}
        @click=${() => photos.length > 0 && void this.#actions.save(photos)}
      >
        ${saving.icon}${say.term(saving.term)}
      </button>
      <button
        class="delete"
        aria-disabled=${photos.length === 0}
        @click=${() => photos.length > 0 && void this.#actions.remove(photos)}
      >
        ${deleteIcon()}${say.term('viewerDelete')}
      </button>
    </footer>`;
  }

  readonly #toggleAll = () => {
    const all = this.#actions.photos();
    const isAll = this.photos.length === all.length;
    this.#set(isAll ? [] : all.map(({captureId}) => captureId));
  };

  #set(captureIds: Iterable<string> | undefined) {
    this.#state = captureIds ? {name: 'on', captureIds: new Set(captureIds)} : {name: 'off'};
    this.#actions.changed();
  }
}
