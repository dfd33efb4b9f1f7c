import {isField} from '../../capture/field.js';

/** Actions of fingers and keys on the camera. */
export interface GestureActions {
  /**
   * Multiplies the zoom by this factor; returns false if the camera has no zoom, so that the page handles the
   * gesture.
   */
  zoom: (factor: number) => boolean;
  /** Closes what is open; returns false if nothing is. */
  escape: () => boolean;
  /** Presses the shutter; returns false if there is none. */
  shoot: () => boolean;
}

/** Zoom factor for a key press. */
const STEP = 1.25;
const WHEEL_PER_PIXEL = 0.01;

/** Handles pinches of two fingers, or of a trackpad, on the live picture. */
export function watchPinches(
  picture: HTMLElement,
  {zoom}: Pick<GestureActions, 'zoom'>,
  signal: AbortSignal,
) {
  const fingers = new Map<number, {x: number; y: number}>();
  const spread = () => {
    const [one, other] = [...fingers.values()];
    return one && other && fingers.size === 2 ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  };
  const lift = ({pointerId}: PointerEvent) => fingers.delete(pointerId);
  picture.addEventListener(
    'pointerdown',
    ({pointerId, pointerType, clientX: x, clientY: y}) => {
      if (pointerType === 'touch') fingers.set(pointerId, {x, y});
    },
    {signal},
  );
  picture.addEventListener(
    'pointermove',
    ({pointerId, clientX: x, clientY: y}) => {
      if (!fingers.has(pointerId)) return;
      const before = spread();
      fingers.set(pointerId, {x, y});
      if (before > 0) zoom(spread() / before);
    },
    {signal},
  );
  picture.addEventListener('pointerup', lift, {signal});
  picture.addEventListener('pointercancel', lift, {signal});
  // Otherwise the browser handles two fingers itself, and scrolls or zooms the page.
  picture.addEventListener(
    'touchmove',
    (event) => {
      if (event.touches.length === 2 && event.cancelable && zoom(1)) event.preventDefault();
    },
    {signal, passive: false},
  );
  picture.addEventListener(
    'wheel',
    (event) => {
      // Browsers report a trackpad's pinch as a wheel event with Control.
      if (event.ctrlKey && zoom(Math.exp(-event.deltaY * WHEEL_PER_PIXEL))) event.preventDefault();
    },
    {signal, passive: false},
  );
}

/** Handles keys while the focus is in `frame`. If the frame itself has the focus, Space and Enter press the shutter. */
export function watchKeys(
  frame: HTMLElement,
  {zoom, escape, shoot}: GestureActions,
  signal: AbortSignal,
) {
  const onKey = (event: KeyboardEvent) => {
    const {key, defaultPrevented, ctrlKey, metaKey, altKey} = event;
    if (defaultPrevented || ctrlKey || metaKey || altKey) return;
    const [target] = event.composedPath();
    const isHandled = () => {
      if (key === 'Escape') return escape();
      if (isField(event)) return false;
      if (key === '+' || key === '=') return zoom(STEP);
      if (key === '-') return zoom(1 / STEP);
      if (target !== frame || (key !== ' ' && key !== 'Enter')) return false;
      return event.repeat || shoot();
    };
    if (isHandled()) event.preventDefault();
  };
  frame.addEventListener('keydown', onKey, {signal});
}

/** Handles a phone's volume keys, if its browser passes them to pages, wherever the focus is. */
export function watchVolumeKeys(shoot: () => boolean, signal: AbortSignal) {
  const onKey = (event: KeyboardEvent) => {
    if (!/^(Audio)?Volume(Up|Down)$/.test(event.key) || event.defaultPrevented) return;
    if (event.repeat || shoot()) event.preventDefault();
  };
  addEventListener('keydown', onKey, {signal});
}
