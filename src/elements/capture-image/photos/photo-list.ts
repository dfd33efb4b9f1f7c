import {html, nothing, render, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {CaptureSummary, StorageState} from '../../../core/queue/queue-client.js';
import type {Failures} from '../../capture/failures/failures.js';
import type {iconOf, standingOf} from '../../capture/seal-state.js';
import {exclamationIcon} from '../../icons.js';
import type {LatePart} from '../../late-part.js';
import type {Localize} from '../../strings/localize.js';
import type {decodePicture} from '../viewer/decode.js';
import {renderList} from './list-view.js';
import {ListRows} from './list-rows.js';
import {isSealed, type PhotoFiles} from './photo-files.js';
import {renderRow, type RowActions} from './photo-row.js';
import {PhotoSelection} from './selection.js';
import {savingText} from './saving.js';
import {sizeText} from './size-text.js';
import {Spoken} from './spoken.js';
import {Thumbnails} from './thumbnails.js';

type Host = ReactiveControllerHost &
  HTMLElement & {
    readonly renderRoot: ParentNode;
    readonly storage: StorageState | undefined;
  };

/** The functions of the element and of the viewer that the list uses. */
export interface ListActions {
  /** The photos to list, in the order in which they were taken. */
  photos: () => readonly CaptureSummary[];
  files: PhotoFiles;
  /** The name of the photo's shot; empty without one. */
  nameOf: (photo: CaptureSummary) => string;
  failures: Pick<LatePart<Failures>, 'load' | 'part'>;
  /** The state of a photo. */
  standingOf: typeof standingOf;
  iconOf: typeof iconOf;
  retry: (captureId: string) => void;
  /** The thumbnail beside the shutter. */
  thumbnail: () => {picture: HTMLCanvasElement; summary: CaptureSummary} | undefined;
  /** Shows this photo in the viewer, above the list. */
  open: (captureId: string) => Promise<void>;
  /** Called when the list was opened or scrolled. */
  moved: () => void;
  decode?: typeof decodePicture;
}

/** Number of rows by which each key moves. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

/** Lists all photos over the whole page, newest first, with the state of each and the possible actions. */
export class PhotoList implements ReactiveController {
  /** The dialog, which the element renders. */
  readonly view = document.createElement('dialog');
  readonly #host: Host;
  readonly #actions: ListActions;
  readonly #say: Localize;
  readonly #rows: ListRows;
  readonly #thumbnails: Thumbnails;
  readonly #does: RowActions;
  readonly #selection: PhotoSelection;
  /** The listed photos by id, newest first. */
  #photos: ReadonlyMap<string, CaptureSummary> = new Map();
  /** The time of each photo in the reader's format; cached because formatting is slow. */
  readonly #times = new Map<string, string>();
  readonly #spoken = new Spoken();
  /** The photo that gets the focus after the notice about a deletion is gone. */
  #next?: string;
  /** Ids of the photos to which a person can turn in the viewer. */
  #beside: readonly string[] = [];

  constructor(host: Host, actions: ListActions, say: Localize) {
    this.#host = host;
    this.#actions = actions;
    this.#say = say;
    this.#does = {
      open: (captureId) => void actions.open(captureId),
      retry: actions.retry,
      save: (captureId) => void this.#save(this.#one(captureId)),
      remove: (captureId) => void this.#remove(this.#one(captureId)),
      select: (captureId) => {
        this.#selection.toggleOne(captureId);
      },
    };
    this.#selection = new PhotoSelection(
      {
        photos: () => [...this.#photos.values()],
        willShare: (photos) => actions.files.willShare(photos),
        saving: () => actions.files.saving,
        save: (photos) => this.#save(photos),
        remove: (photos) => this.#remove(photos),
        changed: () => {
          this.#announce(this.#selection.isOn ? this.#selection.text : '');
        },
      },
      say,
    );
    this.#rows = new ListRows({
      fill: (row, captureId) => {
        render(this.#renderRow(captureId), row);
      },
      moved: () => void this.#thumbnails.draw(),
    });
    this.#thumbnails = new Thumbnails({
      wanted: () => [...this.#beside, ...this.#rows.near],
      fileOf: (captureId) => actions.files.pictureOf(captureId),
      decode: actions.decode,
      drawn: (captureId) => {
        this.#rows.fill(captureId);
      },
    });
    const {view} = this;
    view.className = 'photos';
    view.setAttribute('aria-labelledby', 'photos-title');
    view.addEventListener('keydown', this.#onKey);
    view.addEventListener('cancel', this.#onCancel);
    view.addEventListener('close', this.#onClose);
    // Only the rows scroll, and a scroll does not bubble.
    view.addEventListener('scroll', actions.moved, {capture: true, passive: true});
    host.addController(this);
  }

  hostUpdated() {
    const last = this.#actions.thumbnail();
    if (last) this.#thumbnails.keep(last.summary.captureId, last.picture);
    if (!this.view.open) return;
    this.#draw();
    void this.#thumbnails.draw();
  }

  hostDisconnected() {
    this.close();
  }

  /** The button beside the thumbnail, with the number of photos. Nothing for a single photo whose thumbnail is shown. */
  renderButton(hasThumbnail: boolean) {
    const {length: count} = this.#listed;
    if (count < (hasThumbnail ? 2 : 1)) return nothing;
    const label = this.#say.term('viewerAll', count);
    return html`<button
      class="all"
      part="photos-button"
      aria-haspopup="dialog"
      aria-label=${label}
      title=${label}
      @click=${this.open}
    >
      ${this.#say.number(count)}
    </button>`;
  }

  /** The notice that storage is low, with a button that opens the list; undefined if there are no photos. */
  renderLow(text: string) {
    if (this.#listed.length === 0) return undefined;
    return html`<div class="notice low" part="notice" data-state="waiting">
      ${exclamationIcon()}<span>${text}</span>
      <button part="photos-button" aria-haspopup="dialog" @click=${this.open}>
        ${this.#say.term('viewerShowAll')}
      </button>
    </div>`;
  }

  /** The drawn thumbnail of a photo; undefined without one. */
  thumbnailOf(captureId: string): HTMLCanvasElement | undefined {
    const thumbnail = this.#thumbnails.of(captureId);
    return thumbnail?.name === 'drawn' ? thumbnail.picture : undefined;
  }

  /** Renders the row of this photo again if it is in the document. */
  fill(captureId: string) {
    this.#rows.fill(captureId);
  }

  /** The photos whose rows are in view. */
  get visible(): readonly string[] {
    return this.#rows.visible;
  }

  /** The photo in whose row this element is. */
  idAt(target: Element): string | undefined {
    return this.#rows.idAt(target);
  }

  /** True if the photo's file is not stored any more. */
  isGone({captureId, progress}: CaptureSummary): boolean {
    return (
      (progress.name === 'delivered' && !progress.keptUntil) ||
      this.#thumbnails.of(captureId)?.file === 'missing'
    );
  }

  /** Draws the thumbnails of these photos next, whether they are listed or not. */
  async prepare(captureIds: readonly string[]) {
    this.#beside = captureIds;
    await this.#thumbnails.draw();
  }

  readonly open = () => {
    const {view} = this;
    if (!view.isConnected || view.open || this.#listed.length === 0) return;
    view.showModal();
    this.#draw();
    this.#rows.watch(view.querySelector('.scroll') ?? view);
    this.#actions.moved();
    this.#rows.focus(this.#photos.keys().next().value);
  };

  readonly close = () => {
    this.view.close();
  };

  /** Newest first. */
  get #listed(): readonly CaptureSummary[] {
    return [...this.#actions.photos()].reverse();
  }

  #one(captureId: string): readonly CaptureSummary[] {
    const photo = this.#photos.get(captureId);
    return photo ? [photo] : [];
  }

  async #save(photos: readonly CaptureSummary[]) {
    const {files} = this.#actions;
    this.#announce('');
    const saved = await files.save(photos, this.#onSaving);
    if (saved && this.view.open) this.#announce(saved.text, !saved.isComplete);
  }

  async #remove(photos: readonly CaptureSummary[]) {
    const {failures} = this.#actions;
    await failures.load();
    // Without the part that can undo a deletion, nothing is deleted; the element reports the missing part.
    if (!failures.part) return this.close();
    const ids = [...this.#photos.keys()];
    const going = new Set(photos.map(({captureId}) => captureId));
    const last = ids.findLastIndex((captureId) => going.has(captureId));
    const stays = (captureId: string) => !going.has(captureId);
    failures.part.remove(photos, true);
    this.#selection.end();
    this.#announce(this.#say.term('viewerDeleted', photos.length));
    this.#next = ids.slice(last).find(stays) ?? ids.findLast(stays);
    const undo = this.view.querySelector<HTMLElement>('[part=undo]');
    if (undo) undo.focus();
    else this.#focusCamera();
  }

  /** Announces that the photos are back, and focuses the first of them. */
  readonly #onKept = (text: string, captureIds: readonly string[]) => {
    [this.#next] = captureIds;
    this.#announce(text);
    this.#focusNext();
  };

  #focusCamera() {
    this.#host.renderRoot.querySelector<HTMLElement>('.shutter')?.focus();
  }

  /**
   * To be called after a dialog was closed: the browser returns the focus, unless the button is gone, or is another one
   * after an undo.
   */
  restoreFocus() {
    const {renderRoot, ownerDocument} = this.#host;
    if (ownerDocument.activeElement !== ownerDocument.body) return;
    if (this.view.open) return void this.#focusNext();
    const wanted = ['.all', '.thumbnail', '.shutter'].map((one) =>
      renderRoot.querySelector<HTMLElement>(one),
    );
    wanted.find((one) => one)?.focus();
  }

  #announce(text: string, isShown = false) {
    this.#spoken.say(text, isShown);
    this.#draw();
  }

  #draw() {
    if (!this.view.open) return;
    const photos = this.#listed;
    if (photos.length === 0) return this.close();
    this.#photos = new Map(photos.map((photo) => [photo.captureId, photo]));
    const focused = this.#host.shadowRoot?.activeElement;
    render(
      renderList(
        {
          count: photos.length,
          storage: this.#host.storage,
          rows: this.#rows.list,
          selection: this.#selection,
          undo: this.#actions.failures.part?.renderUndo(this.#onKept) ?? nothing,
          spoken: this.#spoken,
        },
        this.close,
        this.#say,
      ),
      this.view,
    );
    this.#rows.show([...this.#photos.keys()]);
    // The focus does not leave the dialog with a button that is gone.
    if (focused?.isConnected === false) this.#focusNext();
  }

  #focusNext(): boolean {
    return this.#rows.focus(this.#next) || this.#rows.focus(this.#photos.keys().next().value);
  }

  #renderRow(captureId: string) {
    const photo = this.#photos.get(captureId);
    if (!photo) return nothing;
    const {progress} = photo;
    const failures = this.#actions.failures.part;
    const {standingOf, iconOf} = this.#actions;
    const standing = standingOf(progress);
    const thumbnail = this.#thumbnails.of(captureId);
    const file = thumbnail?.file;
    return renderRow(
      {
        captureId,
        standing,
        ...iconOf(standing),
        shot: this.#actions.nameOf(photo),
        time: this.#timeOf(photo),
        size: typeof file === 'number' ? sizeText(file, this.#say) : undefined,
        isGone: this.isGone(photo),
        thumbnail,
        ...(failures?.explain(photo) ?? {canRetry: progress.name === 'failed'}),
        isSealed: isSealed(photo),
        canShare: this.#actions.files.canShare,
        isSelected: this.#selection.has(captureId),
      },
      this.#does,
      this.#say,
    );
  }

  #timeOf({captureId, capturedAt}: CaptureSummary): string {
    const key = `${captureId} ${this.#say.lang()}`;
    const known = this.#times.get(key);
    const time = known ?? this.#say.date(capturedAt, {dateStyle: 'medium', timeStyle: 'short'});
    if (!known) this.#times.set(key, time);
    return time;
  }

  readonly #onKey = (event: KeyboardEvent) => {
    // Neither the page nor the camera behind the list should handle this key.
    event.stopPropagation();
    const {key, target} = event;
    const by = steps[key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element)) return;
    // From the notice about a deletion, arrows lead to where the photo was.
    const isArrow = Number.isFinite(by) && target.matches('[part=undo]');
    if (isArrow ? this.#focusNext() : this.#rows.move(target, by)) event.preventDefault();
  };

  /** Escape ends the selection first, and then closes the list. */
  readonly #onCancel = (event: Event) => {
    if (!this.#selection.isOn) return;
    event.preventDefault();
    this.#selection.toggle();
    this.view.querySelector<HTMLElement>('.select')?.focus();
  };

  /** Announces that several photos are being saved, and shows how far that is. */
  readonly #onSaving = () => {
    const {saving} = this.#actions.files;
    if (saving && saving.count > 1 && saving.position === 1)
      this.#announce(savingText(saving, this.#say));
    else if (this.#selection.isOn) this.#draw();
  };

  readonly #onClose = () => {
    this.#selection.end();
    this.#rows.clear();
    this.#spoken.say('');
    render(nothing, this.view);
    this.restoreFocus();
  };
}
