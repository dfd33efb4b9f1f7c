import {html} from 'lit';
import {visibleText} from '../../metadata/visible-text.js';
import type {TreeNode} from './nodes.js';

/** Finds a text in whatever case, as a part of its own between what is around it. */
export const patternOf = (query: string): RegExp | undefined =>
  query ? new RegExp(`(${query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')})`, 'iu') : undefined;

/** The raw values of a node, as they are shown. */
export const rawLines = ({raw}: TreeNode): [name: string, value: string][] =>
  raw.map(([name, value]) => [visibleText(name), visibleText(JSON.stringify(value) ?? '')]);

/** What is read where no raw value was asked for. */
export const wordsOf = ({shown, reason}: TreeNode): string =>
  [shown?.value, shown?.unit, reason].filter(Boolean).join(' ');

/** Whether only the raw value of a node shows what was searched for. */
export const isFoundRaw = (node: TreeNode, pattern: RegExp | undefined): boolean =>
  pattern !== undefined &&
  node.isFound &&
  !pattern.test(node.label) &&
  !pattern.test(wordsOf(node)) &&
  rawLines(node).some((line) => line.some((text) => pattern.test(text)));

export const matches = (node: TreeNode, pattern: RegExp): boolean =>
  [node.label, wordsOf(node), ...(node.children.length > 0 ? [] : rawLines(node).flat())].some(
    (text) => pattern.test(text),
  );

/** Notes what a search finds, opens what holds it, and gives how many there are. */
export function search(roots: readonly TreeNode[], pattern: RegExp | undefined): number {
  let count = 0;
  const visit = (node: TreeNode, isWithin: boolean): boolean => {
    const isMatch = pattern !== undefined && matches(node, pattern);
    if (isMatch) count++;
    let below = false;
    for (const child of node.children) below = visit(child, isWithin || isMatch) || below;
    node.isOpen ||= below;
    node.isFound = !pattern || isWithin || isMatch || below;
    return isMatch || below;
  };
  for (const root of roots) visit(root, false);
  return count;
}

/** A text with what was searched for marked in it. */
export const marked = (text: string, pattern: RegExp | undefined): unknown =>
  pattern
    ? text.split(pattern).map((piece, index) => (index % 2 ? html`<mark>${piece}</mark>` : piece))
    : text;
