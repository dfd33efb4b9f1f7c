import {html, nothing} from 'lit';
import type {CaptureSummary, Protection} from '../../../core/queue/queue-client.js';
import {contents} from '../../../lang/compiled/en/contents.js';
import {metadata} from '../../../lang/compiled/en/metadata.js';
import {imported} from '../../../lang/compiled/en/imported.js';
import {viewer} from '../../../lang/compiled/en/viewer.js';
import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import {contentsStyles} from '../../capture/contents/contents-styles.js';
import {KeptFocus} from '../../capture/keyboard.js';
import {standingOf} from '../../capture/seal-state.js';
import {markOf} from '../../capture/seal-mark.js';
import {given, InnerElement} from '../../inner/inner-element.js';
import {showModal} from '../../inner/show-modal.js';
import {Localize} from '../../strings/localize.js';
import {draw} from '../album/decode.js';
import type {PhotoBrowser} from '../album/photo-browser.js';
import {PhotoEvent} from '../album/photo-event.js';
import type {CaptureFiles} from '../../capture/files/capture-files.js';
import type {SharingDialog} from '../../capture/sharing/sharing-dialog.js';
import type {Previews} from '../album/previews.js';
import type {ShotNames} from '../album/shot-names.js';
import {Spoken} from '../album/spoken.js';
import {captionStyles} from '../photos/caption-styles.js';
import {PhotoCaption, type Captions} from '../photos/photo-caption.js';
import {listed, type Deleting} from '../../capture/files/listed.js';
import type {Thumbnails} from '../photos/thumbnails.js';
import {roundStyles} from '../../capture/files/round-styles.js';
import {onPictureStyles} from '../on-picture-styles.js';
import {StagedPhoto} from './staged-photo.js';
import {stageStyles} from '../../stage/stage-styles.js';
import {pictureLabel, renderViewer, type ViewerButtons} from './viewer-view.js';
import {viewerStyles} from './viewer-styles.js';

/** `metadata`: what the photo is sealed with, while the list is open. */
type ViewerState = {name: 'closed'} | {name: 'open'; captureId: string; metadata?: CaptureMetadata};

/**
 * Shows the photos that were taken, one at a time, over the whole page.
 *
 * @fires shown - Another photo is shown, with all the pixels that the screen has.
 * @fires decoded - The processor is free again: the photo is decoded.
 * @fires {PhotoEvent} retry - The person wants the photo to be sealed now.
 * @fires {PhotoEvent} retake - The photo is to be deleted, and taken again.
 * @fires emptied - The person has deleted the last photo.
 * @fires close - The viewer was closed.
 */
export class PhotoViewer extends InnerElement implements ViewerButtons {
  static override properties = {photos: given, last: given, captionField: given};
  static override styles = [
    ...super.styles,
    contentsStyles,
    onPictureStyles,
    roundStyles,
    stageStyles,
    captionStyles,
    viewerStyles,
  ];
  static override readonly parts = ['viewer', 'caption', 'notice'];

  photos: readonly CaptureSummary[] = [];
  /** The thumbnail beside the shutter. */
  last?: {picture: HTMLCanvasElement; summary: CaptureSummary};
  captionField = false;
  declare connection: () => Captions & Pick<Protection, 'metadata'>;
  declare failures: Deleting;
  declare files: CaptureFiles;
  declare share: SharingDialog['share'];
  declare names: ShotNames;
  declare thumbnails: Thumbnails;
  declare previews: Previews;
  declare browser: PhotoBrowser;

  readonly #say = new Localize(this, {...metadata, ...imported, ...contents, ...viewer});
  readonly #picture = new StagedPhoto(this, (by) => {
    this.step(by);
  });
  readonly #spoken = new Spoken();
  readonly #caption = new PhotoCaption(this, {
    connection: () => this.connection(),
    say: this.#say,
    tell: (problem) => {
      this.#announce(problem, true);
    },
  });
  #state: ViewerState = {name: 'closed'};
  /** The state of the shown photo at the last rendering. */
  #standing?: string;

  constructor() {
    super();
    // The focus does not leave the dialog with a button that is gone.
    new KeptFocus(this, () => this.find('.stage')?.focus());
  }

  get isOpen(): boolean {
    return this.#state.name === 'open';
  }

  /** True while more pixels of the shown photo are read and decoded. */
  get isDecoding(): boolean {
    return this.#picture.isDecoding;
  }

  /** Ids of the photos after and before the shown one. */
  get beside(): readonly string[] {
    const photos = this.#listed;
    const index = this.#indexIn(photos);
    if (index < 0) return [];
    return [photos[index + 1], photos[index - 1]].flatMap((photo) => photo?.captureId ?? []);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.close();
    this.forget();
  }

  /** Opens the viewer with this photo. */
  async open(captureId: string) {
    await this.updateComplete;
    const dialog = this.#dialog;
    if (!dialog?.isConnected || dialog.open) return;
    const shown = this.#show(captureId);
    await this.updateComplete;
    showModal(dialog);
    // The size of the picture on the screen is known only now.
    this.requestUpdate();
    void this.#focus('.stage');
    await shown;
  }

  /** Begins to read and decode a photo that will probably be opened next. */
  prepare(captureId: string) {
    this.#picture.prepare(captureId);
  }

  /** Stops that, and frees the picture. */
  forget() {
    this.#picture.forget();
  }

  readonly close = () => {
    this.#dialog?.close();
  };

  readonly step = (by: 1 | -1) => {
    const photos = this.#listed;
    const next = photos[this.#indexIn(photos) + by];
    if (!next) return;
    void this.#show(next.captureId);
    const position = this.#indexIn(photos) + 1;
    const state = this.#say.term('viewerState', standingOf(next.progress));
    const turned = this.#say.term('viewerTurned', position, photos.length, state);
    this.#announce(named(this.names.of(next), turned));
  };

  readonly zoom = () => {
    this.#picture.toggle();
  };

  readonly toggleContents = () => {
    const state = this.#state;
    if (state.name === 'closed') return;
    if (!state.metadata) return void this.#showContents(state.captureId);
    this.#state = {...state, metadata: undefined};
    this.requestUpdate();
    void this.#focus('[aria-controls]');
  };

  readonly tryAgain = () => {
    const state = this.#state;
    if (state.name === 'open') this.dispatchEvent(new PhotoEvent('retry', state.captureId));
  };

  readonly retake = () => {
    const state = this.#state;
    this.close();
    if (state.name === 'open') this.dispatchEvent(new PhotoEvent('retake', state.captureId));
  };

  readonly deletePhoto = () => {
    void this.#delete();
  };

  readonly save = () => {
    void this.#save();
  };

  protected override willUpdate() {
    const photo = this.#shown;
    if (!photo) return;
    const standing = this.#say.term('viewerState', standingOf(photo.progress));
    if (this.#standing && this.#standing !== standing) this.#spoken.say(standing);
    this.#standing = standing;
  }

  protected override render() {
    const photo = this.#shown;
    return html`<dialog
      class="viewer"
      part="viewer"
      aria-labelledby="viewer-title"
      @keydown=${this.#onKey}
      @cancel=${this.#onCancel}
      @close=${this.#onClose}
    >
      ${photo ? this.#renderPhoto(photo) : nothing}
    </dialog>`;
  }

  #renderPhoto(photo: CaptureSummary) {
    const state = this.#state;
    const photos = this.#listed;
    const mark = markOf(photo, this.#say);
    const shot = this.names.of(photo);
    const failures = this.failures.part;
    const isGone = this.thumbnails.isGone(photo);
    const away = mark.standing === 'uploaded' ? 'server' : 'elsewhere';
    const label = named(shot, pictureLabel(photo, mark, this.#say));
    // Read now, because they are announced when the person turns to them.
    for (const beside of photos) if (this.beside.includes(beside.captureId)) this.names.of(beside);
    return renderViewer(
      {
        photo,
        shot,
        mark,
        position: this.#indexIn(photos) + 1,
        count: photos.length,
        stage: this.#picture.render(label, this.#say, isGone ? away : 'here'),
        isEnlarged: this.#picture.isEnlarged,
        metadata: state.name === 'open' ? state.metadata : undefined,
        ...(failures?.explain(photo) ?? {canRetry: photo.progress.name === 'failed'}),
        caption: this.#caption.render(photo, this.captionField && !isGone),
        canShare: this.files.canShare,
        isGone,
        undo: failures?.renderUndo(this.#onKept) ?? nothing,
        spoken: this.#spoken,
      },
      this,
      this.#say,
    );
  }

  protected override updated() {
    if (!this.isOpen) return;
    // The photo was sealed for another account, or deleted by the page.
    if (!this.#shown) return this.close();
    this.#picture.drawn();
    if (!this.isDecoding) this.dispatchEvent(new Event('decoded'));
  }

  get #dialog(): HTMLDialogElement | null {
    return this.find<HTMLDialogElement>('dialog');
  }

  get #listed(): readonly CaptureSummary[] {
    return listed(this.photos, this.failures.part);
  }

  get #shown(): CaptureSummary | undefined {
    const photos = this.#listed;
    return photos[this.#indexIn(photos)];
  }

  #indexIn(photos: readonly CaptureSummary[]): number {
    const state = this.#state;
    return state.name === 'open'
      ? photos.findIndex(({captureId}) => captureId === state.captureId)
      : -1;
  }

  #isShown(captureId: string): boolean {
    return this.#state.name === 'open' && this.#state.captureId === captureId;
  }

  /** Shows the photo's thumbnail at once, and resolves when the photo itself is shown. */
  async #show(captureId: string) {
    const isListed = this.#state.name === 'open' && this.#state.metadata;
    const {last} = this;
    const small =
      last?.summary.captureId === captureId ? last.picture : this.thumbnails.pictureOf(captureId);
    this.#state = {name: 'open', captureId};
    this.#spoken.say('');
    this.#standing = undefined;
    this.previews.stop();
    this.#picture.show(captureId, small && draw(small, small));
    // The file is read and decoded while the page renders.
    const decoded = this.#picture.decode('screen');
    this.requestUpdate();
    if (isListed) void this.#showContents(captureId);
    await decoded;
    if (this.#isShown(captureId)) this.dispatchEvent(new Event('shown'));
  }

  async #showContents(captureId: string) {
    const known = await this.connection()
      .metadata(captureId)
      .catch(() => ({}));
    const state = this.#state;
    if (state.name === 'closed' || state.captureId !== captureId) return;
    this.#state = {...state, metadata: known};
    this.requestUpdate();
    await this.#focus('.sealed-with');
  }

  async #delete() {
    const {failures} = this;
    await failures.load();
    const photos = this.#listed;
    const index = this.#indexIn(photos);
    const photo = photos[index];
    // Without the part that can undo a deletion, nothing is deleted; the element reports the missing part.
    if (!photo || !failures.part) return this.close();
    const next = photos[index + 1] ?? photos[index - 1];
    failures.part.remove([photo], true);
    if (!next) {
      this.close();
      this.dispatchEvent(new Event('emptied'));
      return;
    }
    void this.#show(next.captureId);
    this.#announce(this.#say.term('viewerDeleted', 1));
    // A second press of the key must not delete the next photo.
    await this.#focus('.undo');
  }

  /** Shows the photo that was deleted last again. */
  readonly #onKept = (text: string, captureIds: readonly string[]) => {
    const back = this.#listed.find(({captureId}) => captureId === captureIds.at(-1));
    if (back) void this.#show(back.captureId);
    this.#announce(text);
    void this.#focus('.stage');
  };

  async #save() {
    const photo = this.#shown;
    if (!photo) return;
    this.#announce('');
    const saved = await this.share([photo]);
    // A person may have turned to another photo, or closed the viewer.
    if (saved && this.#isShown(photo.captureId)) this.#announce(saved.text, !saved.isComplete);
  }

  #announce(text: string, isShown = false) {
    this.#spoken.say(text, isShown);
    this.requestUpdate();
  }

  async #focus(selector: string) {
    await this.updateComplete;
    this.find(selector)?.focus();
  }

  readonly #onKey = (event: KeyboardEvent) => {
    // Neither the page nor the camera behind the viewer should handle this key.
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('.contents')) return;
    if (this.#picture.press(event.key) || this.#arrow(event.key)) event.preventDefault();
  };

  /** Shows the photo in the direction of the arrow; false for other keys. */
  #arrow(key: string): boolean {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false;
    const dialog = this.#dialog;
    const isTurned = dialog !== null && getComputedStyle(dialog).direction === 'rtl';
    this.step((key === 'ArrowRight') === isTurned ? -1 : 1);
    return true;
  }

  /** Escape closes the list first, and then the viewer. */
  readonly #onCancel = (event: Event) => {
    if (this.#state.name === 'closed' || !this.#state.metadata) return;
    event.preventDefault();
    this.toggleContents();
  };

  readonly #onClose = () => {
    void this.#caption.end();
    this.#state = {name: 'closed'};
    this.#picture.clear();
    this.requestUpdate();
    // What had the focus is gone then, unless the browser has returned the focus.
    void this.updateComplete.then(() => this.dispatchEvent(new Event('close')));
  };
}

/** The text after the name of the photo's shot, if it has one. */
const named = (shot: string, text: string): string => (shot ? `${shot}. ${text}` : text);
