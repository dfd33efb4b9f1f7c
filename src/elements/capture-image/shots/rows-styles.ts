import {css} from 'lit';

/** The rows of the list of all shots, which is a sheet over the whole page. */
export const shotRowsStyles = css`
  /* In a wide window, the header and the rows are as wide as is easy to read. */
  .shots :is(.top, ol) {
    padding-inline: max(calc(4 * var(--_space)), 50% - 24rem);
  }

  .shots ol {
    margin: 0;
    padding-block: 0 calc(4 * var(--_space));
    list-style: none;
  }

  .shots li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(2 * var(--_space)) calc(3 * var(--_space));
    padding-block: calc(3 * var(--_space));
    overflow-wrap: anywhere;
  }

  .shots li + li {
    border-block-start: 1px solid var(--_line);
  }

  .small.none {
    display: grid;
    place-items: center;
    border: 1px dashed var(--_control-line);
    background: none;
  }

  .shots .text {
    flex: 1 1 6rem;
    min-inline-size: 0;
    font-size: 0.9375rem;
    hyphens: auto;
  }

  .shots b {
    font-weight: 600;
  }

  .shots li[aria-current] b::before {
    content: '';
    display: inline-block;
    inline-size: 8px;
    block-size: 8px;
    margin-inline-end: calc(2 * var(--_space));
    border-radius: 50%;
    background: var(--_accent);
  }

  /* Below the text where it has no room beside it. */
  .acts {
    display: flex;
    flex-wrap: wrap;
    justify-content: end;
    gap: calc(2 * var(--_space));
    margin-inline-start: auto;
  }

  /* What only screen readers read takes no gap. */
  .shots .button {
    gap: 0;
    padding-inline: calc(3 * var(--_space));
  }

  .shots .more {
    padding-inline: calc(2 * var(--_space));
  }

  .shots form {
    flex: 1 1 100%;
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: calc(2 * var(--_space));
  }

  .shots form > p,
  .shots form > label {
    flex: 1 1 100%;
  }

  .shots form > .button {
    flex: 1 1 auto;
  }

  .shots input {
    display: block;
    inline-size: 100%;
    min-block-size: 44px;
    margin-block-start: var(--_space);
    padding-inline: calc(2 * var(--_space));
    border: 1px solid var(--_control-line);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface);
    color: inherit;
    font: inherit;
    font-size: 1rem;
  }

  .shots form > .wrong {
    color: var(--_broken);
    font-weight: 600;
  }

  @media (forced-colors: active) {
    .shots li[aria-current] b::before {
      background: Highlight;
      forced-color-adjust: none;
    }
  }
`;
