import type {SelfTimer} from './self-timer.js';

/**
 * Has the self-timer hear each press of the shutter before the element does: by a finger, by a key of the keyboard or of the
 * phone. `takePicture()` is no press.
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
  // A person who stands before the camera has the focus anywhere.
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !timer.cancel()) return;
    event.preventDefault();
  };
  addEventListener('keydown', onKey, {signal});
}

/** While it counts, the shutter is what ends that. */
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

/** Keys that are heard wherever the focus is press nothing that the person does not see. */
export function isInSight(element: HTMLElement): boolean {
  const {top, bottom} = element.getBoundingClientRect();
  return element.checkVisibility() && bottom > 0 && top < innerHeight;
}
