import {html, nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import {fill as words} from '../../../lang/compiled/en/fill.js';
import {crossIcon} from '../../later-icons.js';
import {openDialogs, type Closable, type DialogOpenEvent} from '../../inner/show-modal.js';
import {Localize} from '../../strings/localize.js';
import {FillChangeEvent} from './fill-change-event.js';
import {fillStyles} from './fill-styles.js';
import {entriesOfPage} from './history-entries.js';
import {focusedInPage, lockPage} from './page-behind.js';

type Host = ReactiveControllerHost & HTMLElement & {readonly renderRoot: ParentNode; fill: boolean};

/** The element while it covers the screen. */
interface Shown {
  lifetime: AbortController;
  /** What had the focus before. */
  before?: HTMLElement;
  unlock: () => void;
  /** True if the page has not made a popover of the element itself. */
  isPopover: boolean;
  /** What closes each dialog that is open in it. */
  dialogs: Map<Closable, () => void>;
}

/**
 * Shows the element over the whole screen, in the browser's top layer, while `fill` is true. The element stays where it is
 * in the document, so that its camera stays on.
 */
export class Fill implements ReactiveController {
  /** Goes back from an entry of the history that belongs to nothing any more. */
  static leaveDead() {
    entriesOfPage.leaveDead();
  }

  readonly styles = [fillStyles];
  readonly #host: Host;
  readonly #say: Localize;
  readonly #entries: typeof entriesOfPage;
  #shown?: Shown;

  /** Tests may replace the entries. */
  constructor(host: Host, entries = entriesOfPage) {
    this.#host = host;
    this.#entries = entries;
    this.#say = new Localize(host, words);
    host.addController(this);
  }

  hostUpdated() {
    if (this.#host.fill && this.#host.isConnected) this.#enter();
    else this.#leave();
  }

  hostDisconnected() {
    // A router may be about to add an entry for another page, and the browser goes back a moment later: it would leave that.
    this.#leave(false);
  }

  /** The button that leaves the whole screen; phones without a back button have no other way. */
  render() {
    if (!this.#host.fill) return nothing;
    const label = this.#say.term('fillLeave');
    return html`<button
      class="leave"
      part="leave"
      aria-label=${label}
      title=${label}
      @click=${this.#onLeave}
    >
      ${crossIcon()}
    </button>`;
  }

  #enter() {
    if (this.#shown) return;
    const host = this.#host;
    const before = focusedInPage();
    const lifetime = new AbortController();
    const {signal} = lifetime;
    // Null only where the browser has popovers. Without them, the styles alone put the element above the page.
    const isPopover = host.popover === null;
    this.#shown = {lifetime, before, unlock: lockPage(host), isPopover, dialogs: new Map()};
    if (isPopover) {
      host.popover = 'manual';
      host.showPopover();
    }
    addEventListener('keydown', this.#onKey, {signal});
    const {renderRoot} = host;
    renderRoot.addEventListener('dialog-open', this.#onDialog, {signal});
    this.#entries.add(this.#onLeave);
    const dialogs = openDialogs(renderRoot);
    for (const dialog of dialogs) {
      if (isPopover && dialog instanceof HTMLDialogElement) raise(dialog);
      this.#track(dialog);
    }
    if (dialogs.length > 0) before?.focus({preventScroll: true});
    // A press within the element may have set `fill`.
    if (host.matches(':focus-within')) return;
    const wanted = renderRoot.querySelector<HTMLElement>('[data-focus]');
    (wanted ?? renderRoot.querySelector<HTMLElement>('.leave'))?.focus();
  }

  /** `goesBack`: from the entries of the history, too. */
  #leave(goesBack = true) {
    const shown = this.#shown;
    if (!shown) return;
    this.#shown = undefined;
    shown.lifetime.abort();
    const host = this.#host;
    // First: another element that covers the page makes it inert, unlike popovers.
    if (shown.isPopover) host.popover = null;
    shown.unlock();
    for (const close of [...shown.dialogs.values(), this.#onLeave]) {
      this.#entries.remove(close, goesBack);
    }
    // The page may have moved the focus on.
    const {activeElement, body} = document;
    if (activeElement === body || host.matches(':focus-within')) {
      shown.before?.focus({preventScroll: true});
    }
  }

  readonly #onLeave = () => {
    const host = this.#host;
    host.fill = false;
    host.dispatchEvent(new FillChangeEvent({mode: 'image', fill: false}));
  };

  /** Whatever is open within the element is closed first, and prevents the default. */
  readonly #onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    // Another element covers this one, and is left first.
    if (this.#host.inert) return;
    // The page may have opened a dialog above the element.
    const path = event.composedPath();
    if (path[0] !== document.body && !path.includes(this.#host)) return;
    event.preventDefault();
    const uppermost = [...(this.#shown?.dialogs.values() ?? [])].at(-1);
    (uppermost ?? this.#onLeave)();
  };

  /** The back button closes the dialog, and then leaves the whole screen. */
  readonly #onDialog = (event: Event) => {
    this.#track((event as DialogOpenEvent).dialog);
  };

  #track(dialog: Closable) {
    const shown = this.#shown;
    // It was closed and opened again at once.
    if (!shown || shown.dialogs.has(dialog)) return;
    const close = () => dialog.close();
    shown.dialogs.set(dialog, close);
    this.#entries.add(close);
    const onClose = () => {
      if (dialog.open) return;
      shown.dialogs.delete(dialog);
      this.#entries.remove(close);
      dialog.removeEventListener('close', onClose);
    };
    dialog.addEventListener('close', onClose, {signal: shown.lifetime.signal});
  }
}

/** Puts an open dialog above the popover that was shown after it. Nobody is told that it was closed meanwhile. */
function raise(dialog: HTMLDialogElement) {
  const ignore = (event: Event) => event.stopImmediatePropagation();
  dialog.getRootNode().addEventListener('close', ignore, {capture: true, once: true});
  dialog.close();
  dialog.showModal();
}
