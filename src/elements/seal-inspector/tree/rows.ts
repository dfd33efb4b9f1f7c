import {html, nothing, type TemplateResult} from 'lit';
import {first} from '../../metadata/isolated.js';
import type {View} from '../../metadata/view.js';
import {isFoundRaw, marked, rawLines, wordsOf} from './search.js';
import type {TreeNode} from './nodes.js';

/** Characters of a text that are shown while its row is closed. */
const LONG = 240;

/**
 * The role as a constant: rows cannot be selected, and `aria-selected`, which linters ask for, would be read out
 * with every row.
 */
export const treeitem = 'treeitem';

/** A node with its position among its siblings. */
export interface TreeRow {
  node: TreeNode;
  /** Level; 1 for sections. */
  level: number;
  /** Position among the visible siblings, from 1. */
  position: number;
  /** Number of visible siblings. */
  size: number;
}

/** How rows are currently shown. */
export interface Showing {
  view: View;
  /** Matches the text of the search, to be marked. */
  pattern?: RegExp;
  isRaw: boolean;
}

const isLong = ({label, shown}: TreeNode): boolean =>
  label.length > LONG || (shown !== undefined && shown.value.length > LONG);

/** True if opening the node shows more than is visible while it is closed. */
export const canOpen = (node: TreeNode): boolean => node.children.length > 0 || isLong(node);

export const showsRaw = (node: TreeNode, {isRaw, pattern}: Showing): boolean =>
  node.raw.length > 0 &&
  (node.shown ?? node.reason) !== undefined &&
  (isRaw || node.isRaw || (pattern !== undefined && isFoundRaw(node, pattern)));

/** The visible rows below a section. */
export function rowsBelow(
  {children, isOpen}: TreeNode,
  level = 2,
  rows: TreeRow[] = [],
): TreeRow[] {
  if (!isOpen) return rows;
  const found = children.filter(({isFound}) => isFound);
  found.forEach((node, index) => {
    rows.push({node, level, position: index + 1, size: found.length});
    rowsBelow(node, level + 1, rows);
  });
  return rows;
}

/** The text for the clipboard: the whole value, as it is shown. */
export function copyOf(node: TreeNode, showing: Showing): string {
  if (showsRaw(node, showing))
    return rawLines(node)
      .map((line) => line[1])
      .join('\n');
  const {children} = node;
  if (node.shown ?? node.reason) return wordsOf(node);
  return children
    .filter(({more}) => !more)
    .map((child) => `${child.label}: ${copyOf(child, showing)}`)
    .join('\n');
}

const cut = (text: string, {isOpen, children}: TreeNode): string =>
  text.length > LONG && !(isOpen && children.length === 0) ? `${first(text, LONG)}…` : text;

/** Renders a value, or a part of one, below its section. */
export function renderRow(
  {node, level, position, size}: TreeRow,
  showing: Showing,
): TemplateResult {
  const {pattern} = showing;
  return html`<div
    class="row ${node.pictures ? 'pictures' : ''}"
    role=${treeitem}
    tabindex="-1"
    id="node-${node.index}"
    aria-level=${level}
    aria-posinset=${position}
    aria-setsize=${size}
    aria-expanded=${canOpen(node) ? node.isOpen : nothing}
  >
    ${
      node.pictures ??
      html`<span class="label ${node.more ? 'more' : 'quiet'}"
          >${marked(cut(node.label, node), node.more ? undefined : pattern)}</span
        >
        ${renderValue(node, showing)}`
    }
  </div>`;
}

export function renderValue(node: TreeNode, showing: Showing) {
  const {shown, reason} = node;
  const {pattern, view} = showing;
  if (showsRaw(node, showing))
    return rawLines(node).map(
      ([name, value]) =>
        html`<code
          ><bdi class="quiet">${marked(name, pattern)}</bdi>
          <bdi>${marked(cut(value, node), pattern)}</bdi></code
        >`,
    );
  if (reason !== undefined) return html`<bdi class="reason quiet">${marked(reason, pattern)}</bdi>`;
  if (!shown) return nothing;
  const {unit, time} = shown;
  const value = marked(cut(shown.value, node), pattern);
  const written = time ? html`<time datetime=${time}>${value}</time>` : value;
  return html`<span class="value"
    ><bdi
      >${
        unit
          ? html`<bdi>${written}</bdi> <span class="quiet unit">${marked(unit, pattern)}</span>`
          : written
      }</bdi
    >${
      node.children.length === 0 && !node.isOpen && isLong(node)
        ? html` <span class="quiet more">${view.localize.term('showAll')}</span>`
        : nothing
    }</span
  >`;
}
