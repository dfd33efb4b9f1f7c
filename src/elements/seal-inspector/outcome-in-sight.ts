import type {ReactiveController, ReactiveControllerHost} from 'lit';

type Host = ReactiveControllerHost & {renderRoot: ParentNode};

/** Selector of the results: the list, or one file's verdict, failure or progress. */
const OF_ALL = '.files, .verdict, .failure, .working';
const OF_ONE = '.verdict, .failure, .working';

/**
 * Scrolls to the results of files that a person gave, because the verdict may be below the edge of a small screen.
 * It stops once the person scrolls.
 */
export class OutcomeInSight implements ReactiveController {
  readonly #host: Host;
  /**
   * The element that the page was scrolled to; null for none yet. Undefined if no person gave the files, or the
   * person has scrolled away.
   */
  #shown?: Element | null;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  /** Scrolls to the results until {@link leave} is called or a person scrolls. */
  follow() {
    this.#shown = null;
    this.#host.requestUpdate();
  }

  leave() {
    this.#shown = undefined;
  }

  /** Scrolls to the shown file with the next rendering, if its verdict is not visible. */
  showLooked() {
    const {renderRoot, updateComplete} = this.#host;
    void updateComplete.then(() => scrollTo(renderRoot.querySelector(OF_ONE)));
  }

  /** Moves the focus to the shown file: the pressed button disappears with its panel, and the focus would be lost. */
  keepFocus() {
    const {renderRoot, updateComplete} = this.#host;
    void updateComplete.then(() => {
      const row = renderRoot.querySelector<HTMLElement>('[role=option][tabindex="0"]');
      (row ?? renderRoot.querySelector('button'))?.focus();
    });
  }

  hostUpdate() {
    if (this.#shown && !isInSight(this.#shown)) this.leave();
  }

  hostUpdated() {
    if (this.#shown === undefined) return;
    const outcome = this.#host.renderRoot.querySelector(OF_ALL);
    if (!outcome || outcome === this.#shown) return;
    this.#shown = outcome;
    scrollTo(outcome);
  }
}

/** Scrolls no further than necessary; a fully visible element stays in place. */
const scrollTo = (element: Element | null) => element?.scrollIntoView({block: 'nearest'});

function isInSight(element: Element): boolean {
  const {top, bottom} = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
