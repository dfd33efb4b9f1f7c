import {css} from 'lit';
import {overPageStyles} from './over-page-styles.js';

/** A list that covers the whole page: a header that stays, rows with a small picture, and buttons. */
export const sheetStyles = css`
  ${overPageStyles}

  .sheet {
    background: var(--_surface);
    color: var(--_text);
  }

  .sheet[open] {
    display: flex;
    flex-direction: column;
  }

  :is(h2, h3, p) {
    margin: 0;
  }

  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: calc(2 * var(--_space));
    padding: calc(2 * var(--_space)) calc(4 * var(--_space));
    border-block-end: 1px solid var(--_line);
  }

  .top :is(h2, h3) {
    font-size: 1.125rem;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }

  .top > :first-child {
    flex: 1 1 8rem;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }

  .sheet .quiet {
    color: var(--_text-quiet);
    font-size: 0.875rem;
    font-weight: 400;
  }

  .sheet .round {
    border: 0;
    background: none;
    color: inherit;
  }

  .sheet .round:hover {
    background: var(--_surface-raised);
  }

  .scroll {
    flex: 1;
    min-block-size: 0;
    overflow: hidden auto;
    overscroll-behavior: contain;
  }

  .sheet :focus-visible {
    outline-color: var(--_accent);
    outline-offset: -2px;
    box-shadow: none;
  }
`;
