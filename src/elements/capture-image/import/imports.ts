import {html, nothing, type LitElement, type ReactiveController} from 'lit';
import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import type {CaptureSummary, Protection} from '../../../core/queue/queue-client.js';
import type {Importing, WhyRefused} from '../../../core/queue/importing.js';
import {imported} from '../../../lang/compiled/en/imported.js';
import {photoImport} from '../../../lang/compiled/en/photo-import.js';
import {galleryIcon} from '../../later-icons.js';
import type {Options} from '../../options/configuration.js';
import {Localize} from '../../strings/localize.js';
import type {LateAlbum} from '../album/late-album.js';
import type {Viewfinder} from '../frame/viewfinder.js';
import type {LatePanels} from '../late-panels.js';
import type {PhotoAnnouncements} from '../photo-announcements.js';
import type {OnMeasured} from '../../../core/camera/camera-session.js';
import type {Shots} from '../shots/shots.js';
import {ChosenBatches, type ChosenOutcome} from './chosen-batches.js';
import {FileDrop} from './file-drop.js';
import {ImportNotes, nameOf} from './import-notes.js';
import {importStyles} from './import-styles.js';
import {UnreadFiles} from './unread-files.js';

type Host = LitElement & {
  readonly allowImport: boolean;
  readonly quality: string;
  readonly name?: string;
  readonly protections: readonly CaptureSummary[];
  caption: string;
};

/** What the imports need of their element, beyond its public members. */
export interface ImportActions {
  announcements: PhotoAnnouncements;
  connection: () => Protection;
  camera: Pick<Viewfinder, 'state'>;
  isDisabled: () => boolean;
  /** The element's options, without what the shots and the caption add. */
  options: () => Options;
  /** Takes the caption for what is captured now out of its field. */
  takeCaption: () => string;
  /**
   * The shots, the last photo with the field for a caption, and the list, when they are loaded, and what warns of the quality
   * of a photo.
   */
  parts: {
    readonly panels: {readonly part?: Pick<LatePanels, 'last' | 'renderCaption'>};
    readonly album: {
      readonly part?: Pick<LateAlbum, 'renderButton'>;
      load(isNeeded: boolean): Promise<void>;
    };
    readonly measured: OnMeasured;
    readonly shots: {readonly part?: Pick<Shots, 'optionsNow'>};
    shotsLoading(): Promise<void> | undefined;
  };
  /** Reports an exception. */
  failed: (captureId: string, fallback: ErrorCode) => (thrown: unknown) => void;
  /** Replaces what reads and stores the files, for tests. */
  importing?: () => Promise<Importing>;
}

/** Milliseconds after which a page is taken to be idle. Imports are loaded after what the camera needs for its first picture. */
const IDLE_MS = 500;

/** In the code that stores captures, which is loaded right after the elements. */
const lateImporting = async (): Promise<Importing> =>
  (await import('../../../core/wiring/elements/capturing.js')).importing;

const codes: Record<WhyRefused, ErrorCode> = {
  empty: 'media_unsupported',
  'too-large': 'too_large',
  'too-many-pixels': 'too_large',
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
  readonly #say: Localize;
  readonly #drop: FileDrop;
  readonly #notes: ImportNotes;
  readonly #batches: ChosenBatches;
  /** Kept while its dialog is open: a browser may otherwise collect it, with what the person chooses. */
  #input?: HTMLInputElement;
  /** The file that is being read, and which one of how many it is. */
  #reading?: {name: string; position: number; count: number};
  readonly #importing: () => Promise<Importing>;
  readonly #unread: UnreadFiles;
  /** Ends when the element is removed. */
  #connected = new AbortController();
  #isPrepared = false;

  constructor(host: Host, actions: ImportActions) {
    this.#host = host;
    this.#actions = actions;
    this.#say = new Localize(host, {...imported, ...photoImport});
    this.#notes = new ImportNotes(host, this.#say);
    this.#importing = actions.importing ?? lateImporting;
    this.#unread = new UnreadFiles(`${host.id} ${host.name ?? ''}`);
    this.#batches = new ChosenBatches({
      importing: this.#importing,
      shotsLoading: () => actions.parts.shotsLoading(),
      chosenFor: () => {
        const {ofShot: first, ofJob: further} = this.#options;
        const protection = actions.connection();
        return {protection, first, further, caption: actions.takeCaption()};
      },
      reading: (file, position, count) => {
        this.#reading = {name: nameOf(file), position, count};
        host.requestUpdate();
      },
      left: (left, count) => {
        this.#unread.set(left, count);
        if (left === 0) this.#reading = undefined;
        host.requestUpdate();
      },
      done: this.#done,
      unused: (caption) => (host.caption ||= caption),
    });
    this.#drop = new FileDrop(host, {isOn: () => this.#isOn, take: this.#take});
    host.addController(this);
    const lost = this.#unread.takeLost();
    if (lost) this.#notes.add('waiting', (say) => say.term('importLeft', lost.left, lost.count));
  }

  hostConnected() {
    this.#connected = new AbortController();
    const {signal} = this.#connected;
    const timer = setTimeout(this.#prepare, IDLE_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    addEventListener('online', this.#prepare, {signal});
  }

  hostDisconnected() {
    this.#connected.abort();
    this.#notes.clear();
  }

  /** Loads what takes and shows chosen photos while there is a network. */
  readonly #prepare = () => {
    const {signal} = this.#connected;
    if (this.#isPrepared || signal.aborted) return;
    this.#isPrepared = true;
    void this.#actions.parts.album.load(false);
    void this.#importing()
      .then((importing) => importing.prepare(signal))
      .catch(() => {
        this.#isPrepared = false;
      });
  };

  /** True on a screen without a camera that offers to choose photos. */
  get isInstead(): boolean {
    const {name} = this.#actions.camera.state;
    return this.#isOn && name !== 'live' && name !== 'resting' && name !== 'starting';
  }

  /** The options for a photo of the current shot, and for others: the same if no shot is current. */
  get #options(): {ofShot: Options; ofJob: Options} {
    const {parts, options} = this.#actions;
    const own = options();
    return parts.shots.part?.optionsNow(own) ?? {ofShot: own, ofJob: own};
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

  /** What has become of the files, and, on a screen without a picture, the button with the photos and the caption. */
  render() {
    return html`${this.#renderReading()} ${this.#notes.render()}
    ${this.isInstead ? this.#renderInstead() : nothing}
    ${
      this.#drop.isOver
        ? html`<div class="drop">${galleryIcon()}${this.#say.term('importDrop')}</div>`
        : nothing
    }`;
  }

  #renderReading() {
    if (!this.#reading) return nothing;
    const {name, position, count} = this.#reading;
    const text =
      count > 1
        ? this.#say.term('importReadingOf', name, position, count)
        : this.#say.term('importReading', name);
    return html`<div class="notice" part="notice" data-state="waiting">
      <i class="arc"></i><span class="file">${text}</span>
    </div>`;
  }

  /** What stands beside the shutter, where there is none. */
  #renderInstead() {
    const {panels, album} = this.#actions.parts;
    const last = panels.part?.last.among(this.#host.protections);
    return html`${panels.part?.renderCaption()}
      <div class="instead">
        ${panels.part?.last.render(last, this)} ${album.part?.renderButton(!!last)}
        <button part="import" class="button import-instead" @click=${this.#choose}>
          ${galleryIcon()}${this.#say.term('importInstead')}
        </button>
      </div>`;
  }

  readonly #choose = () => {
    const {ofShot, ofJob} = this.#options;
    const input = document.createElement('input');
    // One photo for a shot: which of several is meant, nobody could tell.
    Object.assign(input, {type: 'file', accept: 'image/*', multiple: ofShot === ofJob});
    input.addEventListener('change', () => {
      this.#input = undefined;
      this.#take([...(input.files ?? [])]);
    });
    this.#input = input;
    this.#input.click();
  };

  readonly #take = (files: readonly File[]) => {
    if (files.length === 0) return;
    // Those of files that are still being taken stay.
    if (!this.#batches.isWorking) this.#notes.clear();
    void this.#batches.take(files);
  };

  readonly #done = (file: File, outcome: ChosenOutcome) => {
    const {failed, parts} = this.#actions;
    const name = nameOf(file);
    switch (outcome.name) {
      case 'taken': {
        const {imported, lost = [], quality} = outcome.photo;
        const {original, hadSeal} = imported;
        if (original) this.#notes.add('waiting', (say) => say.term('importConverted', name));
        if (hadSeal) this.#notes.add('waiting', (say) => say.term('importHadSeal', name));
        for (const what of lost) {
          this.#notes.add('waiting', (say) => say.term('importLost', what, name));
        }
        if (this.#host.quality === 'warn' && quality) parts.measured(outcome.captureId, quality);
        return;
      }
      case 'refused': {
        const {why} = outcome;
        const message = `The file that was chosen is not taken: ${why}.`;
        failed('', codes[why])(new SealedCaptureError(codes[why], message));
        return this.#name((say) => say.term('importRefused', why, name));
      }
      case 'failed':
        failed('', 'storage_unavailable')(outcome.error);
        return this.#name((say) =>
          say.term(isUnloaded(outcome.error) ? 'importOffline' : 'importFailed', name),
        );
    }
  };

  /** Names a file that was not taken. */
  #name(text: (say: Localize) => string) {
    this.#notes.add('failed', text);
    this.#actions.announcements.announceLate(this.#notes.manyFailed ?? text(this.#say));
  }
}

/** True if the code that reads files could not be loaded because there is no network. */
const isUnloaded = (error: unknown): boolean =>
  !navigator.onLine &&
  error instanceof SealedCaptureError &&
  (error.code === 'part_missing' || error.code === 'worker_unavailable');
