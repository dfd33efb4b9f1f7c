import {html, nothing, type LitElement} from 'lit';
import type {View} from '../metadata/view.js';

/** Items of one list that are shown at first, and that each press of its button adds. */
export const FIRST = 100;
export const MORE = 200;

/** How many items of long lists are shown, so that no answer can fill the page: more on request. */
export class ShownCounts {
  readonly #host: LitElement;
  #of?: unknown;
  readonly #counts = new Map<string, number>();

  constructor(host: LitElement) {
    this.#host = host;
  }

  /** Begins anew for another file. */
  begin(of: unknown): this {
    if (of !== this.#of) this.#counts.clear();
    this.#of = of;
    return this;
  }

  of(list: string): number {
    return this.#counts.get(list) ?? FIRST;
  }

  /**
   * The button for what a list leaves out; nothing if it shows everything. `items` finds the items that are shown: the
   * first new one gets the focus, from where a screen reader reads on.
   */
  renderButton(
    list: string,
    total: number,
    items: (button: Element) => ArrayLike<Element>,
    view: View,
  ) {
    const shown = this.of(list);
    if (total <= shown) return nothing;
    const onClick = async ({currentTarget}: Event) => {
      const found = items(currentTarget as Element);
      this.#counts.set(list, shown + MORE);
      this.#host.requestUpdate();
      await this.#host.updateComplete;
      const next = found[shown];
      if (!(next instanceof HTMLElement)) return;
      next.tabIndex = -1;
      next.focus({preventScroll: true});
    };
    return html`<button class="button more-of" type="button" @click=${onClick}>
      ${moreOf(total - shown, view)}
    </button>`;
  }
}

/** "Show 200 more of 99,800". */
export const moreOf = (left: number, {localize, format}: View): string =>
  localize.term('moreOf', counted(Math.min(MORE, left), format), counted(left, format));

const counted = (count: number, {locale}: View['format']): string => count.toLocaleString(locale);
