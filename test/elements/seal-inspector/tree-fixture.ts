import {fixture, html} from '@open-wc/testing';
import {LitElement} from 'lit';
import {customElement, property} from 'lit/decorators.js';
import {viewFor} from '../../../src/elements/metadata/view.js';
import {pictureStyles} from '../../../src/elements/seal-inspector/pictures/picture-styles.js';
import {resultStyles} from '../../../src/elements/seal-inspector/result-styles.js';
import {styles} from '../../../src/elements/seal-inspector/styles.js';
import {renderGlance} from '../../../src/elements/seal-inspector/papers/glance.js';
import {MetadataTree} from '../../../src/elements/seal-inspector/tree/metadata-tree.js';
import {treeStyles} from '../../../src/elements/seal-inspector/tree/tree-styles.js';
import {copying} from '../../../src/lang/compiled/en/copying.js';
import {metadata} from '../../../src/lang/compiled/en/metadata.js';
import {metadataTree} from '../../../src/lang/compiled/en/metadata-tree.js';
import {microphone} from '../../../src/lang/compiled/en/microphone.js';
import {result} from '../../../src/lang/compiled/en/result.js';
import {sealInspector} from '../../../src/lang/compiled/en/seal-inspector.js';
import {verdict} from '../../../src/lang/compiled/en/verdict.js';
import {Localize} from '../../../src/elements/strings/localize.js';
import {ofVerifier} from '../../../src/elements/strings/of-verifier.js';
import {base, tokens} from '../../../src/elements/design-tokens.js';
import {fileNamed} from './fixture.js';
import {textOf} from '../kit.js';

/** Shows only the tree, and stores what it copies. */
@customElement('tree-host')
export class TreeHost extends LitElement {
  static override readonly styles = [tokens, base, styles, resultStyles, treeStyles, pictureStyles];

  @property({attribute: false}) answer: Record<string, unknown> = {};
  @property({attribute: false}) file: Blob = fileNamed('photo.jpg');

  readonly copied: string[] = [];
  /** If set, the clipboard rejects with this error. */
  refusal?: Error;

  readonly #localize = new Localize(this, {
    ...metadata,
    ...metadataTree,
    ...microphone,
    ...result,
    ...sealInspector,
    ...verdict,
    ...copying,
    ...ofVerifier,
  });
  readonly #tree = new MetadataTree(this, (text) => {
    if (this.refusal) return Promise.reject(this.refusal);
    this.copied.push(text);
    return Promise.resolve();
  });

  protected override render() {
    const view = viewFor(this.#localize, (reason) => this.#localize.term('unavailable', reason));
    return html`<div class="inspector">
      ${this.#tree.render(this.answer, this.file, view, (shown) => renderGlance(shown, view))}
    </div>`;
  }

  /** Everything below the first glance is unfolded. */
  protected override updated() {
    for (const folded of this.renderRoot.querySelectorAll('details')) folded.open = true;
  }

  find(selector: string): HTMLElement | null {
    return this.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
  }

  all(selector: string): HTMLElement[] {
    return [...(this.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
  }

  /** Rows and cards, in reading order. */
  get items(): HTMLElement[] {
    return this.all('[role="treeitem"]');
  }

  /** The first card or row with this label. */
  item(label: string): HTMLElement {
    const found = this.items.find(
      (item) => textOf(item.querySelector(':scope > .label')) === label,
    );
    if (!found) throw new Error(`There is no ${label}.`);
    return found;
  }

  value(label: string): string {
    return [
      ...this.item(label).querySelectorAll(':scope > .value, :scope > .reason, :scope > code'),
    ]
      .map(textOf)
      .join(' ');
  }

  get focused(): string {
    return textOf(this.shadowRoot?.activeElement?.querySelector(':scope > .label'));
  }

  async press(key: string, more: KeyboardEventInit = {}) {
    const init = {key, bubbles: true, composed: true, cancelable: true, ...more};
    this.shadowRoot?.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
    await this.updateComplete;
  }

  async search(text: string) {
    const input = this.find('[type="search"]') as HTMLInputElement;
    input.value = text;
    input.dispatchEvent(new Event('input', {bubbles: true}));
    await this.updateComplete;
  }

  get status(): string {
    return textOf(this.find('[role="status"]'));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'tree-host': TreeHost;
  }
}

/** A tree of this answer. */
export const treeShowing = (answer: object, file = fileNamed('photo.jpg')): Promise<TreeHost> =>
  fixture<TreeHost>(html`<tree-host lang="en" .answer=${answer} .file=${file}></tree-host>`);
