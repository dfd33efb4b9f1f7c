/** Where a visitor is. */
export type Step =
  | {name: 'capture'}
  /** A photo or recording was made, and is being sealed. */
  | {name: 'sealing'; captureId: string}
  | {name: 'checking'; file: File}
  /** The inspector cannot be loaded. */
  | {name: 'unchecked'}
  | {name: 'intact'; file: File}
  /** One byte of the file was changed. */
  | {name: 'tampered'; file: File}
  /** All about any file. */
  | {name: 'own'};

/** The place in which a photo is taken and then becomes its result. What is shown at a step says so by `data-in`. */
export class Stage {
  readonly #area: HTMLElement;
  readonly #stage: HTMLElement;
  readonly #result: HTMLElement;
  #step: Step = {name: 'capture'};

  constructor(area: HTMLElement, stage: HTMLElement, result: HTMLElement) {
    this.#area = area;
    this.#stage = stage;
    this.#result = result;
  }

  get step(): Step {
    return this.#step;
  }

  show(step: Step): void {
    this.#step = step;
    const hadFocus = this.#stage.contains(document.activeElement);
    this.#stage.dataset['step'] = step.name;
    for (const part of this.#area.querySelectorAll<HTMLElement>('[data-in]')) {
      const isIn = part.dataset['in']?.split(' ').includes(step.name) ?? false;
      if (part.closest('.steps')) part.ariaCurrent = isIn ? 'step' : null;
      else part.hidden = !isIn;
    }
    // What was pressed may be gone.
    if (hadFocus && !isSeen(document.activeElement)) this.#focusTarget.focus({preventScroll: true});
    if (this.#stage.getBoundingClientRect().top < 0) this.#area.scrollIntoView();
  }

  get #focusTarget(): HTMLElement {
    return this.#result.hidden
      ? (this.#stage.querySelector<HTMLElement>('[role=tab][aria-selected=true]') ?? this.#stage)
      : this.#result;
  }
}

const isSeen = (element: Element | null): boolean =>
  element !== null && element !== document.body && element.getClientRects().length > 0;
