import {html, nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {CaptureContents, ContentSummary} from '../../../core/metadata/capture-contents.js';
import {sealableAdditions} from '../../../core/metadata/page-values.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import type {Options} from '../../options/configuration.js';
import type {Localize} from '../../strings/localize.js';
import {sealingText} from '../screens.js';
import type {Contents} from './contents-list.js';

const REFRESH_MS = 1000;

type Host = ReactiveControllerHost & {renderRoot: ParentNode; readonly mode: Mode};

/** The pill and the list that it opens. While the list is open, the host is rendered every second. */
export class ContentsPanel implements ReactiveController {
  readonly #host: Host;
  readonly #allow: () => void;
  readonly #onOpen: () => void;
  #timer?: ReturnType<typeof setInterval>;

  /** `allow` asks for permissions that were not requested yet; `onOpen` loads the code for the list. */
  constructor(host: Host, allow: () => void, onOpen: () => void) {
    this.#host = host;
    this.#allow = allow;
    this.#onOpen = onOpen;
    host.addController(this);
  }

  get isOpen(): boolean {
    return this.#timer !== undefined;
  }

  open() {
    this.#onOpen();
    this.#timer ??= setInterval(() => {
      this.#host.requestUpdate();
    }, REFRESH_MS);
    this.#host.requestUpdate();
  }

  close() {
    if (!this.isOpen) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#host.requestUpdate();
  }

  hostDisconnected() {
    this.close();
  }

  /** Escape closes the list, and leaves a dialog around the element open. */
  readonly onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !this.isOpen) return;
    event.preventDefault();
    this.#toggle();
  };

  /** The pill that names what will be sealed. */
  renderPill({includes, placeOff}: ContentSummary, say: Localize) {
    return html`<button
      part="contents"
      class="pill"
      aria-expanded=${this.isOpen}
      aria-controls="contents"
      @click=${this.#toggle}
    >
      ${sealingText(includes, this.#host.mode, say)}
      ${placeOff ? html`<b>${say.term('capturePlaceOff')}</b>` : nothing}
    </button>`;
  }

  /** The content of the list; undefined while it is closed. */
  contents(
    session: {contents(): CaptureContents} | undefined,
    {tags, features, locationObfuscationRadius, licensePlateDetector}: Options,
  ): Contents | undefined {
    const known = this.isOpen && session?.contents();
    if (!known) return undefined;
    // Each capture reports invalid values itself.
    const silently = () => undefined;
    return {
      metadata: {...sealableAdditions({tags, features}, silently), ...known.metadata},
      ages: known.ages,
      radius: locationObfuscationRadius,
      readsPlates: this.#host.mode === 'image' && Boolean(licensePlateDetector),
      allow: this.#allow,
      close: this.#toggle,
    };
  }

  readonly #toggle = () => {
    if (this.isOpen) this.close();
    else this.open();
    this.#host.renderRoot.querySelector<HTMLElement>('.pill')?.focus();
  };
}
