import {css} from 'lit';

/** The page's address, to be copied or selected, and what opens it elsewhere. */
export const wayOutStyles = css`
  .screen .address {
    max-inline-size: 100%;
    padding: calc(2 * var(--_space)) calc(3 * var(--_space));
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface);
    color: var(--_text);
    font-size: 0.875rem;
    overflow-wrap: anywhere;
    user-select: all;
  }

  .screen a.button {
    text-decoration: none;
  }

  .screen .copy {
    display: grid;
    justify-items: center;
  }

  .screen .copy .button {
    margin-block-start: 0;
  }

  .screen .copy span:not(:empty) {
    margin-block-start: calc(2 * var(--_space));
  }
`;
