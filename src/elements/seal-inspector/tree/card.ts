import {html, nothing, type TemplateResult} from 'lit';
import {CHUNK} from './drawing.js';
import type {TreeNode} from './nodes.js';
import {rowsBelow, treeitem} from './rows.js';
import {marked} from './search.js';

/** Renders a section, with the group that its rows are drawn into; `pattern` marks search results. */
export function renderCard(
  root: TreeNode,
  position: number,
  size: number,
  pattern: RegExp | undefined,
): TemplateResult {
  const rows = rowsBelow(root);
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
