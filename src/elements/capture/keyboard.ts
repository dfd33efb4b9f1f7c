import type {ReactiveController, ReactiveControllerHost} from 'lit';

type Host = ReactiveControllerHost & {renderRoot: ParentNode; shadowRoot: ShadowRoot | null};

/** If rendering removes the focused element, moves the focus to another one: that with `data-focus` by default. */
export class KeptFocus implements ReactiveController {
  readonly #host: Host;
  readonly #replace?: () => void;
  /** The element that had the focus before the last rendering. */
  #focused: Element | null = null;

  /** `replace` moves the focus elsewhere. */
  constructor(host: Host, replace?: () => void) {
    this.#host = host;
    this.#replace = replace;
    host.addController(this);
  }

  hostUpdate() {
    this.#focused = this.#host.shadowRoot?.activeElement ?? null;
  }

  hostUpdated() {
    if (this.#focused?.isConnected !== false) return;
    if (this.#replace) this.#replace();
    else this.move();
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
