import {html, render} from 'lit';
import {checkIcon} from '../../icons.js';
import {copyIcon} from '../../later-icons.js';
import type {View} from '../../metadata/view.js';
import type {TreeNode} from './nodes.js';
import {copyOf, type Showing} from './rows.js';

type Copied = 'copied' | 'notCopied';
type Action = 'copyValue' | 'rawValue';

/** The buttons of the row that is pointed at, tapped or has the focus: they move there, and Tab goes on to them. */
export class RowActions {
  readonly #element = document.createElement('div');

  readonly #write: (text: string) => Promise<void>;

  readonly #say: (said: Copied) => void;

  /** `write` puts a text into the clipboard, `say` tells how that went. */
  constructor(write: (text: string) => Promise<void>, say: (said: Copied) => void) {
    this.#write = write;
    this.#say = say;
    this.#element.className = 'actions';
  }

  /** Which of them was pressed. */
  static pressed(target: Element): Action | undefined {
    return target.closest<HTMLButtonElement>('.actions button')?.name as Action | undefined;
  }

  /** A person who has tabbed to them keeps them. */
  moveTo(row: Element, view: View) {
    const before = this.#element.parentElement;
    if (row === before || this.#element.querySelector(':focus-visible')) return;
    before?.removeAttribute('aria-labelledby');
    for (const child of before?.children ?? []) child.removeAttribute('id');
    this.#render(view);
    row.append(this.#element);
    this.settle();
  }

  /** After rows were drawn: the words of the buttons are no part of the row's name, and pictures have none. */
  settle() {
    const row = this.#element.parentElement;
    if (!row) return;
    // It was another one's until a search.
    if (row.matches('.pictures')) {
      this.#element.remove();
      row.removeAttribute('aria-labelledby');
      return;
    }
    const named = [...row.children].filter((child) => child !== this.#element);
    named.forEach((child, index) => (child.id = `${row.id}-${index}`));
    row.setAttribute('aria-labelledby', named.map(({id}) => id).join(' '));
  }

  /** Copies all of a value, which stands in `row`; it may have nothing to copy. */
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
