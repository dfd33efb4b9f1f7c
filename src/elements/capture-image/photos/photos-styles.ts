import {css} from 'lit';

/** The rows of the list of all photos, and what can be done with several. */
export const photosStyles = css`
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

  :is(.select, .selection button):hover {
    background: var(--_surface-raised);
  }

  p.low {
    padding: calc(2 * var(--_space)) calc(4 * var(--_space));
    border-block-end: 1px solid var(--_line);
    color: var(--_unknown);
    font-size: 0.875rem;
    font-weight: 500;
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
