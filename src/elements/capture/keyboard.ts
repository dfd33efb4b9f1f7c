import type {ReactiveController, ReactiveControllerHost} from 'lit';

type Host = ReactiveControllerHost & {renderRoot: ParentNode; shadowRoot: ShadowRoot | null};

/** Where rendering takes away what has the focus, it goes to what is marked with `data-focus`. */
export class KeptFocus implements ReactiveController {
  readonly #host: Host;
  /** What had the focus before the last rendering. */
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

  /** To the first of these that is there, else to what is marked. */
  move(selector?: string) {
    const {renderRoot} = this.#host;
    const wanted = selector && renderRoot.querySelector<HTMLElement>(selector);
    (wanted || renderRoot.querySelector<HTMLElement>('[data-focus]'))?.focus();
  }
}

/** A key that is held down would capture again and again. */
export function onlyOnce(event: KeyboardEvent) {
  if (event.repeat) event.preventDefault();
}
