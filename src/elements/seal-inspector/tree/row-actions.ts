import {html, render} from 'lit';
import {checkIcon, copyIcon} from '../../icons.js';
import type {View} from '../../metadata/view.js';
import type {TreeNode} from './nodes.js';
import {copyOf, type Showing} from './rows.js';

type Copied = 'copied' | 'notCopied';
type Action = 'copyValue' | 'rawValue';

/** The buttons of the row that is pointed at or has the focus: they move there. */
export class RowActions {
  readonly #element = document.createElement('div');

  readonly #write: (text: string) => Promise<void>;

  readonly #say: (said: Copied) => void;

  /** `write` puts a text into the clipboard, `say` tells how that went. */
  constructor(write: (text: string) => Promise<void>, say: (said: Copied) => void) {
    this.#write = write;
    this.#say = say;
    this.#element.className = 'actions';
    // Else its words would be a part of the row's name; whoever does not see it has the keyboard.
    this.#element.ariaHidden = 'true';
  }

  /** Which of them was pressed. */
  static pressed(target: Element): Action | undefined {
    return target.closest<HTMLButtonElement>('.actions button')?.name as Action | undefined;
  }

  moveTo(row: Element, view: View) {
    if (row === this.#element.parentElement) return;
    this.#render(view);
    row.append(this.#element);
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
        tabindex="-1"
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
