import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** Height in CSS pixels below which a bar at the bottom would leave too little of the picture. */
const LOW = 440;
/** Least ratio of width to height of a phone held sideways. A picture of 4 : 3 has less. */
const WIDE = 1.5;
/** Width in CSS pixels that pill and notices need beside the bar. */
const ROOM = 480;

/**
 * Determines whether an element is low and wide, as on a phone held sideways, so that its controls are at the side.
 * A container query cannot do that: it would have to contain the height, which depends on the content unless the
 * page sets it.
 */
export class Sideways implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #observer = new ResizeObserver(() => {
    this.#measure();
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

  #measure() {
    const {clientWidth, clientHeight} = this.#host;
    // Hysteresis: the position of the bar may itself change the height.
    const low = this.#is ? 1.1 * LOW : LOW;
    const isSideways =
      clientWidth >= ROOM && clientHeight < low && clientWidth >= WIDE * clientHeight;
    if (isSideways === this.#is) return;
    this.#is = isSideways;
    this.#host.requestUpdate();
  }
}
