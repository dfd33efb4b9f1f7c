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

const isShownIn = (node: TreeNode, pattern: RegExp): boolean =>
  pattern.test(node.label) || pattern.test(wordsOf(node));

const isInValue = (node: TreeNode, pattern: RegExp): boolean =>
  node.children.length === 0 && rawLines(node).some(([, value]) => pattern.test(value));

/** Whether nothing but its raw value has what was searched for. */
export const isFoundRaw = (node: TreeNode, pattern: RegExp): boolean =>
  !isShownIn(node, pattern) && isInValue(node, pattern);

/** Names of fields are searched where they are shown: "camera" would find each value of the camera. */
export const matches = (node: TreeNode, pattern: RegExp, isRaw: boolean): boolean =>
  isShownIn(node, pattern) ||
  isInValue(node, pattern) ||
  (isRaw && node.raw.some(([name]) => pattern.test(name)));

/** Notes what a search finds, opens what holds it, and gives how many there are. */
export function search(
  roots: readonly TreeNode[],
  pattern: RegExp | undefined,
  isRaw: boolean,
): number {
  let count = 0;
  const visit = (node: TreeNode, isWithin: boolean): boolean => {
    const isMatch = pattern !== undefined && matches(node, pattern, isRaw);
    const isNamed = pattern?.test(node.label) ?? false;
    if (isMatch) count++;
    let below = false;
    for (const child of node.children) below = visit(child, isWithin || isNamed) || below;
    // A long value is opened, too: what was found may be at its end.
    node.isOpen ||= below || (isMatch && node.children.length === 0);
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
