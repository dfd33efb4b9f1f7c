import {css} from 'lit';
import {overPageStyles} from '../over-page-styles.js';

/** The viewer fills the page. It is dark in light pages, too, so that nothing is brighter than the photo. */
export const viewerStyles = css`
  ${overPageStyles}

  .viewer {
    color-scheme: dark;
    background: #000;
    color: #fff;
  }

  .viewer[open] {
    display: grid;
    grid-template: auto minmax(0, 1fr) auto auto auto / minmax(0, 1fr);
  }

  .viewer::backdrop {
    background: #000;
  }

  :is(h2, p) {
    margin: 0;
  }

  .top {
    grid-row: 1;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: calc(2 * var(--_space));
    padding: calc(2 * var(--_space));
  }

  h2 {
    font-size: 1rem;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    text-align: center;
    max-block-size: 25vh;
    overflow: auto;
    overflow-wrap: anywhere;
  }

  h2 bdi {
    display: block;
  }

  h2 bdi + span {
    font-size: 0.875rem;
    font-weight: 400;
  }

  .middle {
    grid-area: 2 / 1;
    position: relative;
    min-block-size: 0;
  }

  .step {
    position: absolute;
    inset-block: 0;
    margin-block: auto;
  }

  .step.earlier {
    inset-inline-start: calc(2 * var(--_space));
  }

  .step.later {
    inset-inline-end: calc(2 * var(--_space));
  }

  .step:dir(rtl) .icon {
    scale: -1 1;
  }

  .sealed-with {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 0;
    inline-size: min(100%, 26rem);
  }

  .notice {
    grid-row: 3;
  }

  /* Above the button that enlarges the picture. */
  .outcome {
    grid-area: 2 / 1;
    place-self: end center;
    margin-block-end: calc(15 * var(--_space));
  }

  .standing {
    grid-row: 4;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(2 * var(--_space));
    max-block-size: 40vh;
    padding: calc(2 * var(--_space)) calc(4 * var(--_space));
    overflow: auto;
  }

  .standing > div {
    flex: 1 1 10rem;
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }

  .standing b {
    margin-inline-end: var(--_space);
    font-weight: 600;
  }

  .quiet {
    color: #c3c9d2;
  }

  .contents .quiet {
    color: var(--_text-quiet);
  }

  footer {
    grid-row: 5;
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    border-block-start: 1px solid rgb(255 255 255 / 20%);
  }

  footer button {
    flex: 1 1 5.5rem;
    display: grid;
    justify-items: center;
    align-content: center;
    gap: var(--_space);
    max-inline-size: 12rem;
    min-block-size: 60px;
    padding: calc(2 * var(--_space)) var(--_space);
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    font-size: 0.8125rem;
    font-weight: 500;
    line-height: 1.25;
    cursor: pointer;
  }

  footer button:hover {
    background: rgb(60 66 76 / 85%);
  }

  footer button:focus-visible,
  .standing :focus-visible {
    outline: 2px solid #fff;
    outline-offset: -3px;
    box-shadow: none;
  }

  /* A phone that is held sideways: everything but the picture at its side. */
  @media (orientation: landscape) and (max-height: 480px) {
    .viewer[open] {
      grid-template: auto auto minmax(0, 1fr) auto / minmax(0, 1fr) minmax(0, 15rem);
    }

    .middle {
      grid-area: 1 / 1 / -1;
    }

    .top {
      grid-area: 1 / 2;
    }

    .notice {
      grid-area: 2 / 2;
    }

    .outcome {
      grid-area: 1 / 1 / -1;
    }

    .standing {
      grid-area: 3 / 2;
      align-content: start;
      max-block-size: none;
    }

    footer {
      grid-area: 4 / 2;
    }

    footer button {
      flex-basis: 4rem;
    }
  }

  @media (forced-colors: active) {
    footer button {
      border: 1px solid ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }
  }
`;
