import {nothing, type LitElement} from 'lit';
import type {CaptureSummary, StorageState} from '../../../core/queue/queue-client.js';
import {viewer} from '../../../lang/compiled/en/viewer.js';
import {exclamationIcon} from '../../icons.js';
import {defineInner, html} from '../../inner/scoped.js';
import {Localize} from '../../strings/localize.js';
import {PhotoReview} from '../review/review.js';
import type {AnnounceEvent, Measured, UnansweredEvent} from '../review/review-events.js';
import {albumButtonStyles} from './album-button-styles.js';
import {PhotoAlbum} from './album.js';
import {listed} from '../../capture/files/listed.js';
import {retake, unanswered, type PhotoActions} from './photo-actions.js';
import {photoBrowser, type PhotoBrowser} from './photo-browser.js';
import type {PhotoEvent} from './photo-event.js';

type Host = LitElement & {
  readonly captionField: boolean;
  readonly protections: readonly CaptureSummary[];
  readonly pendingLicensePlates: readonly CaptureSummary[];
  readonly storage?: StorageState;
};

/** The photos, as they are now. */
interface Photos {
  /** The photos to ask about, oldest first. */
  undecided: readonly CaptureSummary[];
  /** The thumbnail beside the shutter. */
  last?: {picture: HTMLCanvasElement; summary: CaptureSummary};
  isSideways: boolean;
}

/** The question whether to use a photo, the list and the viewer of all photos, and the buttons that open the list. */
export class LateAlbum {
  readonly styles = [albumButtonStyles];
  readonly #host: Host;
  readonly #actions: PhotoActions;
  readonly #browser: PhotoBrowser;
  readonly #say: Localize;
  /** The photo that was measured last, of those that are asked about. */
  #measured?: Measured;

  constructor(host: Host, actions: PhotoActions, browser = photoBrowser) {
    this.#host = host;
    this.#actions = actions;
    this.#browser = browser;
    this.#say = new Localize(host, viewer);
    defineInner({album: PhotoAlbum, 'photo-review': PhotoReview});
  }

  /** Shows the quality of a photo beside the question about it. */
  measured(measured: Measured) {
    this.#measured = measured;
    this.#host.requestUpdate();
  }

  /** Opens the viewer with this photo. */
  async open(captureId: string) {
    await (await this.#album())?.open(captureId);
  }

  readonly #openList = async () => {
    await (await this.#album())?.openList();
  };

  async #album() {
    await this.#host.updateComplete;
    return this.#host.renderRoot.querySelector<PhotoAlbum>('#photo-album');
  }

  render({undecided, last, isSideways}: Photos) {
    const actions = this.#actions;
    const {connection, failures, announcements, retry, focused} = actions;
    return html`<sc-photo-review
        class=${isSideways ? 'sideways' : ''}
        .undecided=${undecided}
        .measured=${this.#measured}
        .captionField=${this.#host.captionField}
        .connection=${connection}
        .failures=${failures}
        .browser=${this.#browser}
        @announce=${({text}: AnnounceEvent) => announcements.announce(text)}
        @unanswered=${({captureId, thrown}: UnansweredEvent) =>
          unanswered(actions, captureId, thrown)}
        @answered=${() => focused.move()}
      ></sc-photo-review>
      <sc-album
        id="photo-album"
        .protections=${this.#host.protections}
        .storage=${this.#host.storage}
        .last=${last}
        .captionField=${this.#host.captionField}
        .connection=${connection}
        .failures=${failures}
        .browser=${this.#browser}
        @retry=${({captureId}: PhotoEvent) => retry(captureId)}
        @retake=${({captureId}: PhotoEvent) => void retake(this.#host, actions, captureId)}
        @emptied=${() => focused.move('.shutter')}
        @close=${this.#onClose}
      ></sc-album>`;
  }

  /** The number of photos, as a button that opens their list, unless the thumbnail beside it shows all of them. */
  renderButton(hasThumbnail: boolean) {
    const count = this.#count;
    if (count < (hasThumbnail ? 2 : 1)) return nothing;
    const label = this.#say.term('viewerAll', count);
    return html`<button
      class="all"
      part="photos-button"
      aria-haspopup="dialog"
      aria-label=${label}
      title=${label}
      @click=${this.#openList}
    >
      ${this.#say.number(count)}
    </button>`;
  }

  /** The notice that storage is low, with a button that opens the list; undefined without photos. */
  renderLow(text: string) {
    if (this.#count === 0) return undefined;
    return html`<div class="notice wraps low" part="notice" data-state="waiting">
      ${exclamationIcon()}<span>${text}</span>
      <button part="photos-button" aria-haspopup="dialog" @click=${this.#openList}>
        ${this.#say.term('viewerShowAll')}
      </button>
    </div>`;
  }

  get #count(): number {
    return listed(this.#host.protections, this.#actions.failures.part).length;
  }

  /** The browser returns the focus, unless the button that opened the album is gone. */
  readonly #onClose = () => {
    if (document.activeElement !== document.body) return;
    const wanted = ['.all', '.thumbnail', '.shutter'];
    this.#actions.focused.move(wanted.find((one) => this.#host.renderRoot.querySelector(one)));
  };
}
