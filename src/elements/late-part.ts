import {
  adoptStyles,
  type CSSResult,
  type CSSResultOrNative,
  type LitElement,
  type ReactiveController,
} from 'lit';

/** What a part adds to the styles of its element. */
interface Styled {
  readonly styles?: readonly CSSResult[];
}

/** With those of the parts that are there. */
const stylesOf = new WeakMap<LitElement, CSSResultOrNative[]>();

/**
 * A part of an element that is loaded after the element: when the page is idle, so that the part is there if the
 * network is lost later, or as soon as it is needed. Nothing that takes, stores, seals or delivers may be such a part.
 */
export class LatePart<Part extends object> implements ReactiveController {
  readonly #host: LitElement;
  readonly #load: () => Promise<Part & Styled>;
  #part?: Part;
  #loading?: Promise<void>;
  readonly #isForIdle: boolean;
  #hasFailed = false;
  /** It is not loaded for later alone. */
  #isNeeded = false;

  /** `isForIdle` false: it is loaded where it is needed alone. */
  constructor(host: LitElement, load: () => Promise<Part & Styled>, isForIdle = true) {
    this.#host = host;
    this.#load = load;
    this.#isForIdle = isForIdle;
    host.addController(this);
  }

  hostConnected() {
    if (this.#isForIdle) whenIdle(() => void this.load(false));
  }

  /** Undefined until it is loaded. */
  get part(): Part | undefined {
    return this.#part;
  }

  /** The page could not load it; `load` tries again. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** The page could not load it, although a person needed it. */
  get isMissed(): boolean {
    return this.#hasFailed && this.#isNeeded;
  }

  /** Resolves once what is being loaded is there, or could not be loaded; at once where nothing is. Never rejects. */
  get loaded(): Promise<void> {
    return this.#loading ?? Promise.resolve();
  }

  /** Begins, unless it has begun; resolves as `loaded` does. `isNeeded` false: nobody waits for it. */
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

/** Calls in the order of the requests. Browsers without idle callbacks (Safari) wait for a moment. */
export function whenIdle(act: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(act, {timeout: 2_000});
  else setTimeout(act, 200);
}
