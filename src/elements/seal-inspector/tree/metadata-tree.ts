import {
  html,
  nothing,
  render,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import {checkIcon, copyIcon} from '../../icons.js';
import type {Loose} from '../../metadata/loose.js';
import type {View} from '../../metadata/view.js';
import {stateOf} from '../answer.js';
import {picturesOf} from '../pictures/pictures.js';
import {isRecording} from '../recording.js';
import {sectionsOf} from '../when.js';
import {treeOf, type Tree, type TreeNode} from './nodes.js';
import {canOpen, copyOf, renderRow, rowsBelow, treeitem, type Showing} from './rows.js';
import {marked, matches, patternOf, search} from './search.js';
import {moved} from './moves.js';

/** Rows that are drawn as one, and at most in a frame, so that ten thousand keep no frame waiting. */
const CHUNK = 50;
const ROWS_A_FRAME = 100;

/** Within this time, letters that follow one another are looked for together. */
const TYPING_MS = 500;

type Host = ReactiveControllerHost & HTMLElement & {renderRoot: ParentNode};

/**
 * The capture's data as a tree (WAI-ARIA Authoring Practices, tree view): a card for each section, its values below
 * it. Its rows are drawn by itself, some in each frame: only the cards around them are a part of the host's template.
 */
export class MetadataTree implements ReactiveController {
  readonly #host: Host;
  readonly #write: (text: string) => Promise<void>;
  #answer?: Loose;
  #view?: View;
  #tree: Tree = {roots: [], all: [], absent: []};
  /** In the order of the tab key: one row. */
  #active?: TreeNode;
  #query = '';
  #isRaw = false;
  #status = '';
  /** Raised whenever rows are to be drawn anew. */
  #version = 0;
  /** Of which version a chunk is. */
  readonly #drawn = new WeakMap<Element, number>();
  #frame = 0;
  /** Before the host was rendered anew. */
  #hadFocus = false;
  #typed = {text: '', at: 0};
  /** Moves to the row that is pointed at or has the focus. */
  readonly #actions = document.createElement('div');

  /** `write` puts a text into the clipboard. */
  constructor(host: Host, write = (text: string) => navigator.clipboard.writeText(text)) {
    this.#host = host;
    this.#write = write;
    this.#actions.className = 'actions';
    // Else its words would be a part of the row's name; whoever does not see it has the keyboard.
    this.#actions.ariaHidden = 'true';
    host.addController(this);
  }

  /** What was sealed, or what an unconfirmed seal claims. */
  render(answer: Loose, file: Blob, view: View) {
    if (answer !== this.#answer || view.format.locale !== this.#view?.format.locale) {
      this.#query = this.#status = '';
      this.#tree = treeOf(sectionsOf(answer, isRecording(file)), answer, view, (section) =>
        picturesOf(section, answer, view),
      );
      this.#active = this.#tree.roots[0];
      this.#version++;
    }
    this.#answer = answer;
    this.#view = view;
    const state = stateOf(answer);
    const {roots, absent} = this.#tree;
    if (state === 'none' && roots.length === 0) return nothing;
    const {localize} = view;
    const isConfirmed = state === 'valid';
    return html`<section
      class=${isConfirmed ? '' : 'claims panel'}
      part="sections"
      aria-labelledby="sections"
    >
      <h3 id="sections">${localize.term(isConfirmed ? 'sealed' : 'claimed')}</h3>
      ${roots.length === 0 ? nothing : this.#renderTree(view)}
      ${
        absent.length === 0 || roots.length === 0
          ? nothing
          : html`<p class="quiet">${localize.term('notInSeal', absent.join(', '))}</p>`
      }
      ${roots.length === 0 ? html`<p class="quiet">${localize.term('nothingSealed')}</p>` : nothing}
    </section>`;
  }

  #renderTree(view: View): TemplateResult {
    const {term} = view;
    const {roots} = this.#tree;
    const found = roots.filter(({isFound}) => isFound);
    return html`<div class="tools">
        <input
          type="search"
          aria-label=${term('searchData')}
          placeholder=${term('searchData')}
          .value=${this.#query}
          @input=${this.#onSearch}
          @keydown=${this.#onSearchKey}
        />
        <button
          class="button"
          type="button"
          role="switch"
          aria-checked=${this.#isRaw}
          @click=${this.#onRaw}
        >
          ${this.#isRaw ? checkIcon() : nothing}${term('rawValues')}
        </button>
        <button class="button" type="button" @click=${this.#onAll}>
          ${term(roots.some(({isOpen}) => isOpen) ? 'closeAll' : 'openAll')}
        </button>
        <span class="quiet" role="status">${this.#status}</span>
      </div>
      <div
        class="cards"
        role="tree"
        aria-labelledby="sections"
        aria-describedby="tree-keys"
        @click=${this.#onClick}
        @keydown=${this.#onKey}
        @focusin=${this.#onPoint}
        @pointerover=${this.#onPoint}
      >
        ${found.map((root, index) => this.#renderCard(root, index + 1, found.length))}
      </div>
      <div class="quiet keys" id="tree-keys">${term('treeKeys')}</div>`;
  }

  #renderCard(root: TreeNode, position: number, size: number) {
    const rows = rowsBelow(root);
    const {pattern} = this.#showing();
    const kind = rows[0]?.node.pictures ? 'pictured' : rows.length > 2 * CHUNK ? 'vast' : '';
    return html`<div class="card panel ${kind}" part="card">
      <div
        class="head"
        role=${treeitem}
        tabindex="-1"
        id="node-${root.index}"
        aria-level="1"
        aria-posinset=${position}
        aria-setsize=${size}
        aria-expanded=${root.isOpen}
      >
        <h4 class="label">${marked(root.label, pattern)}</h4>
      </div>
      ${root.isOpen ? html`<div role="group"></div>` : nothing}
    </div>`;
  }

  hostConnected() {
    // It may only have been moved.
    this.#draw();
  }

  hostDisconnected() {
    cancelAnimationFrame(this.#frame);
  }

  hostUpdate() {
    this.#hadFocus = this.#hasFocus;
  }

  hostUpdated() {
    this.#draw();
  }

  #showing(): Showing {
    // The view is there before anything is drawn with it.
    return {view: this.#view as View, pattern: patternOf(this.#query), isRaw: this.#isRaw};
  }

  get #box(): HTMLElement | null {
    // There may be another tree: what the file was made from.
    return this.#host.renderRoot.querySelector('[role="tree"][aria-labelledby="sections"]');
  }

  get #hasFocus(): boolean {
    return this.#box?.contains(this.#host.shadowRoot?.activeElement ?? null) === true;
  }

  #elementOf(node: TreeNode | undefined): HTMLElement | null {
    return node ? (this.#box?.querySelector(`#node-${node.index}`) ?? null) : null;
  }

  #nodeOf(target: EventTarget | null): TreeNode | undefined {
    const item = target instanceof Element ? target.closest('[role="treeitem"]') : undefined;
    return item ? this.#tree.all[Number(item.id.slice('node-'.length))] : undefined;
  }

  #change() {
    this.#version++;
    this.#host.requestUpdate();
  }

  /** Draws `most` rows that are not as they should be, and leaves the others to the frames that follow. */
  readonly #draw = (most = ROWS_A_FRAME) => {
    cancelAnimationFrame(this.#frame);
    const box = this.#box;
    if (!box) return;
    const showing = this.#showing();
    const hadFocus = this.#hadFocus || this.#hasFocus;
    this.#hadFocus = false;
    let isDone = true;
    for (const root of this.#tree.roots) {
      const group = this.#elementOf(root)?.parentElement?.querySelector('[role="group"]');
      if (!group || !root.isFound) continue;
      const rows = rowsBelow(root);
      while (group.children.length * CHUNK >= rows.length + CHUNK) group.lastElementChild?.remove();
      for (let start = 0; start < rows.length && isDone; start += CHUNK) {
        const there = group.children[start / CHUNK];
        if (there && this.#drawn.get(there) === this.#version) continue;
        isDone = most > 0;
        if (!isDone) break;
        const chunk = rows.slice(start, start + CHUNK);
        const element = there ?? group.appendChild(document.createElement('div'));
        render(
          chunk.map((row) => renderRow(row, showing)),
          element as HTMLElement,
        );
        this.#drawn.set(element, this.#version);
        most -= chunk.length;
      }
    }
    if (!isDone) this.#frame = requestAnimationFrame(() => this.#draw());
    this.#setActive(hadFocus);
  };

  /** One row is in the order of the tab key; it keeps the focus where it has it. */
  #setActive(hasFocus: boolean) {
    let node = this.#active;
    while (node?.parent && !(node.isFound && isUncovered(node))) node = node.parent;
    if (!node?.isFound) node = this.#tree.roots.find(({isFound}) => isFound);
    this.#active = node;
    const element = this.#elementOf(node);
    for (const other of this.#box?.querySelectorAll<HTMLElement>(
      '[role="treeitem"][tabindex="0"]',
    ) ?? [])
      if (other !== element) other.tabIndex = -1;
    if (!element) return;
    element.tabIndex = 0;
    const focused = this.#host.shadowRoot?.activeElement;
    // A link in a card may have it.
    if (hasFocus && (!focused || focused.matches('[role="treeitem"]')) && focused !== element)
      element.focus();
  }

  #focus(node: TreeNode | undefined) {
    if (!node) return;
    this.#active = node;
    if (!this.#elementOf(node)) this.#draw(Infinity);
    this.#elementOf(node)?.focus();
  }

  #toggle(node: TreeNode, isOpen = !node.isOpen) {
    if (node.pictures) this.#elementOf(node)?.querySelector('a')?.click();
    else if (canOpen(node)) node.isOpen = isOpen;
    else node.isRaw = !node.isRaw;
    this.#change();
  }

  async #copy(node: TreeNode) {
    const text = copyOf(node, this.#showing());
    if (!text) return;
    let said: 'copied' | 'notCopied' = 'copied';
    try {
      await this.#write(text);
    } catch {
      said = 'notCopied';
    }
    this.#status = this.#view?.term(said) ?? '';
    this.#host.requestUpdate();
    if (node === this.#nodeOf(this.#actions)) this.#renderActions(said === 'copied');
  }

  #renderActions(isCopied = false) {
    const {term} = this.#showing().view;
    const button = (name: 'copyValue' | 'rawValue', content: unknown) =>
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
      this.#actions,
    );
  }

  #search(query: string) {
    this.#query = query;
    const count = search(this.#tree.roots, patternOf(query), this.#isRaw);
    this.#status = query && this.#view ? this.#view.localize.term('found', count) : '';
    this.#change();
  }

  readonly #onSearch = (event: Event) => {
    this.#search((event.currentTarget as HTMLInputElement).value);
  };

  readonly #onRaw = () => {
    this.#isRaw = !this.#isRaw;
    this.#search(this.#query);
  };

  readonly #onAll = () => {
    const isOpen = !this.#tree.roots.some((root) => root.isOpen);
    for (const node of this.#tree.all) if (node.children.length > 0) node.isOpen = isOpen;
    this.#change();
  };

  /** The row's buttons come to where the pointer or the focus is. */
  readonly #onPoint = (event: Event) => {
    const node = this.#nodeOf(event.target);
    const element = this.#elementOf(node);
    if (event.type === 'focusin' && node && node !== this.#active) {
      this.#active = node;
      this.#setActive(false);
    }
    if (
      node?.pictures ||
      !element?.classList.contains('row') ||
      this.#actions.parentElement === element
    )
      return;
    this.#renderActions();
    element.append(this.#actions);
  };

  readonly #onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const node = this.#nodeOf(target);
    if (!node) return;
    const button = target.closest('button')?.name;
    if (button === 'copyValue') void this.#copy(node);
    else if (button === 'rawValue') {
      node.isRaw = !node.isRaw;
      this.#change();
    } else if (canOpen(node) && target.closest('.label, .more')) this.#toggle(node);
  };

  readonly #onSearchKey = (event: KeyboardEvent) => {
    if (!this.#query) return;
    if (event.key === 'Escape') this.#search('');
    else if (event.key === 'Enter') this.#focus(this.#firstFound());
    else return;
    // Else a dialog around it would close, or a form be sent.
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #onKey = (event: KeyboardEvent) => {
    const {key} = event;
    const target = event.target as HTMLElement;
    const node = target.getAttribute('role') === treeitem ? this.#nodeOf(target) : undefined;
    // Of a link in a card, or of the page's own map.
    if (!node || event.defaultPrevented || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      // What a person has selected is what they want to copy.
      if (key.toLowerCase() !== 'c' || String(document.getSelection())) return;
      void this.#copy(node);
    } else if (key === 'Escape' && this.#query) this.#search('');
    else if (!this.#onTreeKey(key, node, target, event.timeStamp)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  #firstFound(): TreeNode | undefined {
    const {pattern, isRaw} = this.#showing();
    return this.#visible().find((node) => pattern && matches(node, pattern, isRaw));
  }

  #visible(): TreeNode[] {
    return this.#tree.roots
      .filter(({isFound}) => isFound)
      .flatMap((root) => [root, ...rowsBelow(root).map(({node}) => node)]);
  }

  /** False where the key means nothing here. */
  #onTreeKey(key: string, node: TreeNode, element: HTMLElement, at: number): boolean {
    const isMirrored = getComputedStyle(element).direction === 'rtl';
    const move = moved(isMirrored, key, node, this.#visible());
    if (move) {
      if (move.name === 'focus') this.#focus(move.node);
      else this.#toggle(node, move.name === 'open');
      return true;
    }
    if (key === 'Enter' || (key === ' ' && !this.#isTyping(at))) this.#toggle(node);
    else if (key === '*') {
      for (const sibling of node.parent?.children ?? this.#tree.roots)
        if (canOpen(sibling)) sibling.isOpen = true;
      this.#change();
    } else if (key.length === 1) this.#type(key, node, at);
    else return false;
    return true;
  }

  #isTyping(at: number): boolean {
    return this.#typed.text !== '' && at - this.#typed.at < TYPING_MS;
  }

  /** To the next row whose label begins with what was typed. */
  #type(letter: string, node: TreeNode, at: number) {
    const isMore = this.#isTyping(at);
    const text = (isMore ? this.#typed.text : '') + letter.toLowerCase();
    this.#typed = {text, at};
    const visible = this.#visible();
    const from = visible.indexOf(node) + (isMore ? 0 : 1);
    const inOrder = [...visible.slice(from), ...visible.slice(0, from)];
    this.#focus(inOrder.find(({label}) => label.toLowerCase().startsWith(text)));
  }
}

/** All that it stands in is open. */
function isUncovered({parent}: TreeNode): boolean {
  return !parent || (parent.isOpen && isUncovered(parent));
}
