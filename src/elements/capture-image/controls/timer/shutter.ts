import type {SelfTimer} from './self-timer.js';

/**
 * Passes each press of the shutter to the self-timer before the element handles it: by finger, keyboard or volume key.
 * `takePicture()` does not count as a press.
 */
export function watchShutter(frame: HTMLElement, timer: SelfTimer, signal: AbortSignal) {
  const onClick = (event: Event) => {
    const isShutter = event
      .composedPath()
      .some((node) => isElement(node) && node.matches('.shutter'));
    if (!isShutter || !timer.press()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  frame.addEventListener('click', onClick, {signal, capture: true});
  // A person in front of the camera may have the focus anywhere.
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !timer.cancel()) return;
    event.preventDefault();
  };
  addEventListener('keydown', onKey, {signal});
}

/** Changes the label of the shutter during a countdown, because it then ends the countdown. */
export class ShutterLabel {
  #own?: string;

  show(shutter: Element, stop: string | undefined) {
    if (stop === undefined && this.#own === undefined) return;
    this.#own ??= shutter.getAttribute('aria-label') ?? '';
    const label = stop ?? this.#own;
    shutter.setAttribute('aria-label', label);
    shutter.setAttribute('title', label);
    if (stop === undefined) this.#own = undefined;
  }
}

const isElement = (node: EventTarget): node is Element => node instanceof Element;

/**
 * True if the element is visible. Keys that work wherever the focus is must not press anything that the person does not
 * see.
 */
export function isInSight(element: HTMLElement): boolean {
  const {top, bottom} = element.getBoundingClientRect();
  return element.checkVisibility() && bottom > 0 && top < innerHeight;
}
