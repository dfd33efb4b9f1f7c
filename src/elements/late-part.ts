import {
  adoptStyles,
  type CSSResult,
  type CSSResultOrNative,
  type LitElement,
  type ReactiveController,
} from 'lit';
import {cameraOfPage} from './camera-of-page.js';

/** Styles that a part adds to its element. */
interface Styled {
  readonly styles?: readonly CSSResult[];
}

/** The element's styles with those of its loaded parts. */
const stylesOf = new WeakMap<LitElement, CSSResultOrNative[]>();

/**
 * A part of an element that is loaded later: when the page is idle and no camera is about to show its first picture, so
 * that it is available if the network is lost, or as soon as it is needed. Code that captures, stores, seals or delivers
 * must not be such a part.
 */
export class LatePart<Part extends object> implements ReactiveController {
  readonly #host: LitElement;
  readonly #load: () => Promise<Part & Styled>;
  #part?: Part;
  #loading?: Promise<void>;
  readonly #isForIdle: boolean;
  #hasFailed = false;
  /** True if the part is needed now, and not only loaded for later. */
  #isNeeded = false;

  /** With `isForIdle` false, it is loaded only when it is needed. */
  constructor(host: LitElement, load: () => Promise<Part & Styled>, isForIdle = true) {
    this.#host = host;
    this.#load = load;
    this.#isForIdle = isForIdle;
    host.addController(this);
  }

  hostConnected() {
    if (this.#isForIdle) whenIdle(() => void this.load(false));
  }

  /** The part; undefined until it is loaded. */
  get part(): Part | undefined {
    return this.#part;
  }

  /** True if the page could not load it; `load` tries again. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** True if the page could not load it although a person needed it. */
  get isMissed(): boolean {
    return this.#hasFailed && this.#isNeeded;
  }

  /** Resolves once the current load has succeeded or failed; at once without one. Never rejects. */
  get loaded(): Promise<void> {
    return this.#loading ?? Promise.resolve();
  }

  /** Starts to load, unless that has begun; resolves like `loaded`. `isNeeded` is false if nothing waits for it. */
  load(isNeeded = true): Promise<void> {
    this.#isNeeded ||= isNeeded;
    return (this.#loading ??= this.#begin());
  }

  async #begin() {
    const host = this.#host;
    try {
      const part = await this.#load();
      if (part.styles) {
        const {elementStyles} = host.constructor as typeof LitElement;
        const styles = [...(stylesOf.get(host) ?? elementStyles), ...part.styles];
        stylesOf.set(host, styles);
        adoptStyles(host.renderRoot as ShadowRoot, styles);
      }
      this.#part = part;
      this.#hasFailed = false;
    } catch {
      this.#loading = undefined;
      this.#hasFailed = true;
    }
    host.requestUpdate();
  }
}

/** Milliseconds after which a late part is loaded even if the page is busy, or its camera shows no picture. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Calls `load` when the page is idle and no camera is about to show its first picture, and again after
 * `LONGEST_WAIT_MS`, in case that has not happened by then. Safari has no idle callbacks, and waits briefly.
 */
export function whenIdle(load: () => void) {
  setTimeout(load, LONGEST_WAIT_MS);
  const wait = () => void Promise.resolve(cameraOfPage.shown).then(load);
  void (globalThis.requestIdleCallback?.(wait) ?? setTimeout(wait, 200));
}
