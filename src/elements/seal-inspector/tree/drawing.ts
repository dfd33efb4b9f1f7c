import {render} from 'lit';
import type {TreeNode} from './nodes.js';
import {renderRow, rowsBelow, type Showing} from './rows.js';

/** Rows that are drawn together, and at most in a frame, so that ten thousand rows block no frame. */
export const CHUNK = 50;
const ROWS_A_FRAME = 100;

/** Draws the rows of sections, some in each frame. */
export class Drawing {
  /** The version that a chunk was drawn in. */
  readonly #drawn = new WeakMap<Element, number>();
  #frame = 0;

  /**
   * Draws up to `most` outdated rows, each section's into the group that `groupOf` finds. If some are left, `goOn`
   * is called in the next frame.
   */
  draw(
    roots: readonly TreeNode[],
    groupOf: (root: TreeNode) => Element | null | undefined,
    version: number,
    showing: Showing,
    goOn: () => void,
    most = ROWS_A_FRAME,
  ) {
    this.stop();
    for (const root of roots) {
      const group = groupOf(root);
      if (!group) continue;
      const rows = rowsBelow(root);
      while (group.children.length * CHUNK >= rows.length + CHUNK) group.lastElementChild?.remove();
      for (let start = 0; start < rows.length; start += CHUNK) {
        const there = group.children[start / CHUNK];
        if (there && this.#drawn.get(there) === version) continue;
        if (most <= 0) {
          this.#frame = requestAnimationFrame(goOn);
          return;
        }
        const chunk = rows.slice(start, start + CHUNK);
        const element = there ?? group.appendChild(document.createElement('div'));
        render(
          chunk.map((row) => renderRow(row, showing)),
          element as HTMLElement,
        );
        this.#drawn.set(element, version);
        most -= chunk.length;
      }
    }
  }

  stop() {
    cancelAnimationFrame(this.#frame);
  }
}
