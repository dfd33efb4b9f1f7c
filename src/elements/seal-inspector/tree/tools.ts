import {html, nothing, type TemplateResult} from 'lit';
import {checkIcon} from '../../icons.js';
import type {View} from '../../metadata/view.js';
import type {TreeState} from './tree-state.js';

interface ToolHandlers {
  onSearch: (event: Event) => void;
  onSearchKey: (event: KeyboardEvent) => void;
  onRaw: () => void;
}

/** Renders the tools above the tree: the search, the choice of raw values, and messages. */
export const renderTools = (
  state: TreeState,
  status: string,
  {onSearch, onSearchKey, onRaw}: ToolHandlers,
  {term}: View,
): TemplateResult =>
  html`<div class="tools">
    <input
      type="search"
      aria-label=${term('searchData')}
      placeholder=${term('searchData')}
      .value=${state.query}
      @input=${onSearch}
      @keydown=${onSearchKey}
    />
    <button class="button" type="button" role="switch" aria-checked=${state.isRaw} @click=${onRaw}>
      ${state.isRaw ? checkIcon() : nothing}${term('rawValues')}
    </button>
    <button class="button" type="button" @click=${() => state.toggleAll()}>
      ${term(state.isAnyOpen ? 'closeAll' : 'openAll')}
    </button>
    <span class="quiet" role="status">${status}</span>
  </div>`;
