/** Milliseconds for which the mouse or the focus stays on a photo before it is expected. */
const DWELL_MS = 60;
/** Milliseconds after which a photo that was not opened is not expected any more. */
const PATIENCE_MS = 10_000;

interface ExpectedActions {
  /** The photo that a press of this element opens. */
  idAt: (target: Element) => string | undefined;
  /** Begins to read and decode the photo. */
  prepare: (captureId: string) => void;
  /** Stops that, and frees the picture. */
  forget: () => void;
  /** Replaces the limits, for tests. */
  dwellMs?: number;
  patienceMs?: number;
}

/**
 * Prepares the photo that a person is about to open: one that is pressed, or on which the mouse or the focus stays. A press takes a
 * person about 80 ms, and the photo opens at its end.
 */
export class Expected {
  readonly #actions: ExpectedActions;
  #dwell?: ReturnType<typeof setTimeout>;
  #patience?: ReturnType<typeof setTimeout>;

  /** `root` contains everything that opens a photo. */
  constructor(root: Pick<EventTarget, 'addEventListener'>, actions: ExpectedActions) {
    this.#actions = actions;
    root.addEventListener('pointerdown', this.#onPress);
    root.addEventListener('pointerover', this.#onReach);
    root.addEventListener('focusin', this.#onReach);
    root.addEventListener('pointerout', this.#onLeave);
    root.addEventListener('focusout', this.#onLeave);
    root.addEventListener('pointercancel', this.forget);
  }

  /** Prepares nothing any more; also called if a press turns out to scroll the list. */
  readonly forget = () => {
    clearTimeout(this.#dwell);
    clearTimeout(this.#patience);
    this.#actions.forget();
  };

  readonly #onPress = (event: Event) => {
    const captureId = this.#idAt(event);
    if (captureId !== undefined) this.#prepare(captureId);
  };

  readonly #onLeave = () => {
    clearTimeout(this.#dwell);
  };

  readonly #onReach = (event: Event) => {
    clearTimeout(this.#dwell);
    const captureId = this.#idAt(event);
    if (captureId === undefined || !isReached(event)) return;
    this.#dwell = setTimeout(() => {
      this.#prepare(captureId);
    }, this.#actions.dwellMs ?? DWELL_MS);
  };

  #prepare(captureId: string) {
    clearTimeout(this.#dwell);
    clearTimeout(this.#patience);
    this.#actions.prepare(captureId);
    this.#patience = setTimeout(this.forget, this.#actions.patienceMs ?? PATIENCE_MS);
  }

  #idAt(event: Event): string | undefined {
    const target = targetOf(event);
    return target && this.#actions.idAt(target);
  }
}

/** The innermost target, which may be in the shadow tree of an inner element. */
const targetOf = (event: Event): Element | undefined => {
  const [target] = event.composedPath();
  return target instanceof Element ? target : undefined;
};

/** False for a finger, which presses at once, and for a focus that the browser returns after the viewer was closed by mouse. */
const isReached = (event: Event): boolean =>
  event instanceof PointerEvent
    ? event.pointerType !== 'touch'
    : (targetOf(event)?.matches(':focus-visible') ?? false);
