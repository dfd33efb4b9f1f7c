import {nothing, render, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {CaptureSummary, Protection, StorageState} from '../../../core/queue/queue-client.js';
import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import {awaitsReview} from '@sealed-capture/seal/model/job/job.js';
import {contentsStyles} from '../../capture/contents/contents-styles.js';
import type {Failures} from '../../capture/failures/failures.js';
import type {iconOf, Mark, standingOf} from '../../capture/seal-state.js';
import type {LatePart} from '../../late-part.js';
import {contents} from '../../../lang/compiled/en/contents.js';
import {metadata} from '../../../lang/compiled/en/metadata.js';
import {viewer} from '../../../lang/compiled/en/viewer.js';
import {Localize} from '../../strings/localize.js';
import {PhotoFiles, type FileActions} from '../photos/photo-files.js';
import {PhotoList} from '../photos/photo-list.js';
import {Previews, type PreviewLimits} from '../photos/previews.js';
import {photosStyles} from '../photos/photos-styles.js';
import {ShotNames} from '../photos/shot-names.js';
import {Spoken} from '../photos/spoken.js';
import {Review, type ReviewActions} from '../review/review.js';
import {reviewStyles} from '../review/review-styles.js';
import {decodePicture, draw} from './decode.js';
import {Expected} from './expected.js';
import {StagedPhoto} from './staged-photo.js';
import {pictureLabel, renderViewer, type ViewerButtons} from './viewer-view.js';
import {viewerStyles} from './viewer-styles.js';

type Host = ReactiveControllerHost &
  HTMLElement & {
    readonly renderRoot: ParentNode;
    readonly protections: readonly CaptureSummary[];
    readonly storage: StorageState | undefined;
  };

/** The functions of the element that the viewer uses. */
export interface ViewerActions
  extends FileActions, Pick<ReviewActions, 'tell' | 'failed' | 'guardMs'> {
  connection: () => Pick<
    Protection,
    'picture' | 'sealedFile' | 'metadata' | 'retryProtection' | 'accept' | 'reject'
  >;
  /** The part that deletes photos. A person can undo a deletion for a while. */
  failures: Pick<LatePart<Failures>, 'load' | 'part'>;
  /** Retries sealing the photo. */
  retry: (captureId: string) => void;
  /** Deletes the photo, so that it can be taken again. */
  retake: (captureId: string) => void;
  /** The thumbnail beside the shutter. */
  thumbnail: () => {picture: HTMLCanvasElement; summary: CaptureSummary} | undefined;
  /** The mark for the state of a photo. */
  mark: (photo: CaptureSummary) => Mark;
  standingOf: typeof standingOf;
  iconOf: typeof iconOf;
  /** Replaces the browser's own decoder, for tests. */
  decode?: typeof decodePicture;
  previewLimits?: PreviewLimits;
}

/** `metadata`: what the photo is sealed with, while the list is open. */
type ViewerState = {name: 'closed'} | {name: 'open'; captureId: string; metadata?: CaptureMetadata};

/** Shows the photos that were taken, one at a time, over the whole page. */
export class Viewer implements ReactiveController, ViewerButtons {
  readonly styles = [contentsStyles, viewerStyles, photosStyles, reviewStyles];
  readonly view = document.createElement('dialog');
  /** The list of all photos, which opens each in the viewer. */
  readonly list: PhotoList;
  /** The question whether to use a photo, which needs the same picture and the same zoom. */
  readonly review: Review;
  readonly #host: Host;
  readonly #actions: ViewerActions;
  readonly #say: Localize;
  readonly #picture: StagedPhoto;
  readonly #files: PhotoFiles;
  readonly #expected: Expected;
  readonly #previews: Previews;
  readonly #names: ShotNames;
  #state: ViewerState = {name: 'closed'};
  /** The state of the shown photo at the last rendering. */
  #standing?: string;
  readonly #spoken = new Spoken();

  constructor(host: Host, actions: ViewerActions) {
    this.#host = host;
    this.#actions = actions;
    this.#say = new Localize(host, {...metadata, ...contents, ...viewer});
    this.#files = new PhotoFiles(actions, this.#say);
    this.#previews = new Previews({
      wanted: () => (this.#picture.isDecoding ? [] : this.#openable),
      stored: () => {
        const stored = host.protections.filter((photo) => !this.list.isGone(photo));
        return new Set(stored.map(({captureId}) => captureId));
      },
      fileOf: (captureId) => this.#files.pictureOf(captureId),
      decode: actions.decode ?? decodePicture,
      ...actions.previewLimits,
    });
    this.#picture = new StagedPhoto({
      files: this.#files,
      previews: this.#previews,
      decode: actions.decode,
      room: () => this.view.querySelector('.stage'),
      step: (by) => {
        this.step(by);
      },
      changed: () => {
        this.#draw();
        this.#previews.prepare();
      },
    });
    this.#names = new ShotNames({
      metadata: (captureId) => actions.connection().metadata(captureId),
      known: (captureId) => {
        this.list.fill(captureId);
        this.#draw();
      },
    });
    const nameOf = (photo: CaptureSummary) => this.#names.of(photo);
    const open = (captureId: string) => this.open(captureId);
    const photos = () => this.#photos;
    const moved = this.#previews.defer;
    this.list = new PhotoList(
      host,
      {...actions, files: this.#files, photos, nameOf, open, moved},
      this.#say,
    );
    this.review = new Review(host, {...actions, files: this.#files});
    this.#expected = new Expected(host.renderRoot, {
      idAt: (target) => this.#idAt(target),
      prepare: (captureId) => {
        this.#previews.defer();
        this.#picture.prepare(captureId);
      },
      forget: () => {
        this.#picture.forget();
      },
    });
    const {view} = this;
    view.className = 'viewer';
    view.setAttribute('aria-labelledby', 'viewer-title');
    view.addEventListener('keydown', this.#onKey);
    view.addEventListener('cancel', this.#onCancel);
    view.addEventListener('close', this.#onClose);
    for (const type of ['pointerdown', 'keydown'])
      host.renderRoot.addEventListener(type, this.#previews.defer, true);
    host.addController(this);
  }

  /** The dialogs, which the element renders; the viewer is above the list. */
  get views(): readonly HTMLElement[] {
    return [this.list.view, this.view];
  }

  hostUpdated() {
    this.#previews.drop();
    if (this.#host.isConnected) this.#previews.prepare();
    this.#draw();
  }

  hostDisconnected() {
    this.close();
    this.#expected.forget();
    this.#previews.stop();
  }

  /** Opens the viewer with this photo. */
  async open(captureId: string) {
    await this.#host.updateComplete;
    const {view} = this;
    if (!view.isConnected || view.open) return;
    const shown = this.#show(captureId);
    view.showModal();
    // The size of the picture on the screen is known only now.
    this.#draw();
    this.#focusPicture();
    await shown;
  }

  readonly close = () => {
    this.view.close();
  };

  readonly step = (by: 1 | -1) => {
    const photos = this.#photos;
    const next = photos[this.#indexIn(photos) + by];
    if (!next) return;
    void this.#show(next.captureId);
    const {standing} = this.#actions.mark(next);
    const position = this.#indexIn(photos) + 1;
    const state = this.#say.term('viewerState', standing);
    const turned = this.#say.term('viewerTurned', position, photos.length, state);
    this.#announce(named(this.#names.of(next), turned));
  };

  readonly zoom = () => {
    this.#picture.toggle();
  };

  readonly toggleContents = () => {
    const state = this.#state;
    if (state.name === 'closed') return;
    if (!state.metadata) return void this.#showContents(state.captureId);
    this.#state = {...state, metadata: undefined};
    this.#draw();
    this.view.querySelector<HTMLElement>('[aria-controls]')?.focus();
  };

  readonly tryAgain = () => {
    if (this.#state.name === 'open') this.#actions.retry(this.#state.captureId);
  };

  readonly retake = () => {
    if (this.#state.name === 'closed') return;
    const {captureId} = this.#state;
    this.close();
    this.list.close();
    this.#actions.retake(captureId);
  };

  readonly remove = () => {
    void this.#remove();
  };

  readonly save = () => {
    void this.#save();
  };

  /** Without photos that are to be deleted, and those that a person is asked about. */
  get #photos(): readonly CaptureSummary[] {
    return this.#host.protections.filter(
      ({captureId, progress}) => !this.#isGoing(captureId) && !awaitsReview(progress),
    );
  }

  readonly #isGoing = (captureId: string): boolean =>
    this.#actions.failures.part?.isGoing(captureId) ?? false;

  /** The photos after and before the shown one. */
  get #beside(): readonly string[] {
    const photos = this.#photos;
    const index = this.#indexIn(photos);
    return [photos[index + 1], photos[index - 1]].flatMap((photo) => photo?.captureId ?? []);
  }

  /** The photos that a person can open by one press. */
  get #openable(): readonly string[] {
    if (this.#state.name === 'open') return this.#beside;
    const last = this.#actions.thumbnail()?.summary.captureId;
    return this.list.view.open ? this.list.visible : last === undefined ? [] : [last];
  }

  /** The photo that a press of this element opens: by its thumbnail beside the shutter, or in the list. */
  #idAt(target: Element): string | undefined {
    if (target.closest('.thumbnail')) return this.#actions.thumbnail()?.summary.captureId;
    return target.closest('button.photo') ? this.list.idAt(target) : undefined;
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
    const last = this.#actions.thumbnail();
    const small =
      last?.summary.captureId === captureId ? last.picture : this.list.thumbnailOf(captureId);
    this.#state = {name: 'open', captureId};
    this.#spoken.say('');
    this.#standing = undefined;
    this.#previews.stop();
    this.#picture.show(captureId, small && draw(small, small));
    // The file is read and decoded while the page renders.
    const decoded = this.#picture.decode('screen');
    this.#draw();
    if (isListed) void this.#showContents(captureId);
    await decoded;
    if (!this.#isShown(captureId)) return;
    this.#previews.prepare();
    void this.list.prepare(this.#beside);
  }

  async #showContents(captureId: string) {
    const {connection} = this.#actions;
    const known = await connection()
      .metadata(captureId)
      .catch(() => ({}));
    const state = this.#state;
    if (state.name === 'closed' || state.captureId !== captureId) return;
    this.#state = {...state, metadata: known};
    this.#draw();
    this.view.querySelector<HTMLElement>('.sealed-with')?.focus();
  }

  async #remove() {
    const {failures} = this.#actions;
    await failures.load();
    const photos = this.#photos;
    const index = this.#indexIn(photos);
    const photo = photos[index];
    // Without the part that can undo a deletion, nothing is deleted; the element reports the missing part.
    if (!photo || !failures.part) return this.close();
    const next = photos[index + 1] ?? photos[index - 1];
    failures.part.remove([photo], true);
    if (!next) {
      this.close();
      this.#host.renderRoot.querySelector<HTMLElement>('.shutter')?.focus();
      return;
    }
    void this.#show(next.captureId);
    this.#announce(this.#say.term('viewerDeleted', 1));
    // A second press of the key must not delete the next photo.
    this.view.querySelector<HTMLElement>('[part=undo]')?.focus();
  }

  /** Shows the photo that was deleted last again. */
  readonly #onKept = (text: string, captureIds: readonly string[]) => {
    const back = this.#photos.find(({captureId}) => captureId === captureIds.at(-1));
    if (back) void this.#show(back.captureId);
    this.#announce(text);
    this.#focusPicture();
  };

  async #save() {
    const photos = this.#photos;
    const photo = photos[this.#indexIn(photos)];
    if (!photo) return;
    this.#announce('');
    const saved = await this.#files.save([photo]);
    // A person may have turned to another photo, or closed the viewer.
    if (saved && this.#isShown(photo.captureId)) this.#announce(saved.text, !saved.isComplete);
  }

  #announce(text: string, isShown = false) {
    this.#spoken.say(text, isShown);
    this.#draw();
  }

  #draw() {
    const state = this.#state;
    if (state.name === 'closed') return;
    const photos = this.#photos;
    const index = this.#indexIn(photos);
    const photo = photos[index];
    // The photo was sealed for another account, or deleted by the page.
    if (!photo) return this.close();
    const {progress} = photo;
    const failures = this.#actions.failures.part;
    const mark = this.#actions.mark(photo);
    const shot = this.#names.of(photo);
    // Read now, because they are announced when the person turns to them.
    for (const beside of [photos[index - 1], photos[index + 1]]) {
      if (beside) this.#names.of(beside);
    }
    const standing = this.#say.term('viewerState', mark.standing);
    if (this.#standing && this.#standing !== standing) this.#spoken.say(standing);
    this.#standing = standing;
    const focused = this.#host.shadowRoot?.activeElement;
    render(
      renderViewer(
        {
          photo,
          shot,
          mark,
          position: index + 1,
          count: photos.length,
          stage: this.#picture.render(named(shot, pictureLabel(photo, mark, this.#say)), this.#say),
          isEnlarged: this.#picture.isEnlarged,
          metadata: state.metadata,
          ...(failures?.explain(photo) ?? {canRetry: progress.name === 'failed'}),
          canShare: this.#files.canShare,
          undo: failures?.renderUndo(this.#onKept) ?? nothing,
          spoken: this.#spoken,
        },
        this,
        this.#say,
      ),
      this.view,
    );
    // The focus does not leave the dialog with a button that is gone.
    if (focused?.isConnected === false) this.#focusPicture();
    this.#picture.drawn(this.view);
  }

  #focusPicture() {
    this.view.querySelector<HTMLElement>('.stage')?.focus();
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
    const isTurned = getComputedStyle(this.view).direction === 'rtl';
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
    this.#state = {name: 'closed'};
    this.#picture.clear();
    // The browser has returned the focus to the photo's thumbnail.
    this.#expected.forget();
    render(nothing, this.view);
    this.list.restoreFocus();
  };
}

/** The text after the name of the photo's shot, if it has one. */
const named = (shot: string, text: string): string => (shot ? `${shot}. ${text}` : text);
