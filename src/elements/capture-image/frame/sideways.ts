import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** Below this height, in CSS pixels, a bar at the bottom would leave too little of the picture. */
const LOW = 440;
/** How many times wider than high a phone held sideways is at least. A picture of 4 : 3 is not. */
const WIDE = 1.5;
/** Beside the bar, pill and notices need as much. */
const ROOM = 480;

/**
 * Tells whether an element is low and wide, as on a phone held sideways, so that its controls stand at the side. A
 * container query cannot: it would have to contain the height, which follows the content where the page sets none.
 */
export class Sideways implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #observer = new ResizeObserver(() => {
    this.#look();
  });
  #is = false;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  get is(): boolean {
    return this.#is;
  }

  hostConnected() {
    this.#observer.observe(this.#host);
  }

  hostDisconnected() {
    this.#observer.disconnect();
  }

  #look() {
    const {clientWidth, clientHeight} = this.#host;
    // Once at the side, they stay for some pixels more: the place of the bar may itself change the height.
    const low = this.#is ? 1.1 * LOW : LOW;
    const isSideways =
      clientWidth >= ROOM && clientHeight < low && clientWidth >= WIDE * clientHeight;
    if (isSideways === this.#is) return;
    this.#is = isSideways;
    this.#host.requestUpdate();
  }
}
