import {css} from 'lit';

/** The list of recordings, below the recorder. Long lists scroll by themselves, so that the recorder stays in view. */
export const recordingsStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
    border-block-start: 1px solid var(--_line);
    padding-block-start: calc(3 * var(--_space));
  }

  h2 {
    margin: 0;
    font-size: 1rem;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }

  .rows {
    max-block-size: 22rem;
    margin-block-start: var(--_space);
    margin-inline: calc(-2 * var(--_space));
    overflow: hidden auto;
    overscroll-behavior: contain;
  }

  .row {
    border-radius: var(--_radius);
  }

  .row[aria-current] {
    background: var(--_surface-raised);
  }

  .row[aria-current] .small {
    background: var(--_surface);
  }

  div.entry {
    cursor: default;
  }

  .small {
    display: grid;
    place-items: center;
    inline-size: 48px;
    block-size: 48px;
  }

  button.entry .small {
    color: var(--_text);
  }

  .quiet {
    font-variant-numeric: tabular-nums;
  }

  :focus-visible {
    outline-offset: -2px;
  }
`;
