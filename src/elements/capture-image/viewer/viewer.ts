import {nothing, render, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {CaptureSummary, Protection, StorageState} from '../../../core/queue/queue-client.js';
import type {CaptureMetadata} from '../../../model/capture-metadata.js';
import {contentsStyles} from '../../capture/contents/contents-styles.js';
import type {Failures} from '../../capture/failures/failures.js';
import type {iconOf, Mark, standingOf} from '../../capture/seal-state.js';
import type {LatePart} from '../../late-part.js';
import {contents} from '../../strings/en/contents.js';
import {metadata} from '../../strings/en/metadata.js';
import {viewer} from '../../strings/en/photos/viewer.js';
import {Localize} from '../../strings/localize.js';
import {PhotoFiles, type FileActions} from '../photos/photo-files.js';
import {PhotoList} from '../photos/photo-list.js';
import {photosStyles} from '../photos/photos-styles.js';
import {decodePicture, draw} from './decode.js';
import {Stage} from './stage.js';
import {pictureLabel, renderViewer, type ViewerButtons} from './viewer-view.js';
import {viewerStyles} from './viewer-styles.js';

type Host = ReactiveControllerHost &
  HTMLElement & {
    readonly renderRoot: ParentNode;
    readonly protections: readonly CaptureSummary[];
    readonly storage: StorageState | undefined;
  };

/** The functions of the element that the viewer uses. */
export interface ViewerActions extends FileActions {
  connection: () => Pick<Protection, 'picture' | 'sealedFile' | 'metadata' | 'retryProtection'>;
  /** Deletes photos, which can be undone for a while. */
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
}

/** `pixels`: those of the thumbnail, of the screen, or all of the file; `none`: the file is not stored any more. */
type Pixels = 'thumbnail' | 'screen' | 'all' | 'none';

/** `metadata`: what the photo is sealed with, while the list is open. */
type ViewerState =
  | {name: 'closed'}
  | {name: 'open'; captureId: string; pixels: Pixels; metadata?: CaptureMetadata};

/** Zoom factor for a key press. */
const KEY_ZOOM = 1.4;
const KEY_MOVE_PX = 60;

/** Shows the photos that were taken, one at a time, over the whole page. */
export class Viewer implements ReactiveController, ViewerButtons {
  readonly styles = [contentsStyles, viewerStyles, photosStyles];
  readonly view = document.createElement('dialog');
  /** The list of all photos, which opens each in the viewer. */
  readonly list: PhotoList;
  readonly #host: Host;
  readonly #actions: ViewerActions;
  readonly #say: Localize;
  readonly #stage: Stage;
  readonly #files: PhotoFiles;
  #state: ViewerState = {name: 'closed'};
  /** The photo that was deleted last, which can be restored. */
  #deleted?: string;
  /** The state of the shown photo at the last rendering. */
  #standing?: string;
  #said = '';

  constructor(host: Host, actions: ViewerActions) {
    this.#host = host;
    this.#actions = actions;
    this.#say = new Localize(host, {...metadata, ...contents, ...viewer});
    this.#stage = new Stage({
      step: (by) => {
        this.step(by);
      },
      zoomed: (scale) => {
        if (scale > 1) void this.#decode('all');
        this.#draw();
      },
    });
    this.#files = new PhotoFiles(actions);
    const open = (captureId: string) => this.open(captureId);
    this.list = new PhotoList(host, {...actions, files: this.#files, open}, this.#say);
    const {view} = this;
    view.className = 'viewer';
    view.setAttribute('aria-labelledby', 'viewer-title');
    view.addEventListener('keydown', this.#onKey);
    view.addEventListener('cancel', this.#onCancel);
    view.addEventListener('close', this.#onClose);
    host.addController(this);
  }

  /** The dialogs, which the element renders; the viewer is above the list. */
  get views(): readonly HTMLElement[] {
    return [this.list.view, this.view];
  }

  hostUpdated() {
    if (this.#state.name === 'closed') return;
    const deleted = this.#deleted;
    if (deleted && !this.#isGoing(deleted)) {
      this.#deleted = undefined;
      if (this.#photos.some(({captureId}) => captureId === deleted)) return this.#show(deleted);
    }
    this.#draw();
  }

  hostDisconnected() {
    this.close();
  }

  /** Opens the viewer with this photo. */
  async open(captureId: string) {
    await this.#host.updateComplete;
    const {view} = this;
    if (!view.isConnected || view.open) return;
    this.#show(captureId);
    view.showModal();
    // The size of the picture on the screen is known only now.
    this.#draw();
    view.querySelector<HTMLElement>('.stage')?.focus();
    await this.#decode('screen');
  }

  readonly close = () => {
    this.view.close();
  };

  readonly step = (by: 1 | -1) => {
    const photos = this.#photos;
    const next = photos[this.#indexIn(photos) + by];
    if (!next) return;
    this.#show(next.captureId);
    this.#announce(
      `${this.#say.term('viewerTitle', this.#indexIn(photos) + 1, photos.length)}. ${this.#stateOf(next)}`,
    );
  };

  readonly zoom = () => {
    this.#stage.toggle();
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

  get #photos(): readonly CaptureSummary[] {
    return this.#host.protections.filter(({captureId}) => !this.#isGoing(captureId));
  }

  readonly #isGoing = (captureId: string): boolean =>
    this.#actions.failures.part?.isGoing(captureId) ?? false;

  #indexIn(photos: readonly CaptureSummary[]): number {
    const state = this.#state;
    return state.name === 'open'
      ? photos.findIndex(({captureId}) => captureId === state.captureId)
      : -1;
  }

  #stateOf = (photo: CaptureSummary): string =>
    this.#say.term('viewerState', this.#actions.mark(photo).standing);

  #show(captureId: string) {
    const isListed = this.#state.name === 'open' && this.#state.metadata;
    const last = this.#actions.thumbnail();
    const small = last?.summary.captureId === captureId ? last.picture : undefined;
    this.#state = {name: 'open', captureId, pixels: 'thumbnail'};
    this.#standing = undefined;
    this.#stage.show(small && draw(small, small), true);
    this.#draw();
    if (isListed) void this.#showContents(captureId);
    if (this.view.open) void this.#decode('screen');
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

  /** Replaces the picture by one with more pixels. */
  async #decode(pixels: 'screen' | 'all') {
    const state = this.#state;
    if (state.name === 'closed' || state.pixels === 'none' || state.pixels === 'all') return;
    const {captureId} = state;
    const {decode = decodePicture} = this.#actions;
    const file = await this.#files.pictureOf(captureId);
    let picture: HTMLCanvasElement | undefined;
    try {
      picture = file && (await decode(file, pixels === 'screen' ? this.#room : undefined));
    } catch (error) {
      console.warn('The photo cannot be decoded.', error);
    }
    const now = this.#state;
    // Another photo is shown meanwhile, or the same one with more pixels.
    if (now.name === 'closed' || now.captureId !== captureId || now.pixels === 'all') return;
    if (picture) {
      this.#stage.show(picture, now.pixels === 'thumbnail' && this.#stage.scale === 1);
      this.#state = {...now, pixels};
    } else if (now.pixels === 'thumbnail') this.#state = {...now, pixels: 'none'};
    this.#draw();
  }

  /** The device pixels that are available for the picture. */
  get #room() {
    const {clientWidth, clientHeight} = this.view.querySelector('.stage') ?? this.view;
    return {width: clientWidth * devicePixelRatio, height: clientHeight * devicePixelRatio};
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
    this.#deleted = photo.captureId;
    this.#show(next.captureId);
    this.#announce(this.#say.term('viewerDeleted'));
  }

  async #save() {
    const photos = this.#photos;
    const photo = photos[this.#indexIn(photos)];
    if (!photo) return;
    const outcome = await this.#files.save(photo);
    if (outcome === 'saved') this.#announce(this.#say.term('viewerSaved'));
    if (outcome === 'missing') this.#announce(this.#say.term('viewerNotSaved'));
  }

  /** Announces the text, even if it is the same as before. */
  #announce(text: string) {
    this.#said = this.#said === text ? `${text}\u00a0` : text;
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
    const failure = progress.name === 'failed' ? progress.failure : undefined;
    const mark = this.#actions.mark(photo);
    const standing = this.#stateOf(photo);
    if (this.#standing && this.#standing !== standing) this.#said = standing;
    this.#standing = standing;
    render(
      renderViewer(
        {
          photo,
          mark,
          position: index + 1,
          count: photos.length,
          stage: this.#stage.render(pictureLabel(photo, mark, this.#say)),
          isEnlarged: this.#stage.scale > 1,
          isMissing: state.pixels === 'none',
          metadata: state.metadata,
          why: failure && failures?.why(failure),
          canRetry: failure !== undefined && !failures?.isHopeless(failure),
          canShare: this.#files.canShare,
          undo: failures?.renderUndo() ?? nothing,
          announcement: this.#said,
        },
        this,
        this.#say,
      ),
      this.view,
    );
    this.#stage.drawn(this.view);
  }

  readonly #onKey = (event: KeyboardEvent) => {
    // Neither the page nor the camera behind the viewer should handle this key.
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('.contents')) return;
    const act = this.#keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  #arrow(dx: 1 | -1) {
    if (this.#stage.scale > 1) return this.#stage.move(-dx * KEY_MOVE_PX, 0);
    const isTurned = getComputedStyle(this.view).direction === 'rtl';
    this.step(isTurned ? (-dx as 1 | -1) : dx);
  }

  readonly #keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => {
      this.#arrow(-1);
    },
    ArrowRight: () => {
      this.#arrow(1);
    },
    ArrowUp: () => {
      this.#stage.move(0, KEY_MOVE_PX);
    },
    ArrowDown: () => {
      this.#stage.move(0, -KEY_MOVE_PX);
    },
    '+': () => {
      this.#stage.zoomBy(KEY_ZOOM);
    },
    '=': () => {
      this.#stage.zoomBy(KEY_ZOOM);
    },
    '-': () => {
      this.#stage.zoomBy(1 / KEY_ZOOM);
    },
    '0': () => {
      if (this.#stage.scale > 1) this.#stage.toggle();
    },
  };

  /** Escape closes the list first, and then the viewer. */
  readonly #onCancel = (event: Event) => {
    if (this.#state.name === 'closed' || !this.#state.metadata) return;
    event.preventDefault();
    this.toggleContents();
  };

  readonly #onClose = () => {
    this.#state = {name: 'closed'};
    this.#deleted = undefined;
    this.#said = '';
    this.#stage.show(undefined, true);
    render(nothing, this.view);
  };
}
