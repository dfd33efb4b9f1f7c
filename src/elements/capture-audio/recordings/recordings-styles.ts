import {css} from 'lit';

/** The field for the caption after the stop; the list of recordings, below the recorder. Long lists scroll by themselves, so that the recorder stays in view. */
export const recordingsStyles = css`
  .late-caption {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(2 * var(--_space)) calc(3 * var(--_space));
    min-inline-size: 0;
  }

  .late-caption .caption {
    flex: 1 1 20em;
    min-inline-size: 0;
  }

  .late-caption p {
    flex-basis: 100%;
    margin: 0;
  }

  /* Less than the button that ends the recording. */
  .place .permission-button {
    margin: 0;
    border-color: var(--_control-line);
    background-color: var(--_surface);
    color: var(--_text);
  }

  .place p {
    margin: 0;
  }

  .recordings {
    min-inline-size: 0;
    border-block-start: 1px solid var(--_line);
    padding-block-start: calc(3 * var(--_space));
  }

  .recordings h2 {
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

  .row .small {
    display: grid;
    place-items: center;
    inline-size: 48px;
    block-size: 48px;
  }

  button.entry .small {
    color: var(--_text);
  }

  .row .quiet {
    font-size: inherit;
    font-variant-numeric: tabular-nums;
  }

  /* Rows that scroll would cut off an outline outside of a button. */
  .row :focus-visible {
    outline-offset: -2px;
  }
`;
