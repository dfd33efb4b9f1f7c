import {html} from 'lit';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import type {TreeNode} from './nodes.js';

/** A pattern that finds a text in any case. */
export const patternOf = (query: string): RegExp | undefined =>
  query ? new RegExp(`(${query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')})`, 'iu') : undefined;

/** The raw values of a node, as they are shown. */
export const rawLines = ({raw}: TreeNode): [name: string, value: string][] =>
  raw.map(([name, value]) => [visibleText(name), visibleText(JSON.stringify(value) ?? '')]);

/** The text that is shown unless the raw value is. */
export const wordsOf = ({shown, reason}: TreeNode): string =>
  [shown?.value, shown?.unit, reason].filter(Boolean).join(' ');

const isShownIn = (node: TreeNode, pattern: RegExp): boolean =>
  pattern.test(node.label) || pattern.test(wordsOf(node));

const isInValue = (node: TreeNode, pattern: RegExp): boolean =>
  node.children.length === 0 && rawLines(node).some(([, value]) => pattern.test(value));

/** True if only its raw value matches. */
export const isFoundRaw = (node: TreeNode, pattern: RegExp): boolean =>
  !isShownIn(node, pattern) && isInValue(node, pattern);

/**
 * True if the node matches. Names of fields are searched only while they are shown: otherwise "camera" would find
 * every value of the camera.
 */
export const matches = (node: TreeNode, pattern: RegExp, isRaw: boolean): boolean =>
  isShownIn(node, pattern) ||
  isInValue(node, pattern) ||
  (isRaw && node.raw.some(([name]) => pattern.test(name)));

/** Searches what is shown, and keeps the rows that stand for more. Marks the nodes that match, opens those that contain them, and returns the number of matches. */
export function search(
  roots: readonly TreeNode[],
  pattern: RegExp | undefined,
  isRaw: boolean,
): number {
  let count = 0;
  const visit = (node: TreeNode, isWithin: boolean): boolean => {
    if (node.more) return (node.isFound = true);
    const isMatch = pattern !== undefined && matches(node, pattern, isRaw);
    const isNamed = pattern?.test(node.label) ?? false;
    if (isMatch) count++;
    let below = false;
    for (const child of node.children) below = visit(child, isWithin || isNamed) || below;
    // A long value is opened too, because the match may be at its end.
    node.isOpen ||= below || (isMatch && node.children.length === 0);
    node.isFound = !pattern || isWithin || isMatch || below;
    return isMatch || below;
  };
  for (const root of roots) visit(root, false);
  return count;
}

/** A text in which the matches are marked. */
export const marked = (text: string, pattern: RegExp | undefined): unknown =>
  pattern
    ? text.split(pattern).map((piece, index) => (index % 2 ? html`<mark>${piece}</mark>` : piece))
    : text;
