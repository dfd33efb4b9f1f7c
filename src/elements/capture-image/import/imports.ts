import {html, nothing, type LitElement, type ReactiveController} from 'lit';
import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import type {PictureQuality} from '@sealed-capture/seal/model/picture-quality.js';
import type {CaptureSummary, Protection} from '../../../core/queue/queue-client.js';
import type {Importing, WhyRefused} from '../../../core/queue/importing.js';
import {imported} from '../../../lang/compiled/en/imported.js';
import {photoImport} from '../../../lang/compiled/en/photo-import.js';
import {exclamationIcon} from '../../icons.js';
import {crossIcon, galleryIcon} from '../../later-icons.js';
import {Localize} from '../../strings/localize.js';
import type {ViewState} from '../frame/viewfinder.js';
import type {PhotoAnnouncements} from '../photo-announcements.js';
import {FileDrop} from './file-drop.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {importStyles} from './import-styles.js';

type Host = LitElement & {
  readonly allowImport: boolean;
  readonly quality: string;
  caption: string;
};

/** What the imports need of their element, beyond its public members. */
export interface ImportActions {
  announcements: PhotoAnnouncements;
  connection: () => Protection;
  isDisabled: () => boolean;
  /** Resolves once the list of shots says what a photo is sealed with; undefined if it does so already. */
  shotsLoading: () => Promise<void> | undefined;
  /** Warns of the quality of a photo. */
  measured: (captureId: string, quality: PictureQuality) => void;
  /** Reports an exception. */
  failed: (captureId: string, fallback: ErrorCode) => (thrown: unknown) => void;
  /** Replaces what reads and stores the files, for tests. */
  importing?: () => Promise<Importing>;
}

/** In the code that stores captures, which is loaded right after the elements. */
const lateImporting = async (): Promise<Importing> =>
  (await import('../../../core/wiring/elements/capturing.js')).importing;

/** Most characters of a file's name that are shown. */
const MOST_CHARACTERS = 100;

/** Files that were chosen together. */
interface Batch {
  files: readonly File[];
  importing: Importing;
  protection: Protection;
  account: ReturnType<Importing['accountOf']>;
}

/** What a person should know of a file. */
interface Note {
  state: 'failed' | 'waiting';
  text: (say: Localize) => string;
}

/** The name of a file in a sentence, without what would turn or hide a part of the sentence. */
const nameOf = ({name}: File): string =>
  `\u2068${visibleText(name).slice(0, MOST_CHARACTERS)}\u2069`;

const codes: Record<WhyRefused, ErrorCode> = {
  empty: 'media_unsupported',
  'too-large': 'too_large',
  'no-photo': 'media_unsupported',
  damaged: 'media_unsupported',
  unreadable: 'media_unsupported',
};

/**
 * Takes photos that are there already: from a file dialog, dropped on the element, or pasted. One after another is read,
 * stored and sealed. A file that cannot be taken is named, and the others go on.
 */
export class Imports implements ReactiveController {
  readonly styles = [importStyles];
  readonly #host: Host;
  readonly #actions: ImportActions;
  readonly #importing: () => Promise<Importing>;
  readonly #say: Localize;
  readonly #drop: FileDrop;
  readonly #batches: Batch[] = [];
  /** Kept while its dialog is open: a browser may otherwise collect it, with what the person chooses. */
  #input?: HTMLInputElement;
  #notes: readonly Note[] = [];
  /** The name of the file that is being read. */
  #reading?: string;

  constructor(host: Host, actions: ImportActions) {
    this.#host = host;
    this.#actions = actions;
    this.#importing = actions.importing ?? lateImporting;
    this.#say = new Localize(host, {...imported, ...photoImport});
    this.#drop = new FileDrop(host, {
      isOn: () => this.#isOn,
      take: (files) => void this.#take(files),
    });
    host.addController(this);
  }

  hostDisconnected() {
    this.#notes = [];
  }

  get #isOn(): boolean {
    return this.#host.allowImport && !this.#actions.isDisabled();
  }

  /** Announces a chosen photo, as the element does for one that was taken. */
  taken(captureId: string, isRead: boolean, autoProtect: boolean) {
    const say = this.#say;
    const {announcements} = this.#actions;
    if (isRead) announcements.announce(say.term('importTakenPlate'));
    else if (!autoProtect) announcements.announce(say.term('importTakenHeld'));
    else {
      announcements.announceSealing(captureId, say.term('importTaken'), say.term('importTakenNow'));
    }
  }

  /** What the thumbnail's label adds to the state of a chosen photo. */
  noteOn({imported: isChosen}: CaptureSummary): string {
    return isChosen ? `. ${this.#say.term('notTakenHere')}` : '';
  }

  /** The button beside the shutter. */
  renderButton() {
    if (!this.#isOn) return nothing;
    const label = this.#say.term('importChoose');
    return html`<button
      part="import"
      class="import"
      aria-label=${label}
      title=${label}
      @click=${this.#choose}
    >
      ${galleryIcon()}
    </button>`;
  }

  /** What has become of the files, and, on a screen without a picture, the button. */
  render({name}: ViewState) {
    const isComing = name === 'live' || name === 'resting' || name === 'starting';
    return html`${
      this.#reading === undefined
        ? nothing
        : html`<div class="notice" part="notice" data-state="waiting">
            <i class="arc"></i
            ><span class="file">${this.#say.term('importReading', this.#reading)}</span>
          </div>`
    }
    ${this.#notes.map((note) => this.#renderNote(note))}
    ${
      this.#isOn && !isComing
        ? html`<button part="import" class="button import-instead" @click=${this.#choose}>
            ${galleryIcon()}${this.#say.term('importInstead')}
          </button>`
        : nothing
    }
    ${
      this.#drop.isOver
        ? html`<div class="drop">${galleryIcon()}${this.#say.term('importDrop')}</div>`
        : nothing
    }`;
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
          this.#notes = this.#notes.filter((one) => one !== note);
          this.#host.requestUpdate();
          // The pressed button disappears, and the focus would be lost.
          this.#host.renderRoot.querySelector<HTMLElement>('[part=import]')?.focus();
        }}
      >
        ${crossIcon()}
      </button>
    </div>`;
  }

  readonly #choose = () => {
    const input = document.createElement('input');
    Object.assign(input, {type: 'file', accept: 'image/*', multiple: true});
    input.addEventListener('change', () => {
      this.#input = undefined;
      void this.#take([...(input.files ?? [])]);
    });
    this.#input = input;
    this.#input.click();
  };

  async #take(files: readonly File[]) {
    if (files.length === 0) return;
    const protection = this.#actions.connection();
    const importing = await this.#importing().catch(this.#actions.failed('', 'part_missing'));
    if (!importing) return;
    // Whatever the page changes meanwhile, the files belong to the account for which they were chosen.
    const account = importing.accountOf(protection);
    this.#notes = [];
    this.#batches.push({files, importing, protection, account});
    if (this.#batches.length === 1) void this.#work();
  }

  async #work() {
    for (;;) {
      const [batch] = this.#batches;
      if (!batch) break;
      for (const file of batch.files) await this.#takeOne(file, batch);
      this.#batches.shift();
    }
    this.#reading = undefined;
    this.#host.requestUpdate();
  }

  async #takeOne(file: File, {importing, protection, account}: Batch) {
    const host = this.#host;
    this.#reading = nameOf(file);
    host.requestUpdate();
    try {
      await this.#actions.shotsLoading();
      // Not given up when the element is removed: the person has chosen it.
      const chosen = await importing.chosen(file, new AbortController().signal);
      if (chosen.name === 'refused') return this.#refuse(file, chosen.why);
      const {caption} = host;
      const {captureId} = await importing.take(protection, chosen, account);
      // What was typed meanwhile is for the next photo.
      if (caption && host.caption === caption) host.caption = '';
      const {original, hadSeal} = chosen.imported;
      if (original) this.#note('waiting', 'importConverted', file);
      if (hadSeal) this.#note('waiting', 'importHadSeal', file);
      if (host.quality === 'warn' && chosen.quality) {
        this.#actions.measured(captureId, chosen.quality);
      }
    } catch (thrown) {
      const isUnread = thrown instanceof SealedCaptureError && thrown.code === 'media_unsupported';
      if (isUnread) this.#refuse(file, 'unreadable');
      else this.#actions.failed('', 'storage_unavailable')(thrown);
    }
  }

  #refuse(file: File, why: WhyRefused) {
    const message = `The file that was chosen is not taken: ${why}.`;
    this.#actions.failed('', codes[why])(new SealedCaptureError(codes[why], message));
    const text = (say: Localize) => say.term('importRefused', why, nameOf(file));
    this.#notes = [...this.#notes, {state: 'failed', text}];
    this.#actions.announcements.announceLate(text(this.#say));
  }

  #note(state: Note['state'], key: 'importConverted' | 'importHadSeal', file: File) {
    this.#notes = [...this.#notes, {state, text: (say) => say.term(key, nameOf(file))}];
    this.#host.requestUpdate();
  }
}
