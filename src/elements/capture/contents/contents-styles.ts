import {css} from 'lit';

/** The list of what will be sealed; each element positions it. */
export const contentsStyles = css`
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
    /* One line is as high as the button beside it. */
    padding-block: 11px;
    line-height: 1.375;
  }

  .contents h4 {
    clear: both;
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    column-gap: calc(2 * var(--_space));
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

  /* Values keep the order of their own text, numbers before Latin units, at the side of the page. */
  .contents .value {
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }

  /* Large text has no room for two columns. */
  @container (width < 14rem) {
    .contents .row {
      grid-template-columns: minmax(0, 1fr);
      row-gap: 0;
    }
  }

  .contents h4 + p {
    padding-block-end: var(--_space);
  }

  .contents .help {
    padding-block-start: var(--_space);
  }

  .contents .button {
    margin-block-start: calc(2 * var(--_space));
  }

  .quiet {
    color: var(--_text-quiet);
    font-weight: 400;
  }
`;
