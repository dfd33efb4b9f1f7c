import {html, nothing, render} from 'lit';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import type {CaptureSummary, StorageState} from '../../../core/queue/queue-client.js';
import {imported} from '../../../lang/compiled/en/imported.js';
import {viewer} from '../../../lang/compiled/en/viewer.js';
import {KeptFocus} from '../../capture/keyboard.js';
import {standingOf} from '../../capture/seal-state.js';
import {iconOf} from '../../capture/seal-mark.js';
import {given, InnerElement} from '../../inner/inner-element.js';
import {showModal} from '../../inner/show-modal.js';
import {crossIcon} from '../../later-icons.js';
import {Localize} from '../../strings/localize.js';
import {outcomeStyles} from '../album/outcome-styles.js';
import {roundStyles} from '../../capture/files/round-styles.js';
import {rowStyles} from '../../capture/files/row-styles.js';
import {PhotoEvent} from '../album/photo-event.js';
import type {CaptureFiles} from '../../capture/files/capture-files.js';
import {copyText} from '../../capture/sharing/copy-text.js';
import type {SharingDialog} from '../../capture/sharing/sharing-dialog.js';
import {CaptureTimes} from '../../capture/files/capture-times.js';
import type {ShotNames} from '../album/shot-names.js';
import {Spoken} from '../album/spoken.js';
import {isSealed, listed, type Deleting} from '../../capture/files/listed.js';
import {ListRows} from './list-rows.js';
import {captionOf} from './photo-caption.js';
import {renderRow, type RowActions} from './photo-row.js';
import {sheetStyles} from '../sheet-styles.js';
import {photosStyles} from './photos-styles.js';
import {PhotoSelection} from './selection.js';
import {sizeText} from './size-text.js';
import type {Thumbnails} from './thumbnails.js';

/** Number of rows by which each key moves. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

/**
 * Lists all photos over the whole page, newest first, with the state of each and the possible actions.
 *
 * @fires {PhotoEvent} open - The person wants to see the photo in the viewer.
 * @fires {PhotoEvent} retry - The person wants the photo to be sealed now.
 * @fires moved - The list was opened or scrolled.
 * @fires emptied - The person has deleted the last photo.
 * @fires close - The list was closed.
 */
export class PhotoList extends InnerElement {
  static override properties = {photos: given, storage: given};
  static override styles = [
    ...super.styles,
    outcomeStyles,
    roundStyles,
    rowStyles,
    sheetStyles,
    photosStyles,
  ];
  static override readonly parts = ['photos', 'notice'];

  /** In the order in which they were taken. */
  photos: readonly CaptureSummary[] = [];
  /** Undefined if the browser does not report it. */
  storage?: StorageState;
  declare failures: Deleting;
  declare files: CaptureFiles;
  declare share: SharingDialog['share'];
  declare names: ShotNames;
  declare thumbnails: Thumbnails;

  readonly #say = new Localize(this, {...viewer, ...imported});
  readonly #does: RowActions = {
    open: (captureId) => this.dispatchEvent(new PhotoEvent('open', captureId)),
    retry: (captureId) => this.dispatchEvent(new PhotoEvent('retry', captureId)),
    save: (captureId) => void this.#save(this.#one(captureId)),
    remove: (captureId) => void this.#remove(this.#one(captureId)),
    select: (captureId) => {
      this.#selection.toggleOne(captureId);
    },
  };
  readonly #selection = new PhotoSelection(
    {
      photos: () => [...this.#byId.values()],
      willShare: (photos) => this.files.willShare(photos),
      save: (photos) => this.#save(photos),
      remove: (photos) => this.#remove(photos),
      changed: () => {
        this.#announce(this.#selection.isOn ? this.#selection.text : '');
      },
    },
    this.#say,
  );
  readonly #rows = new ListRows({
    fill: (row, captureId) => {
      render(this.#renderRow(captureId), row);
    },
    moved: () => void this.thumbnails.draw(),
  });
  readonly #spoken = new Spoken();
  /** The listed photos by id, newest first. */
  #byId: ReadonlyMap<string, CaptureSummary> = new Map();
  readonly #times = new CaptureTimes(this.#say);
  /** The photo that gets the focus after the notice about a deletion is gone. */
  #next?: string;

  constructor() {
    super();
    // The focus does not leave the dialog with a button that is gone.
    new KeptFocus(this, () => this.focusNext());
  }

  get isOpen(): boolean {
    return this.#dialog?.open ?? false;
  }

  /** Ids of the photos whose rows are in the document. */
  get near(): readonly string[] {
    return this.#rows.near;
  }

  /** Ids of the photos whose rows are in view. */
  get visible(): readonly string[] {
    return this.#rows.visible;
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.close();
  }

  async open() {
    await this.updateComplete;
    const dialog = this.#dialog;
    if (!dialog?.isConnected || dialog.open || this.#listed.length === 0) return;
    showModal(dialog);
    this.requestUpdate();
    await this.updateComplete;
    this.#rows.watch(this.find('.scroll') ?? dialog);
    this.#tellMoved();
    this.#rows.focus(this.#byId.keys().next().value);
  }

  readonly close = () => {
    this.#dialog?.close();
  };

  /** Renders the row of this photo again if it is in the document. */
  fill(captureId: string) {
    this.#rows.fill(captureId);
  }

  /** The photo in whose row this element is. */
  idAt(target: Element): string | undefined {
    return this.#rows.idAt(target);
  }

  focusNext(): boolean {
    return this.#rows.focus(this.#next) || this.#rows.focus(this.#byId.keys().next().value);
  }

  protected override willUpdate() {
    this.#byId = new Map(this.#listed.map((photo) => [photo.captureId, photo]));
  }

  protected override render() {
    return html`<dialog
      class="sheet photos"
      part="photos"
      aria-labelledby="photos-title"
      @keydown=${this.#onKey}
      @cancel=${this.#onCancel}
      @close=${this.#onClose}
    >
      ${this.isOpen ? this.#renderContent() : nothing}
    </dialog>`;
  }

  #renderContent() {
    const {storage} = this;
    const say = this.#say;
    const selection = this.#selection;
    return html`<header class="top">
        <div>
          <h2 id="photos-title">
            ${selection.isOn ? selection.text : say.term('viewerCount', this.#byId.size)}
          </h2>
          ${
            storage
              ? html`<p class="quiet">
                  ${say.term('viewerRoom', sizeText(storage.used, say), sizeText(storage.left, say))}
                </p>`
              : nothing
          }
        </div>
        <button class="select" @click=${selection.toggle}>
          ${say.term(selection.isOn ? 'viewerSelectEnd' : 'viewerSelect')}
        </button>
        <button class="round exit" aria-label=${say.term('viewerClose')} @click=${this.close}>
          ${crossIcon()}
        </button>
      </header>
      ${storage?.isLow ? html`<p class="low">${say.term('viewerFreeRoom')}</p>` : nothing}
      <div class="scroll" @scroll=${this.#tellMoved}>${this.#rows.list}</div>
      ${this.#spoken.render()}${this.failures.part?.renderUndo(this.#onKept) ?? nothing}
      ${selection.render()}`;
  }

  protected override updated() {
    if (!this.isOpen) return;
    if (this.#byId.size === 0) return this.close();
    this.#rows.show([...this.#byId.keys()]);
    void this.thumbnails.draw();
  }

  get #dialog(): HTMLDialogElement | null {
    return this.find<HTMLDialogElement>('dialog');
  }

  /** Newest first. Those that are to be deleted are among `photos`. */
  get #listed(): readonly CaptureSummary[] {
    return listed(this.photos, this.failures.part).toReversed();
  }

  #one(captureId: string): readonly CaptureSummary[] {
    const photo = this.#byId.get(captureId);
    return photo ? [photo] : [];
  }

  async #save(photos: readonly CaptureSummary[]) {
    this.#announce('');
    const saved = await this.share(photos);
    if (saved && this.isOpen) this.#announce(saved.text, !saved.isComplete);
  }

  async #remove(photos: readonly CaptureSummary[]) {
    const {failures} = this;
    await failures.load();
    // Without the part that can undo a deletion, nothing is deleted; the element reports the missing part.
    if (!failures.part) return this.close();
    const ids = [...this.#byId.keys()];
    const going = new Set(photos.map(({captureId}) => captureId));
    const last = ids.findLastIndex((captureId) => going.has(captureId));
    const stays = (captureId: string) => !going.has(captureId);
    failures.part.remove(photos, true);
    this.#selection.end();
    this.#announce(this.#say.term('viewerDeleted', photos.length));
    this.#next = ids.slice(last).find(stays) ?? ids.findLast(stays);
    await this.updateComplete;
    if (this.#next === undefined) this.dispatchEvent(new Event('emptied'));
    else this.find('.undo')?.focus();
  }

  /** Announces that the photos are back, and focuses the first of them. */
  readonly #onKept = (text: string, captureIds: readonly string[]) => {
    [this.#next] = captureIds;
    this.#announce(text);
    void this.updateComplete.then(() => this.focusNext());
  };

  #announce(text: string, isShown = false) {
    this.#spoken.say(text, isShown);
    this.requestUpdate();
  }

  #renderRow(captureId: string) {
    const photo = this.#byId.get(captureId);
    if (!photo) return nothing;
    const standing = standingOf(photo.progress);
    const failures = this.failures.part;
    const thumbnail = this.thumbnails.of(captureId);
    const file = thumbnail?.file;
    return renderRow(
      {
        captureId,
        standing,
        ...iconOf(standing),
        shot: this.names.of(photo),
        isImported: !!photo.imported,
        caption: visibleText(captionOf(photo)),
        time: this.#times.of(photo),
        size: typeof file === 'number' ? sizeText(file, this.#say) : undefined,
        isGone: this.thumbnails.isGone(photo),
        copy: photo.lastCopy && copyText(photo.lastCopy, this.#say),
        thumbnail,
        ...(failures?.explain(photo) ?? {canRetry: photo.progress.name === 'failed'}),
        isSealed: isSealed(photo),
        canShare: this.files.canShare,
        isSelected: this.#selection.has(captureId),
      },
      this.#does,
      this.#say,
    );
  }

  readonly #tellMoved = () => {
    this.dispatchEvent(new Event('moved'));
  };

  readonly #onKey = (event: KeyboardEvent) => {
    // Neither the page nor the camera behind the list should handle this key.
    event.stopPropagation();
    const {key, target} = event;
    const by = steps[key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element)) return;
    // From the notice about a deletion, arrows lead to where the photo was.
    const isArrow = Number.isFinite(by) && target.matches('.undo');
    if (isArrow ? this.focusNext() : this.#rows.move(target, by)) event.preventDefault();
  };

  /** Escape ends the selection first, and then closes the list. */
  readonly #onCancel = (event: Event) => {
    if (!this.#selection.isOn) return;
    event.preventDefault();
    this.#selection.toggle();
    this.find('.select')?.focus();
  };

  readonly #onClose = () => {
    this.#selection.end();
    this.#rows.clear();
    this.#spoken.say('');
    this.requestUpdate();
    // What had the focus is gone then, unless the browser has returned the focus.
    void this.updateComplete.then(() => this.dispatchEvent(new Event('close')));
  };
}
