import {css} from 'lit';

/** The pill, and the list that it opens; each element places them. */
export const contentsStyles = css`
  .pill {
    position: relative;
    max-inline-size: 100%;
    padding: calc(1.5 * var(--_space)) calc(3 * var(--_space));
    border: 1px solid var(--_line);
    border-radius: 999px;
    background: var(--_surface);
    color: inherit;
    font: inherit;
    font-size: 0.8125rem;
    cursor: pointer;
  }

  /* The area that can be touched. */
  .pill::before {
    content: '';
    position: absolute;
    inset: -8px 0;
  }

  .pill::after {
    content: '';
    display: inline-block;
    inline-size: 6px;
    block-size: 6px;
    margin-inline-start: calc(2 * var(--_space));
    border: solid;
    border-width: 0 1.5px 1.5px 0;
    rotate: 45deg;
    translate: 0 -3px;
  }

  .pill[aria-expanded='true']::after {
    rotate: -135deg;
    translate: 0 1px;
  }

  .pill:hover {
    background: var(--_surface-raised);
  }

  .contents {
    padding: calc(2 * var(--_space)) calc(4 * var(--_space)) calc(4 * var(--_space));
    /* Seen in forced colours. */
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    font-size: 0.875rem;
    overflow: auto;
    overflow-wrap: anywhere;
    overscroll-behavior: contain;
  }

  .contents > *,
  .contents dd {
    margin: 0;
  }

  .close {
    position: sticky;
    float: inline-end;
    inset-block-start: calc(-2 * var(--_space));
    display: grid;
    place-items: center;
    inline-size: 44px;
    block-size: 44px;
    margin-inline-end: -10px;
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: var(--_surface);
    color: inherit;
    cursor: pointer;
  }

  .contents h3 {
    font-size: 1rem;
    font-weight: 600;
    line-height: 44px;
  }

  .contents h4 {
    clear: both;
    display: flex;
    justify-content: space-between;
    margin-block-start: calc(3 * var(--_space));
    padding-block-end: var(--_space);
    font-size: 0.875rem;
    font-weight: 600;
  }

  .contents h3 + h4 {
    margin-block-start: 0;
  }

  .contents .row {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    gap: calc(2 * var(--_space));
    padding-block: var(--_space);
    border-block-start: 1px solid var(--_line);
    font-variant-numeric: tabular-nums;
  }

  .contents h4 + p {
    padding-block-end: var(--_space);
  }

  .contents .button {
    margin-block-start: calc(2 * var(--_space));
  }

  .quiet {
    color: var(--_text-quiet);
    font-weight: 400;
  }
`;
