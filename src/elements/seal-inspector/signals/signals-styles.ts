import {css} from 'lit';

/** The folded panel with what is worth a look, above the list of files. */
export const signalsStyles = css`
  .signals summary {
    min-height: 44px;
    margin: calc(-3 * var(--_space)) calc(-4 * var(--_space));
    padding: calc(3 * var(--_space)) calc(4 * var(--_space));
    font-weight: 600;
    unicode-bidi: plaintext;
    cursor: pointer;
  }

  .signals[open] summary {
    margin-block-end: 0;
  }

  .signals p {
    margin-block: calc(1 * var(--_space)) calc(3 * var(--_space));
  }

  .signals ol {
    display: grid;
    gap: calc(3 * var(--_space));
    max-height: 430px;
    margin: 0;
    padding: 0;
    overflow-y: auto;
    list-style: none;
  }

  .signals button {
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    text-decoration: underline;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
`;
