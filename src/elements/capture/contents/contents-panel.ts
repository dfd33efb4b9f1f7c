import {html, nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {CaptureContents, ContentSummary} from '../../../core/metadata/capture-contents.js';
import {sealableAdditions} from '../../../core/metadata/page-values.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import type {Options} from '../../options/configuration.js';
import type {Localize} from '../../strings/localize.js';
import {sealingText} from '../screens.js';
import type {Contents} from './contents-list.js';

const REFRESH_MS = 1000;

type Host = ReactiveControllerHost & {
  readonly renderRoot: ParentNode;
  readonly mode: Mode;
  /** With `open`, the list is opened when the camera becomes live. */
  readonly contents: 'closed' | 'open' | 'none';
};

/** What the list needs of the element that shows it. */
interface ContentsActions {
  camera: {readonly state: {readonly name: string}};
  parts: {
    /** The license plates that are asked for. The list would cover the form. */
    readonly plates: readonly unknown[];
    /** The code for the list. */
    readonly panels: {load(): unknown};
  };
  /** Asks for permissions that were not requested yet. */
  allow: () => void;
}

/** The pill and the list that it opens. While the list is open, the host is rendered every second. */
export class ContentsPanel implements ReactiveController {
  readonly #host: Host;
  readonly #actions: ContentsActions;
  #timer?: ReturnType<typeof setInterval>;
  /** What the page wanted at the last rendering; false without a live camera. */
  #wanted: Host['contents'] | false = false;
  /** Number of license plates that were asked for then. */
  #plates = 0;

  constructor(host: Host, actions: ContentsActions) {
    this.#host = host;
    this.#actions = actions;
    host.addController(this);
  }

  get isOpen(): boolean {
    return this.#timer !== undefined;
  }

  hostUpdate() {
    const {camera, parts} = this.#actions;
    const wanted = camera.state.name === 'live' && this.#host.contents;
    const {length} = parts.plates;
    const isOther = wanted !== this.#wanted;
    if ((isOther && this.#wanted) || length > this.#plates) this.#close();
    if (isOther && wanted === 'open' && length === 0) this.#open();
    this.#wanted = wanted;
    this.#plates = length;
  }

  #open() {
    this.#actions.parts.panels.load();
    this.#timer ??= setInterval(() => {
      this.#host.requestUpdate();
    }, REFRESH_MS);
    this.#host.requestUpdate();
  }

  #close() {
    if (!this.isOpen) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#host.requestUpdate();
  }

  hostDisconnected() {
    this.#close();
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
      allow: this.#actions.allow,
      close: this.#toggle,
    };
  }

  readonly #toggle = () => {
    if (this.isOpen) this.#close();
    else this.#open();
    this.#host.renderRoot.querySelector<HTMLElement>('.pill')?.focus();
  };
}
