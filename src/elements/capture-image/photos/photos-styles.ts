import {css} from 'lit';

/** The list of all photos, and the button that opens it. */
export const photosStyles = css`
  .bar .start {
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
  }

  .sideways .bar .start {
    flex-direction: column;
    gap: var(--_space);
  }

  .all {
    min-inline-size: 44px;
    block-size: 44px;
    padding-inline: var(--_space);
    border: 1px solid rgb(255 255 255 / 55%);
    border-radius: 22px;
    background: rgb(20 23 28 / 70%);
    color: #fff;
    font: inherit;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    cursor: pointer;
  }

  .all:hover {
    background: rgb(60 66 76 / 85%);
  }

  @container (width < 330px) {
    .bar .start {
      gap: 0;
      margin-inline-start: calc(-2 * var(--_space));
    }
  }

  .notice.low {
    flex-wrap: wrap;
    justify-content: center;
    row-gap: 0;
    border-radius: 22px;
  }

  .notice.low > span {
    flex: 1 1 12rem;
  }

  .photos {
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    max-inline-size: none;
    max-block-size: none;
    margin: 0;
    padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom)
      env(safe-area-inset-left);
    border: 0;
    background: var(--_surface);
    color: var(--_text);
    font-size: 1rem;
    overflow: hidden;
  }

  .photos[open] {
    display: flex;
    flex-direction: column;
  }

  .photos :is(h2, p) {
    margin: 0;
  }

  .photos h2 {
    font-size: 1.125rem;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }

  .photos .top {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: calc(2 * var(--_space));
    padding: calc(2 * var(--_space)) calc(4 * var(--_space));
    border-block-end: 1px solid var(--_line);
  }

  .photos .top > div {
    flex: 1 1 8rem;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }

  .photos .quiet {
    color: var(--_text-quiet);
    font-size: 0.875rem;
    font-weight: 400;
  }

  .photos .round,
  .photos .act {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 44px;
    block-size: 44px;
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: none;
    color: inherit;
    cursor: pointer;
  }

  .photos .select,
  .photos .selection button {
    display: inline-flex;
    align-items: center;
    gap: calc(2 * var(--_space));
    min-block-size: 44px;
    padding-inline: calc(3 * var(--_space));
    border: 1px solid var(--_control-line);
    border-radius: 22px;
    background: none;
    color: inherit;
    font: inherit;
    font-size: 0.875rem;
    font-weight: 500;
    cursor: pointer;
  }

  .photos .selection {
    display: flex;
    flex-wrap: wrap;
    justify-content: end;
    gap: calc(2 * var(--_space));
    padding: calc(2 * var(--_space)) calc(4 * var(--_space));
    border-block-start: 1px solid var(--_line);
  }

  .photos .selection > p {
    flex: 1 1 100%;
  }

  .photos .selection > [part='photos-select-all'] {
    margin-inline-end: auto;
  }

  .photos [aria-disabled='true'] {
    opacity: 0.5;
    cursor: default;
  }

  .photos input {
    flex: none;
    inline-size: 24px;
    block-size: 24px;
    margin: 0;
    accent-color: var(--_accent);
  }

  .photos :is(.round, .act, .photo, .select, .selection button):hover {
    background: var(--_surface-raised);
  }

  .photos p.low {
    padding: calc(2 * var(--_space)) calc(4 * var(--_space));
    border-block-end: 1px solid var(--_line);
    color: var(--_unknown);
    font-size: 0.875rem;
    font-weight: 500;
  }

  .photos .scroll {
    flex: 1;
    min-block-size: 0;
    overflow: hidden auto;
    overscroll-behavior: contain;
  }

  .photos .rows {
    padding: var(--_space) calc(2 * var(--_space));
  }

  /* At most three columns: a group has six rows. */
  .photos .group {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(max(min(100%, 23rem), 33%), 1fr));
    contain: layout style;
  }

  /* Groups far from the visible ones have no rows, and about the height that they had. */
  .photos .group:empty {
    block-size: calc(var(--rows) / var(--columns, 1) * (64px + 4 * var(--_space)));
  }

  .photos .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    min-block-size: calc(64px + 4 * var(--_space));
  }

  /* Text of twice the size has no room beside the buttons: they go below it. */
  .photos .photo {
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

  .photos :focus-visible {
    outline-color: var(--_accent);
    outline-offset: -2px;
    box-shadow: none;
  }

  .photos .why {
    flex: 1 1 100%;
    padding: 0 calc(2 * var(--_space)) calc(3 * var(--_space));
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }

  .photos .small {
    position: relative;
    flex: none;
    inline-size: 64px;
    block-size: 64px;
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface-raised);
    color: var(--_text-quiet);
  }

  .photos .small > :is(canvas, .gone) {
    display: grid;
    place-items: center;
    inline-size: 100%;
    block-size: 100%;
    border-radius: inherit;
    object-fit: cover;
  }

  .photos .small > .mark {
    position: absolute;
    inset-block-end: -4px;
    inset-inline-end: -4px;
    box-shadow: 0 0 0 1px rgb(0 0 0 / 20%);
  }

  .photos .text {
    display: grid;
    min-inline-size: 0;
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }

  .photos .text b,
  .photos .state:first-child {
    font-size: 0.9375rem;
    font-weight: 600;
  }

  .photos .notice {
    align-self: center;
    margin-block: calc(2 * var(--_space));
  }

  @media (forced-colors: active) {
    .all {
      border-color: ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }
  }
`;
