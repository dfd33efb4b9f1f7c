import {html, nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {FileInspection} from '../../../core/inspection/inspections.js';
import type {View} from '../../metadata/view.js';
import {chevronIcon} from '../../later-icons.js';

type Host = ReactiveControllerHost & HTMLElement & {readonly renderRoot: ParentNode};

/** A finger that goes this far to a side, in pixels, shows the file before or after. */
const SWIPE_PX = 64;

/** Hears the browser's way back, or Escape (HTML, section 6.9). TypeScript does not know it, and Safari has none. */
interface CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

interface Point {
  x: number;
  y: number;
}

/**
 * Where there is no space for the list beside a file, one of them is shown: first the list, and a file once it is
 * opened. Beside the file are the way back, and the files before and after it, which a swipe shows as well.
 */
export class FilePager implements ReactiveController {
  readonly #host: Host;
  #isOpen = false;
  /** Shows the file that is so many places further in the list. */
  #step: (places: number) => void = () => undefined;
  #swipe?: AbortController;
  /** Goes back to the list, and moves the focus there. */
  #back: () => void = () => undefined;
  /** Exists while a file is shown alone: the browser's way back, or Escape, then leads to the list, not off the page. */
  #watcher?: CloseWatcher;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  /** True if the file is shown where there is no space for both. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  hostConnected() {
    const {signal} = (this.#swipe = new AbortController());
    let start: Point | undefined;
    const begin = (event: TouchEvent) => {
      start = this.#pageable(event) ? pointOf(event) : undefined;
    };
    const end = (event: TouchEvent) => {
      const from = start;
      start = undefined;
      if (!from || event.touches.length > 0) return;
      const to = pointOf(event);
      if (to) this.#swiped(to.x - from.x, to.y - from.y);
    };
    this.#host.addEventListener('touchstart', begin, {signal, passive: true});
    this.#host.addEventListener('touchend', end, {signal, passive: true});
  }

  hostDisconnected() {
    this.#swipe?.abort();
    this.#watcher?.destroy();
  }

  /** Shows the file, and moves the focus to the way back. */
  open() {
    this.#become(true);
    void this.#host.updateComplete.then(() => {
      this.#pager?.querySelector('button')?.focus();
      this.#watch();
    });
  }

  /** Shows the list. */
  close() {
    this.#become(false);
  }

  /** `onList` is called when the person goes back to the list. */
  render(
    shown: readonly FileInspection[],
    looked: FileInspection | undefined,
    show: (file: FileInspection) => void,
    onList: () => void,
    {term, localize}: View,
  ) {
    const at = looked ? shown.indexOf(looked) : -1;
    this.#step = (places) => {
      const next = at < 0 ? undefined : shown[at + places];
      if (next) show(next);
    };
    const step = (words: 'fileBefore' | 'fileAfter', places: number) =>
      html`<button
        class="icon-button ${words}"
        type="button"
        aria-label=${term(words)}
        title=${term(words)}
        aria-disabled=${!(at >= 0 && shown[at + places])}
        @click=${() => this.#step(places)}
      >
        ${chevronIcon()}
      </button>`;
    this.#back = () => {
      this.close();
      onList();
    };
    return html`<div class="pager">
      <button class="button back" type="button" @click=${() => this.#back()}>
        ${chevronIcon()} ${term('listAll')}
      </button>
      ${
        at < 0
          ? nothing
          : html`<span class="quiet">${localize.term('fileOf', at + 1, shown.length)}</span>`
      }
      ${step('fileBefore', -1)} ${step('fileAfter', 1)}
    </div>`;
  }

  /** Where both list and file are seen, there is nothing to go back to. */
  #watch() {
    const {CloseWatcher} = globalThis as {CloseWatcher?: new () => CloseWatcher};
    this.#watcher?.destroy();
    if (!CloseWatcher || !this.#isOpen || !this.#pager?.checkVisibility()) return;
    this.#watcher = new CloseWatcher();
    this.#watcher.onclose = () => this.#back();
  }

  get #pager(): HTMLElement | null {
    return this.#host.renderRoot.querySelector('.pager');
  }

  /** True for one finger on a file that is shown alone, but on nothing that moves sideways itself. */
  #pageable(event: TouchEvent): boolean {
    if (event.touches.length !== 1 || !this.#pager?.checkVisibility()) return false;
    const path = event.composedPath();
    const within = path.slice(0, path.indexOf(this.#host));
    return !within.some((part) => part instanceof Element && movesSideways(part));
  }

  #swiped(dx: number, dy: number) {
    if (Math.abs(dx) < Math.max(SWIPE_PX, 2 * Math.abs(dy))) return;
    const isForwards = dx < 0 === (getComputedStyle(this.#host).direction === 'ltr');
    this.#step(isForwards ? 1 : -1);
  }

  #become(isOpen: boolean) {
    if (this.#isOpen === isOpen) return;
    this.#isOpen = isOpen;
    if (!isOpen) this.#watcher?.destroy();
    this.#host.requestUpdate();
  }
}

const pointOf = ({changedTouches: [touch]}: TouchEvent): Point | undefined =>
  touch && {x: touch.clientX, y: touch.clientY};

/** True for a slider, a player, a drawing of sound, or what is wider than its box. */
const movesSideways = (part: Element): boolean =>
  part.matches('input, video, canvas, [role=slider]') ||
  (part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX !== 'visible');
