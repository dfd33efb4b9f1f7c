import {nothing, type ReactiveControllerHost} from 'lit';
import type {CaptureContents} from '../../../core/metadata/capture-contents.js';
import {defineInner, html} from '../../inner/scoped.js';
import type {Shot} from '../shots/shot.js';
import {GhostLayer} from './ghost-layer.js';
import {Ghost, type FetchPicture} from './ghost.js';
import {VisitView, type OpacityEvent} from './visit-view.js';

/** Opacity at first: both pictures are seen. */
const OPACITY = 0.4;

/** What the current shot has of an earlier visit: a picture over the live one, and where the photo is to be taken. */
export class Visit {
  static {
    defineInner({visit: VisitView});
  }

  readonly #host: ReactiveControllerHost & {readonly renderRoot: ParentNode};
  readonly #contents: () => CaptureContents | undefined;
  readonly #ghost: Ghost;
  readonly #layer = new GhostLayer();
  /** As the person has set it, for all shots. */
  #opacity = OPACITY;
  #isOff = false;

  /** `contents` returns what a photo taken now would be sealed with. */
  constructor(
    host: ReactiveControllerHost & {readonly renderRoot: ParentNode},
    contents: () => CaptureContents | undefined,
    fetchPicture?: FetchPicture,
  ) {
    this.#host = host;
    this.#contents = contents;
    this.#ghost = new Ghost(() => {
      host.requestUpdate();
    }, fetchPicture);
  }

  /** Called after each rendering. `current`: the shot of the next photo; `isLive`: there is a live picture. */
  updated(current: Shot | undefined, isLive: boolean) {
    if (!current) this.#ghost.release();
    const {state} = this.#ghost;
    const picture = isLive && state.name === 'shown' && !this.#isOff ? state.picture : undefined;
    this.#layer.draw(this.#host.renderRoot.querySelector('video'), picture, this.#opacity);
  }

  /** Stops what is loading, and frees the picture. */
  release() {
    this.#ghost.release();
    this.#layer.draw(null, undefined, 0);
  }

  /** `current`: the shot over the live picture. While that is off, its earlier picture stays loaded. */
  render(current: Shot | undefined, isMirrored: boolean, isSideways: boolean) {
    if (!current) return nothing;
    const {ghost, expectedPlace} = current;
    this.#ghost.show(ghost);
    if (ghost === undefined && !expectedPlace) return nothing;
    return html`<sc-visit
      class=${isSideways ? 'sideways' : ''}
      .ghost=${this.#ghost.state}
      .attitude=${this.#ghost.attitude}
      .expectedPlace=${expectedPlace}
      .opacity=${this.#opacity}
      .isOff=${this.#isOff}
      .isMirrored=${isMirrored}
      .contents=${this.#contents}
      @opacity=${this.#onOpacity}
      @again=${this.#onAgain}
    ></sc-visit>`;
  }

  readonly #onOpacity = ({opacity, isOff}: OpacityEvent) => {
    [this.#opacity, this.#isOff] = [opacity, isOff];
    this.#host.requestUpdate();
  };

  readonly #onAgain = () => {
    this.#ghost.load();
    this.#host.requestUpdate();
  };
}
