import {canOpen} from './rows.js';
import type {TreeNode} from './nodes.js';

export type Move = {name: 'focus'; node: TreeNode | undefined} | {name: 'open'} | {name: 'close'};

/** The row that an arrow key, Home or End moves to; undefined for other keys. */
export function moved(
  isMirrored: boolean,
  key: string,
  node: TreeNode,
  visible: readonly TreeNode[],
): Move | undefined {
  const at = visible.indexOf(node);
  const inwards = isMirrored ? 'ArrowLeft' : 'ArrowRight';
  const outwards = isMirrored ? 'ArrowRight' : 'ArrowLeft';
  switch (key) {
    case 'ArrowDown':
      return {name: 'focus', node: visible[at + 1]};
    case 'ArrowUp':
      return {name: 'focus', node: visible[at - 1]};
    case 'Home':
      return {name: 'focus', node: visible[0]};
    case 'End':
      return {name: 'focus', node: visible.at(-1)};
    case inwards:
      if (!canOpen(node)) return {name: 'focus', node: undefined};
      if (!node.isOpen) return {name: 'open'};
      return {name: 'focus', node: node.children.find(({isFound}) => isFound)};
    case outwards:
      if (canOpen(node) && node.isOpen) return {name: 'close'};
      return {name: 'focus', node: node.parent};
    default:
      return undefined;
  }
}
