import {css} from 'lit';

/** The list of all photos fills the page. */
export const photosStyles = css`
  :host {
    display: contents;
  }

  .photos {
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    max-inline-size: none;
    max-block-size: none;
    margin: 0;
    padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom)
      env(safe-area-inset-left);
    border: 0;
    background: var(--_surface);
    color: var(--_text);
    font-size: 1rem;
    overflow: hidden;
  }

  .photos[open] {
    display: flex;
    flex-direction: column;
  }

  :is(h2, p) {
    margin: 0;
  }

  h2 {
    font-size: 1.125rem;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
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

  .top > div {
    flex: 1 1 8rem;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }

  .quiet {
    color: var(--_text-quiet);
    font-size: 0.875rem;
    font-weight: 400;
  }

  .round {
    border: 0;
    background: none;
    color: inherit;
  }

  .select,
  .selection button {
    display: inline-flex;
    align-items: center;
    gap: calc(2 * var(--_space));
    min-block-size: 44px;
    padding-inline: calc(3 * var(--_space));
    border: 1px solid var(--_control-line);
    border-radius: 22px;
    background: none;
    color: inherit;
    font: inherit;
    font-size: 0.875rem;
    font-weight: 500;
    cursor: pointer;
  }

  .selection {
    display: flex;
    flex-wrap: wrap;
    justify-content: end;
    gap: calc(2 * var(--_space));
    padding: calc(2 * var(--_space)) calc(4 * var(--_space));
    border-block-start: 1px solid var(--_line);
  }

  .selection > p {
    flex: 1 1 100%;
  }

  .selection > .select-all {
    margin-inline-end: auto;
  }

  button[aria-disabled='true'] {
    opacity: 0.5;
    cursor: default;
  }

  input {
    flex: none;
    inline-size: 24px;
    block-size: 24px;
    margin: 0;
    accent-color: var(--_accent);
  }

  :is(.round, .select, .selection button):hover {
    background: var(--_surface-raised);
  }

  p.low {
    padding: calc(2 * var(--_space)) calc(4 * var(--_space));
    border-block-end: 1px solid var(--_line);
    color: var(--_unknown);
    font-size: 0.875rem;
    font-weight: 500;
  }

  .scroll {
    flex: 1;
    min-block-size: 0;
    overflow: hidden auto;
    overscroll-behavior: contain;
  }

  .rows {
    padding: var(--_space) calc(2 * var(--_space));
  }

  /* At most three columns: a group has six rows. */
  .group {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(max(min(100%, 23rem), 33%), 1fr));
    contain: layout style;
  }

  /* Groups far from the visible ones have no rows, and about the height that they had. */
  .group:empty {
    block-size: calc(var(--rows) / var(--columns, 1) * (64px + 4 * var(--_space)));
  }

  :focus-visible {
    outline-color: var(--_accent);
    outline-offset: -2px;
    box-shadow: none;
  }

  .why {
    flex: 1 1 100%;
    padding: 0 calc(2 * var(--_space)) calc(3 * var(--_space));
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }

  .notice {
    align-self: center;
    margin-block: calc(2 * var(--_space));
  }
`;
