import {css} from 'lit';

/** The small picture of a row, with the mark of its state. */
export const smallStyles = css`
  .small {
    position: relative;
    flex: none;
    inline-size: 64px;
    block-size: 64px;
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface-raised);
    color: var(--_text-quiet);
  }

  .small > :is(canvas, .gone) {
    display: grid;
    place-items: center;
    inline-size: 100%;
    block-size: 100%;
    border-radius: inherit;
    object-fit: cover;
  }

  .small > .mark {
    position: absolute;
    inset-block-end: -4px;
    inset-inline-end: -4px;
    box-shadow: 0 0 0 1px rgb(0 0 0 / 20%);
  }
`;

/** The rows of a list of photos or recordings; used with {@link roundStyles}. */
export const rowStyles = css`
  ${smallStyles}

  .act {
    border: 0;
    background: none;
    color: inherit;
  }

  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    min-block-size: calc(64px + 4 * var(--_space));
  }

  /* Text of twice the size has no room beside the buttons: they go below it. */
  .entry {
    flex: 1 1 11rem;
    display: flex;
    align-items: center;
    gap: calc(3 * var(--_space));
    min-inline-size: 0;
    padding: calc(1.5 * var(--_space)) calc(2 * var(--_space));
    border: 0;
    border-radius: var(--_radius);
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }

  .text {
    display: grid;
    min-inline-size: 0;
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }

  .text b,
  .state:first-child {
    font-size: 0.9375rem;
    font-weight: 600;
  }

  :is(.act, .entry:not(div)):hover {
    background: var(--_surface-raised);
  }
`;
