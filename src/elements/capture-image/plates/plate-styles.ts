import {css} from 'lit';

/** The form that asks for a plate: at the bottom of the picture, above the shutter; below a screen. */
export const plateStyles = css`
  .plate {
    grid-row: 4;
    margin: calc(2 * var(--_space));
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(2 * var(--_space));
    padding: calc(3 * var(--_space));
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    font-size: 0.875rem;
  }

  .live .plate {
    position: absolute;
    grid-row: 1 / 3;
    inset-block-end: 0;
    inset-inline: max(2 * var(--_space), 50% - 230px);
    z-index: 1;
    max-block-size: 100%;
    margin: 0;
    overflow: auto;
    overscroll-behavior: contain;
  }

  /* Large text has no room above the shutter: the frame grows with it. */
  @container (width < 14rem) {
    .live:has(.plate) {
      block-size: auto;
    }

    .live .plate {
      position: relative;
      grid-area: 2 / 1;
      align-self: end;
      margin-inline: calc(2 * var(--_space));
      inset: auto;
      max-block-size: none;
      overflow: visible;
    }
  }

  .plate canvas {
    max-inline-size: 45%;
    max-block-size: 64px;
    border-radius: calc(var(--_radius) / 2);
  }

  .plate label {
    flex: 1 1 100%;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space);
  }

  /* Below the picture where a plate in large text has no room beside it. */
  .plate canvas + label {
    flex-basis: max(7.5rem, 55% - 2 * var(--_space));
  }

  .plate input {
    inline-size: 100%;
    min-block-size: 44px;
    padding-inline: calc(2 * var(--_space));
    border: 1px solid var(--_text-quiet);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface);
    color: inherit;
    font: inherit;
    font-size: 1.125rem;
  }

  .plate p {
    flex: 1 1 100%;
    margin: 0;
  }

  .plate .button {
    flex: 1 1 auto;
    padding-inline: calc(2 * var(--_space));
  }
`;
