import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** Whether a person can see an element. */
export type Sight =
  /** At least a part of it is in view, or within `MARGIN`. */
  | 'seen'
  /** It was scrolled out of view. */
  | 'away'
  /**
   * It is not rendered (`display: none`, `content-visibility`, a closed dialog, popover or `<details>`), it is not
   * visible, it is inert, or its page is hidden.
   */
  | 'hidden';

/** `before` is undefined for the first report. */
type OnSight = (sight: Sight, before: Sight | undefined) => void;

type Host = ReactiveControllerHost & HTMLElement & {renderRoot: ParentNode};
type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;

/** Distance from the view at which a camera is turned on, so that it is on when a person has scrolled to it. */
const MARGIN = '100px';

/**
 * Follows whether a person can see an element. In Chromium, Firefox and WebKit, an `IntersectionObserver` reports what is
 * not rendered, in any shadow tree; a `ResizeObserver` does not report `content-visibility`. Neither reports `visibility`
 * and `inert`.
 */
export class Sighting implements ReactiveController {
  readonly #host: Host;
  readonly #onChange: OnSight;
  readonly #page: Page;
  /** Observed in place of the host, whose own `content-visibility` hides only its content. */
  #frame?: HTMLElement;
  #sight?: Sight;
  /** Undefined until the browser has reported it. */
  #isInView?: boolean;
  readonly #view = new IntersectionObserver(
    (entries) => {
      this.#isInView = entries.at(-1)?.isIntersecting;
      this.look();
    },
    {rootMargin: MARGIN, scrollMargin: MARGIN},
  );
  readonly #inert = new MutationObserver(() => this.look());

  /** Tests may replace the page. */
  constructor(host: Host, onChange: OnSight, page: Page = document) {
    this.#host = host;
    this.#onChange = onChange;
    this.#page = page;
    host.addController(this);
  }

  hostConnected() {
    this.#page.addEventListener('visibilitychange', this.look);
    if (this.#frame) this.#view.observe(this.#frame);
  }

  hostUpdated() {
    if (this.#frame) return;
    const frame = this.#host.renderRoot.querySelector<HTMLElement>('.frame');
    if (!frame) return;
    this.#frame = frame;
    // The end of this transition is how the browser reports another `visibility`. It takes place also where a person
    // wants no animations.
    frame.style.setProperty('transition', 'visibility 1ms', 'important');
    frame.addEventListener('transitionend', this.look);
    this.#view.observe(frame);
  }

  hostDisconnected() {
    this.#page.removeEventListener('visibilitychange', this.look);
    this.#view.disconnect();
    this.#inert.disconnect();
    this.#sight = this.#isInView = undefined;
  }

  /** Determines it now, and calls `onChange` if it has changed. Before the browser's first report, it is a guess. */
  readonly look = (): Sight => {
    const isHidden = this.#page.hidden || this.#isHidden(this.#frame ?? this.#host);
    if (!isHidden && this.#isInView === undefined) {
      const {top, bottom} = this.#host.getBoundingClientRect();
      return bottom >= 0 && top < innerHeight ? 'seen' : 'away';
    }
    const sight = isHidden ? 'hidden' : this.#isInView ? 'seen' : 'away';
    const before = this.#sight;
    this.#sight = sight;
    if (sight !== before) this.#onChange(sight, before);
    return sight;
  };

  #isHidden(element: HTMLElement): boolean {
    let node: Node | null | undefined = element;
    let isHidden = !element.checkVisibility({checkVisibilityCSS: true});
    while (node && !isHidden) {
      this.#inert.observe(node, {attributeFilter: ['inert']});
      const {inert, assignedSlot, host} = node as Partial<HTMLElement & ShadowRoot>;
      isHidden = !!inert;
      node = assignedSlot ?? node.parentNode ?? host;
    }
    // Known to Chromium alone. It also tells what is inert in closed shadow trees, or by CSS.
    isHidden ||= getComputedStyle(element).getPropertyValue('interactivity') === 'inert';
    // Null for a frame of another origin.
    const around = element.ownerDocument.defaultView?.frameElement as
      | HTMLElement
      | null
      | undefined;
    return isHidden || (!!around && this.#isHidden(around));
  }
}
