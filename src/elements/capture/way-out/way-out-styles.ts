import {css} from 'lit';

/** Styles of the steps and of the page's address, with the buttons to copy it or open it elsewhere. */
export const wayOutStyles = css`
  /* As high as its steps, unless the page gives it a height: then they are scrolled. */
  .frame:has(.screen ol) {
    aspect-ratio: auto;
  }

  .screen .address {
    max-inline-size: 100%;
    padding: calc(2 * var(--_space)) calc(3 * var(--_space));
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface);
    color: var(--_text);
    font-size: 0.875rem;
    overflow-wrap: anywhere;
    -webkit-user-select: all;
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

  .screen .copy .icon {
    inline-size: 24px;
    block-size: 24px;
  }

  .screen .copy span:not(:empty) {
    margin-block-start: calc(2 * var(--_space));
  }
`;
