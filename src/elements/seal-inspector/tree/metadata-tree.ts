import {html, nothing, type ReactiveController, type TemplateResult} from 'lit';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {View} from '../../metadata/view.js';
import {stateOf} from '../verdict/answer.js';
import {picturesOf} from '../pictures/pictures.js';
import {isRecording} from '../preview/preview.js';
import {sectionsOf} from '../papers/when.js';
import {renderCard} from './card.js';
import {Drawing} from './drawing.js';
import {TreeKeys} from './keys.js';
import {MORE} from '../more.js';
import type {Section} from '../../metadata/sections.js';
import {bounded, type Cut} from './bounded.js';
import {elsewhere, treeOf, type TreeNode} from './nodes.js';
import {RowActions} from './row-actions.js';
import {canOpen, type Showing} from './rows.js';
import {TreeFocus, type TreeHost} from './tree-focus.js';
import {renderTools} from './tools.js';
import {keyOf, TreeState} from './tree-state.js';

/**
 * The capture's data as a tree (WAI-ARIA Authoring Practices, tree view): a card for each section, with its values
 * below. The tree renders its own rows, some in each frame; only the cards around them are part of the host's template.
 */
export class MetadataTree implements ReactiveController {
  readonly #host: TreeHost;
  readonly #state: TreeState;
  readonly #focus: TreeFocus;
  readonly #keys: TreeKeys;
  readonly #drawing = new Drawing();
  readonly #actions: RowActions;
  #answer?: Loose;
  /** The answer, bounded. */
  #shown: Loose = {};
  #language?: string;
  #view?: View;
  #status = '';
  /** Builds the tree of the answer. */
  #build = () => {};
  /** How many members of a list or an object a person has asked for, by its path. */
  readonly #wanted = new Map<string, number>();

  /** `write` writes a text to the clipboard. */
  constructor(host: TreeHost, write = (text: string) => navigator.clipboard.writeText(text)) {
    this.#host = host;
    this.#actions = new RowActions(write, (said) => {
      this.#status = this.#showing.view.term(said);
      host.requestUpdate();
    });
    this.#state = new TreeState(() => host.requestUpdate());
    this.#focus = new TreeFocus(host, this.#state);
    this.#keys = new TreeKeys(this.#state, this.#focus, {
      focus: (node) => this.#goTo(node),
      toggle: (node, isOpen) => this.#toggle(node, isOpen),
      copy: (node) => this.#copy(node),
      showButtons: (node) => this.#showButtons(node),
      clearSearch: () => this.#search(''),
    });
    host.addController(this);
  }

  /**
   * Renders what was sealed, or what an unconfirmed seal claims: at first a `glance` of its bounded copy, and folded below
   * it everything.
   */
  render(answer: Loose, file: Blob, view: View, glance: (shown: Loose) => unknown) {
    // The terms of a language may be loaded only after it was set.
    const language = `${view.format.locale} ${view.term('otherData')}`;
    if (answer !== this.#answer || language !== this.#language) {
      if (answer !== this.#answer) this.#wanted.clear();
      [this.#answer, this.#language] = [answer, language];
      this.#build = () => {
        const shown = (this.#shown = bounded(answer, elsewhere, this.#wanted));
        const sections = sectionsOf(shown, isRecording(file));
        const draw = (section: Section) => picturesOf(section, shown, view);
        this.#sayFound(this.#state.show(treeOf(sections, shown, view, draw)), view);
      };
      this.#build();
    }
    this.#view = view;
    const state = stateOf(answer);
    const {roots, absent, all} = this.#state.tree;
    if (state === 'none' && roots.length === 0) return nothing;
    const {localize} = view;
    const isConfirmed = state === 'valid';
    return html`<section
      class=${isConfirmed ? '' : 'claims panel'}
      part="sections"
      aria-labelledby="sections"
    >
      <h3 id="sections">${localize.term(isConfirmed ? 'sealed' : 'claimed')}</h3>
      ${glance(this.#shown)}
      ${
        absent.length === 0 || roots.length === 0
          ? nothing
          : html`<p class="quiet">${localize.term('notInSeal', view.format.list(absent))}</p>`
      }
      ${
        roots.length === 0
          ? html`<p class="quiet">${localize.term('nothingSealed')}</p>`
          : html`<details class="all-values">
              <summary>
                ${localize.term('allValues', all.filter(({shown, reason}) => shown ?? reason).length)}
              </summary>
              ${this.#renderTree(view)}
              <div class="quiet keys" id="tree-keys">${view.term('treeKeys')}</div>
            </details>`
      }
    </section>`;
  }

  #renderTree(view: View): TemplateResult {
    const {roots, showing} = this.#state;
    return html`${renderTools(
        this.#state,
        this.#status,
        {onSearch: this.#onSearch, onSearchKey: this.#keys.onSearchKey, onRaw: this.#onRaw},
        view,
      )}
      <div
        class="cards"
        role="tree"
        aria-labelledby="sections"
        aria-describedby="tree-keys"
        @click=${this.#onClick}
        @keydown=${this.#keys.onTreeKey}
        @focusin=${this.#onPoint}
        @pointerover=${this.#onPoint}
      >
        ${roots.map((root, index) => renderCard(root, index + 1, roots.length, showing.pattern))}
      </div>`;
  }

  hostConnected() {
    // The element may only have been moved.
    this.#draw();
  }

  hostDisconnected() {
    this.#drawing.stop();
  }

  hostUpdate() {
    this.#focus.remember();
  }

  hostUpdated() {
    this.#draw();
  }

  get #showing(): Showing {
    // The view is set before anything is rendered with it.
    return {...this.#state.showing, view: this.#view as View};
  }

  #draw(most?: number) {
    this.#focus.remember();
    if (!this.#focus.box) return;
    this.#drawing.draw(
      this.#state.roots,
      (root) => this.#focus.elementOf(root)?.parentElement?.querySelector('[role="group"]'),
      this.#state.version,
      this.#showing,
      () => this.#draw(),
      most,
    );
    this.#focus.settle();
    this.#actions.settle();
  }

  #goTo(node: TreeNode | undefined) {
    if (!node) return;
    this.#state.active = node;
    if (!this.#focus.elementOf(node)) this.#draw(Infinity);
    this.#focus.elementOf(node)?.focus();
  }

  #toggle(node: TreeNode, isOpen = !node.isOpen) {
    if (node.more) this.#showMore(node, node.more);
    else if (canOpen(node)) this.#state.toggle(node, isOpen);
    else this.#state.toggleRaw(node);
  }

  /** Shows more of a list or an object, and moves to the first new row. */
  #showMore({parent, raw}: TreeNode, {path, shown}: Cut) {
    this.#wanted.set(path, shown + MORE);
    const within = parent && keyOf(parent);
    const last = raw[0]?.[0];
    const before = (parent?.children ?? this.#state.tree.roots).findIndex(
      (node) => node.raw[0]?.[0] === last,
    );
    this.#build();
    this.#host.requestUpdate();
    const {all, roots} = this.#state.tree;
    const siblings = parent ? all.find((node) => keyOf(node) === within)?.children : roots;
    this.#goTo(siblings?.[before]);
  }

  #copy(node: TreeNode) {
    void this.#actions.copy(node, this.#showing, this.#focus.elementOf(node));
  }

  #search(query: string) {
    this.#sayFound(this.#state.search(query), this.#showing.view);
  }

  #sayFound(count: number, {localize}: View) {
    this.#status = this.#state.query && localize.term('found', count);
  }

  readonly #onSearch = (event: Event) => {
    this.#search((event.currentTarget as HTMLInputElement).value);
  };

  readonly #onRaw = () => {
    this.#state.isRaw = !this.#state.isRaw;
    this.#search(this.#state.query);
  };

  #showButtons(node: TreeNode) {
    const row = this.#focus.elementOf(node);
    if (row?.matches('.row:not(.pictures)')) this.#actions.moveTo(row, this.#showing.view);
  }

  readonly #onPoint = ({type, target}: Event) => {
    const node = this.#focus.nodeOf(target);
    if (!node) return;
    if (type === 'focusin' && node !== this.#state.active) {
      this.#state.active = node;
      this.#focus.settle();
    }
    this.#showButtons(node);
  };

  readonly #onClick = ({target}: MouseEvent) => {
    const element = target as Element;
    const node = this.#focus.nodeOf(element);
    if (!node) return;
    const row = this.#focus.elementOf(node);
    // Not every browser focuses a tapped element, and the buttons may move to another row.
    if (!row?.querySelector(':focus-visible')) row?.focus({preventScroll: true});
    const pressed = RowActions.pressed(element);
    if (pressed === 'copyValue') this.#copy(node);
    else if (pressed === 'rawValue') this.#state.toggleRaw(node);
    else if (node.more) this.#toggle(node);
    else if (canOpen(node) && element.closest('.label, .more')) this.#toggle(node);
  };
}
