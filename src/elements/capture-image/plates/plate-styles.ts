import {css} from 'lit';

/**
 * Styles of the form for a license plate: below the picture and above the shutter; beside both if the controls are
 * at the side.
 */
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

  .live .plate,
  .live slot[name='license-plate']::slotted(*) {
    grid-row: 3;
  }

  .live .plate {
    position: relative;
    inline-size: min(100% - 4 * var(--_space), 460px);
    margin: calc(2 * var(--_space)) auto 0;
    overflow: auto;
    overscroll-behavior: contain;
  }

  /* The picture keeps its shape, lower on a phone, and the frame grows by the form. */
  .live:has(slot[name='license-plate']) > :is(video, .shade) {
    grid-row-end: 3;
  }

  .live:has(slot[name='license-plate'])::before {
    grid-row-end: 3;
    aspect-ratio: var(--sc-aspect-ratio, 4 / 3);
  }

  .sideways .plate,
  .sideways slot[name='license-plate']::slotted(*) {
    grid-area: 1 / 2 / -1;
  }

  .sideways .plate {
    align-self: safe center;
    inline-size: 20rem;
    max-inline-size: 45cqi;
    max-block-size: calc(100% - 4 * var(--_space));
    margin: 0;
  }

  .sideways:has(slot[name='license-plate'])::before {
    grid-row-end: -1;
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
