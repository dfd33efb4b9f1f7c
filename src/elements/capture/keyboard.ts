import type {ReactiveController, ReactiveControllerHost} from 'lit';

type Host = ReactiveControllerHost & {renderRoot: ParentNode; shadowRoot: ShadowRoot | null};

/** If rendering removes the focused element, moves the focus to the element with `data-focus`. */
export class KeptFocus implements ReactiveController {
  readonly #host: Host;
  /** The element that had the focus before the last rendering. */
  #focused: Element | null = null;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate() {
    this.#focused = this.#host.shadowRoot?.activeElement ?? null;
  }

  hostUpdated() {
    if (this.#focused?.isConnected === false) this.move();
  }

  /** Moves the focus to the first element that matches, or to the one with `data-focus`. */
  move(selector?: string) {
    const {renderRoot} = this.#host;
    const wanted = selector && renderRoot.querySelector<HTMLElement>(selector);
    (wanted || renderRoot.querySelector<HTMLElement>('[data-focus]'))?.focus();
  }
}

/** Ignores the repeated events of a key that is held down. */
export function onlyOnce(event: KeyboardEvent) {
  if (event.repeat) event.preventDefault();
}
