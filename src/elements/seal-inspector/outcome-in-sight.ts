import type {ReactiveController, ReactiveControllerHost} from 'lit';

type Host = ReactiveControllerHost & {renderRoot: ParentNode};

/** What has become of the files: their list, or else one file's verdict, failure or progress. */
const OF_ALL = '.files, .verdict, .failure, .working';
const OF_ONE = '.verdict, .failure, .working';

/**
 * Scrolls to what has become of the files that a person gave: the verdict may come below the edge of a small screen.
 * A person who scrolls away is left there.
 */
export class OutcomeInSight implements ReactiveController {
  readonly #host: Host;
  /** What the page was scrolled to; null: nothing yet. Undefined: no person gave the files, or has scrolled away. */
  #shown?: Element | null;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  /** From now on, until {@link leave} or a person scrolls away. */
  follow() {
    this.#shown = null;
    this.#host.requestUpdate();
  }

  leave() {
    this.#shown = undefined;
  }

  /** Scrolls to the file that is looked at, where its verdict is out of sight. */
  showLooked() {
    scrollTo(this.#host.renderRoot.querySelector(OF_ONE));
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

/** No further than needed: what is in sight as a whole stays where it is. */
const scrollTo = (element: Element | null) => element?.scrollIntoView({block: 'nearest'});

function isInSight(element: Element): boolean {
  const {top, bottom} = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
