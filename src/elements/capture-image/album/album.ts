import {css} from 'lit';
import type {CaptureSummary, Protection, StorageState} from '../../../core/queue/queue-client.js';
import {viewer} from '../../../lang/compiled/en/viewer.js';
import {given, InnerElement} from '../../inner/inner-element.js';
import {defineInner, html} from '../../inner/scoped.js';
import {showModal} from '../../inner/show-modal.js';
import {Localize} from '../../strings/localize.js';
import {listed, type Deleting} from '../../capture/files/listed.js';
import type {Captions} from '../photos/photo-caption.js';
import {PhotoList} from '../photos/photo-list.js';
import {Thumbnails} from '../photos/thumbnails.js';
import {PhotoViewer} from '../viewer/viewer.js';
import {Expected} from './expected.js';
import type {PhotoBrowser} from './photo-browser.js';
import {PhotoEvent} from './photo-event.js';
import {CaptureFiles} from '../../capture/files/capture-files.js';
import {roundStyles} from '../../capture/files/round-styles.js';
import {SharingDialog} from '../../capture/sharing/sharing-dialog.js';
import {sharingStyles} from '../../capture/sharing/sharing-styles.js';
import {Previews} from './previews.js';
import {ShotNames} from './shot-names.js';

/**
 * The photos of an element over the whole page: the list of all, and the viewer of each. They share what is read and
 * decoded.
 *
 * @fires {PhotoEvent} retry - The person wants the photo to be sealed now.
 * @fires {PhotoEvent} retake - The photo is to be deleted, and taken again.
 * @fires emptied - The person has deleted the last photo.
 * @fires close - Nothing is shown over the page any more.
 */
export class PhotoAlbum extends InnerElement {
  static override properties = {
    protections: given,
    storage: given,
    last: given,
    captionField: given,
  };
  static override styles = [
    ...super.styles,
    roundStyles,
    sharingStyles,
    css`
      :host {
        display: contents;
      }
    `,
  ];
  static override readonly parts = [...PhotoList.parts, ...PhotoViewer.parts, 'sharing'];

  static {
    defineInner({'photo-list': PhotoList, 'photo-viewer': PhotoViewer});
  }

  protections: readonly CaptureSummary[] = [];
  storage?: StorageState;
  /** The thumbnail beside the shutter. */
  last?: {picture: HTMLCanvasElement; summary: CaptureSummary};
  /** The caption of a photo can be changed until it is sealed. */
  captionField = false;
  declare connection: () => Captions &
    Pick<Protection, 'picture' | 'preview' | 'sealedFile' | 'metadata' | 'noteCopies'>;
  declare failures: Deleting;
  declare browser: PhotoBrowser;

  readonly #files = new CaptureFiles(this, new Localize(this, viewer));
  readonly #sharing = new SharingDialog(this, {
    connection: () => this.connection(),
    captures: () => this.protections,
    files: this.#files,
    browser: () => this.browser,
    open: showModal,
  });
  readonly #share: SharingDialog['share'] = (photos) => this.#sharing.share(photos);
  readonly #names = new ShotNames({
    metadata: (captureId) => this.connection().metadata(captureId),
    known: (captureId) => {
      this.#list?.fill(captureId);
      this.#viewer?.requestUpdate();
    },
  });
  readonly #thumbnails = new Thumbnails({
    wanted: () => [...(this.#viewer?.beside ?? []), ...(this.#list?.near ?? [])],
    fileOf: (captureId) => this.#files.pictureOf(captureId),
    previewOf: (captureId) => this.#files.previewOf(captureId),
    decode: (...given) => this.browser.decode(...given),
    drawn: (captureId) => this.#list?.fill(captureId),
  });
  readonly #previews = new Previews({
    wanted: () => (this.#viewer?.isDecoding ? [] : this.#openable),
    // The preview of a photo whose file is on the server alone stays.
    listed: () => new Set(this.#photos.map(({captureId}) => captureId)),
    fileOf: (captureId) => this.#files.pictureOf(captureId),
    decode: (...given) => this.browser.decode(...given),
    limits: () => this.browser.previewLimits,
  });
  #expected?: Expected;

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#expected?.forget();
    this.#previews.stop();
  }

  /** Opens the viewer with this photo. */
  async open(captureId: string) {
    await this.updateComplete;
    await this.#viewer?.open(captureId);
  }

  /** Opens the list of all photos. */
  async openList() {
    await this.updateComplete;
    await this.#list?.open();
  }

  protected override render() {
    return html`<sc-photo-list
        id="photo-list"
        .photos=${this.protections}
        .storage=${this.storage}
        .failures=${this.failures}
        .files=${this.#files}
        .share=${this.#share}
        .names=${this.#names}
        .thumbnails=${this.#thumbnails}
        @open=${this.#onOpen}
        @retry=${this.#forward}
        @moved=${this.#previews.defer}
        @emptied=${this.#forward}
        @close=${this.#onClose}
      ></sc-photo-list>
      <sc-photo-viewer
        id="photo-viewer"
        .photos=${this.protections}
        .last=${this.last}
        .captionField=${this.captionField}
        .connection=${this.connection}
        .failures=${this.failures}
        .files=${this.#files}
        .share=${this.#share}
        .names=${this.#names}
        .thumbnails=${this.#thumbnails}
        .previews=${this.#previews}
        .browser=${this.browser}
        @shown=${this.#onShown}
        @decoded=${this.#previews.prepare}
        @retry=${this.#forward}
        @retake=${this.#onRetake}
        @emptied=${this.#forward}
        @close=${this.#onViewerClose}
      ></sc-photo-viewer>
      ${this.#sharing.render()}`;
  }

  protected override firstUpdated() {
    const root = this.getRootNode();
    for (const type of ['pointerdown', 'keydown']) {
      root.addEventListener(type, this.#previews.defer, true);
    }
    this.#expected = new Expected(root, {
      idAt: (target) => this.#idAt(target),
      prepare: (captureId) => {
        this.#previews.defer();
        this.#viewer?.prepare(captureId);
      },
      forget: () => this.#viewer?.forget(),
    });
  }

  protected override updated() {
    if (this.last) this.#thumbnails.keep(this.last.summary.captureId, this.last.picture);
    this.#previews.drop();
    if (this.isConnected) this.#previews.prepare();
  }

  get #list(): PhotoList | null {
    return this.find<PhotoList>('#photo-list');
  }

  get #viewer(): PhotoViewer | null {
    return this.find<PhotoViewer>('#photo-viewer');
  }

  get #photos(): readonly CaptureSummary[] {
    return listed(this.protections, this.failures.part);
  }

  /** The photos that a person can open by one press. */
  get #openable(): readonly string[] {
    if (this.#viewer?.isOpen) return this.#viewer.beside;
    if (this.#list?.isOpen) return this.#list.visible;
    return this.last ? [this.last.summary.captureId] : [];
  }

  /** The photo that a press of this element opens: by its thumbnail beside the shutter, or in the list. */
  #idAt(target: Element): string | undefined {
    if (target.closest('.thumbnail')) return this.last?.summary.captureId;
    return target.closest('button.photo') ? this.#list?.idAt(target) : undefined;
  }

  readonly #onOpen = ({captureId}: PhotoEvent) => void this.#viewer?.open(captureId);

  /** A person may turn to the photos beside the shown one next. */
  readonly #onShown = () => {
    this.#previews.prepare();
    void this.#thumbnails.draw();
  };

  readonly #onRetake = (event: PhotoEvent) => {
    this.#list?.close();
    this.#forward(event);
  };

  readonly #onViewerClose = () => {
    // The browser has returned the focus to the photo's thumbnail.
    this.#expected?.forget();
    if (!this.#list?.isOpen) this.#onClose();
    else if (document.activeElement === document.body) this.#list.focusNext();
  };

  readonly #onClose = () => this.dispatchEvent(new Event('close'));

  readonly #forward = (event: Event) => {
    const {type} = event;
    const same =
      event instanceof PhotoEvent ? new PhotoEvent(event.type, event.captureId) : undefined;
    this.dispatchEvent(same ?? new Event(type));
  };
}
