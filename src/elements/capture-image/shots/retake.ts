import {reportOpen} from '../../inner/show-modal.js';

/** A retake of a shot. With `fill`, Escape and the back button cancel it first, as they close a dialog. */
export class Retake extends EventTarget {
  /** Cancels it. */
  readonly close: () => void;
  #isOpen = false;

  constructor(close: () => void) {
    super();
    this.close = close;
  }

  get open(): boolean {
    return this.#isOpen;
  }

  /** Called at each rendering: whether a shot is being retaken, and the shadow root of the element. */
  update(isOpen: boolean, root: Node) {
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    if (isOpen) reportOpen(this, root);
    else this.dispatchEvent(new Event('close'));
  }
}
