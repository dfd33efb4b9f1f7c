import {css} from 'lit';

/**
 * Styles of the screens in the picture's place. The texts for a pending permission and a starting camera appear
 * with a delay, because they matter only if it lasts.
 */
export const screenStyles = css`
  .screen {
    grid-row: 2;
    place-self: center;
    display: grid;
    justify-items: center;
    gap: calc(2 * var(--_space));
    max-inline-size: 26rem;
    padding: calc(6 * var(--_space)) calc(4 * var(--_space));
    text-align: center;
    color: var(--_text-quiet);
  }

  .screen:is([data-state='pending'], [data-state='starting']) {
    animation: appear 150ms 350ms both;
  }

  .screen .icon {
    inline-size: 40px;
    block-size: 40px;
  }

  .screen :is(h2, p, ol) {
    margin: 0;
    text-wrap: balance;
  }

  .screen ol {
    display: grid;
    gap: var(--_space);
    padding-inline-start: 1.5em;
    text-align: start;
  }

  .screen .heading {
    font-size: 1.125rem;
    font-weight: 600;
    color: var(--_text);
  }

  .screen .button {
    margin-block-start: calc(2 * var(--_space));
  }

  @keyframes appear {
    from {
      opacity: 0;
    }
  }
`;
