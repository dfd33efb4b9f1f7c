import {html, render} from 'lit';
import {checkIcon} from '../../icons.js';
import {copyIcon} from '../../later-icons.js';
import type {View} from '../../metadata/view.js';
import type {TreeNode} from './nodes.js';
import {copyOf, type Showing} from './rows.js';

type Copied = 'copied' | 'notCopied';
type Action = 'copyValue' | 'rawValue';

/** The buttons of the row that has the pointer or the focus, or was tapped: they move there, and Tab reaches them. */
export class RowActions {
  readonly #element = document.createElement('div');

  readonly #write: (text: string) => Promise<void>;

  readonly #say: (said: Copied) => void;

  /** `write` puts a text into the clipboard, `say` reports the result. */
  constructor(write: (text: string) => Promise<void>, say: (said: Copied) => void) {
    this.#write = write;
    this.#say = say;
    this.#element.className = 'actions';
  }

  /** The button that was pressed. */
  static pressed(target: Element): Action | undefined {
    return target.closest<HTMLButtonElement>('.actions button')?.name as Action | undefined;
  }

  /** Moves the buttons to a row, unless a person has tabbed to them. */
  moveTo(row: Element, view: View) {
    const before = this.#element.parentElement;
    if (row === before || this.#element.querySelector(':focus-visible')) return;
    before?.removeAttribute('aria-labelledby');
    for (const child of before?.children ?? []) child.removeAttribute('id');
    this.#render(view);
    row.append(this.#element);
    this.settle();
  }

  /**
   * To be called after rows were drawn: excludes the buttons' texts from the row's name, and the buttons from rows
   * of drawings.
   */
  settle() {
    const row = this.#element.parentElement;
    if (!row) return;
    // A search may have left the buttons at another row.
    if (row.matches('.pictures')) {
      this.#element.remove();
      row.removeAttribute('aria-labelledby');
      return;
    }
    const named = [...row.children].filter((child) => child !== this.#element);
    named.forEach((child, index) => (child.id = `${row.id}-${index}`));
    row.setAttribute('aria-labelledby', named.map(({id}) => id).join(' '));
  }

  /** Copies the whole value that `row` shows; does nothing if there is none. */
  async copy(node: TreeNode, showing: Showing, row: Element | null) {
    const text = copyOf(node, showing);
    if (!text) return;
    let said: Copied = 'copied';
    try {
      await this.#write(text);
    } catch {
      said = 'notCopied';
    }
    this.#say(said);
    if (row && row === this.#element.parentElement) this.#render(showing.view, said === 'copied');
  }

  #render({term}: View, isCopied = false) {
    const button = (name: Action, content: unknown) =>
      html`<button
        type="button"
        name=${name}
        aria-label=${term(isCopied && name === 'copyValue' ? 'copied' : name)}
        title=${term(name)}
      >
        ${content}
      </button>`;
    render(
      html`${button('rawValue', '{ }')}${button('copyValue', isCopied ? checkIcon() : copyIcon())}`,
      this.#element,
    );
  }
}
