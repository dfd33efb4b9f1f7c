export interface TapActions {
  /** Called for a tap at this position on the screen. */
  tap: (x: number, y: number) => void;
  /** Called for a long press. Returns false if it has no effect, so that the browser handles it. */
  hold: () => boolean;
}

/** Duration in milliseconds after which a press counts as long. */
const HOLD_MS = 500;
/** A finger that moves further, in pixels, does not tap. */
const SLIP = 10;

/** Detects taps of one finger, pen or mouse on the live picture, and ignores pinches and swipes. */
export function watchTaps(picture: HTMLElement, {tap, hold}: TapActions, signal: AbortSignal) {
  let press: {id: number; x: number; y: number; timer: number} | undefined;
  let isMenuMeant = true;
  const end = () => {
    clearTimeout(press?.timer);
    press = undefined;
  };
  const onDown = ({isPrimary, button, pointerId: id, clientX: x, clientY: y}: PointerEvent) => {
    end();
    isMenuMeant = true;
    if (!isPrimary || button !== 0) return;
    const onHeld = () => {
      end();
      isMenuMeant = !hold();
    };
    press = {id, x, y, timer: window.setTimeout(onHeld, HOLD_MS)};
  };
  const onMove = ({pointerId, clientX, clientY}: PointerEvent) => {
    if (pointerId !== press?.id) return;
    if (Math.hypot(clientX - press.x, clientY - press.y) > SLIP) end();
  };
  const onUp = ({pointerId}: PointerEvent) => {
    if (pointerId !== press?.id) return;
    const {x, y} = press;
    end();
    tap(x, y);
  };
  picture.addEventListener('pointerdown', onDown, {signal});
  picture.addEventListener('pointermove', onMove, {signal});
  picture.addEventListener('pointerup', onUp, {signal});
  picture.addEventListener('pointercancel', end, {signal});
  // Phones open a menu for a long press.
  picture.addEventListener(
    'contextmenu',
    (event) => {
      if (!isMenuMeant) event.preventDefault();
    },
    {signal},
  );
  signal.addEventListener('abort', end);
}
