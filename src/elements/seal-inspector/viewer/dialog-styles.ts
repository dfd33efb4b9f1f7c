import {css} from 'lit';
import {overPageStyles} from '../../capture-image/over-page-styles.js';

/** What covers the page: the viewer and the comparison. */
export const dialogStyles = css`
  ${overPageStyles}

  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  .icon {
    display: block;
    flex: none;
    inline-size: 24px;
    block-size: 24px;
  }

  button[aria-disabled='true'] {
    opacity: 0.55;
    cursor: default;
  }

  :is(h2, p) {
    margin: 0;
  }

  .top {
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
    padding: calc(2 * var(--_space)) calc(3 * var(--_space));
  }

  h2 {
    flex: 1;
    max-block-size: 25vh;
    overflow: auto;
    font-size: 1rem;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }

  .view-buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(2 * var(--_space));
  }

  .scale {
    min-inline-size: 4.5ch;
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
    text-align: center;
  }

  .doubt {
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
    font-size: 0.875rem;
  }
`;
