import {css} from 'lit';

/** The viewer fills the page. It is dark in light pages, too, so that nothing is brighter than the photo. */
export const viewerStyles = css`
  .viewer {
    color-scheme: dark;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    max-inline-size: none;
    max-block-size: none;
    margin: 0;
    padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom)
      env(safe-area-inset-left);
    border: 0;
    background: #000;
    color: #fff;
    font-size: 1rem;
    overflow: hidden;
  }

  .viewer[open] {
    display: grid;
    grid-template: auto minmax(0, 1fr) auto auto auto / minmax(0, 1fr);
  }

  .viewer::backdrop {
    background: #000;
  }

  .viewer :is(h2, p) {
    margin: 0;
  }

  .viewer .top {
    grid-row: 1;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: calc(2 * var(--_space));
    padding: calc(2 * var(--_space));
  }

  .viewer h2 {
    font-size: 1rem;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    text-align: center;
    max-block-size: 25vh;
    overflow: auto;
    overflow-wrap: anywhere;
  }

  .viewer h2 bdi {
    display: block;
  }

  .viewer h2 bdi + span {
    font-size: 0.875rem;
    font-weight: 400;
  }

  .viewer .round {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 44px;
    block-size: 44px;
    padding: 0;
    border: 1px solid rgb(255 255 255 / 55%);
    border-radius: 50%;
    background: rgb(20 23 28 / 78%);
    color: #fff;
    cursor: pointer;
  }

  .viewer .round:hover {
    background: rgb(60 66 76 / 85%);
  }

  .viewer .middle {
    grid-area: 2 / 1;
    position: relative;
    min-block-size: 0;
  }

  .viewer .stage {
    position: absolute;
    inset: 0;
    overflow: hidden;
    touch-action: none;
    user-select: none;
    -webkit-user-select: none;
    cursor: zoom-in;
  }

  .viewer .stage[data-enlarged] {
    cursor: grab;
  }

  /* The question is a part of the page, which one finger scrolls. */
  .review .stage:not([data-enlarged]) {
    touch-action: pan-y;
  }

  .viewer .stage canvas {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
  }

  .viewer .stage:focus-visible {
    outline: 2px solid #fff;
    outline-offset: -2px;
    box-shadow: none;
  }

  .viewer .missing {
    position: absolute;
    inset: auto 0 50%;
    padding: calc(4 * var(--_space));
    text-align: center;
    background: rgb(0 0 0 / 60%);
    pointer-events: none;
  }

  .viewer .step {
    position: absolute;
    inset-block: 0;
    margin-block: auto;
  }

  .viewer .step.earlier {
    inset-inline-start: calc(2 * var(--_space));
  }

  .viewer .step.later {
    inset-inline-end: calc(2 * var(--_space));
  }

  .viewer .step:dir(rtl) .icon {
    scale: -1 1;
  }

  .viewer .enlarge {
    position: absolute;
    inset-block-end: calc(2 * var(--_space));
    inset-inline-end: calc(2 * var(--_space));
  }

  .viewer .sealed-with {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 0;
    inline-size: min(100%, 26rem);
  }

  .viewer .notice {
    grid-row: 3;
  }

  /* Why something was not saved, at the lower edge of the picture or of the list. */
  :is(.viewer, .photos) > .outcome {
    z-index: 1;
    align-self: center;
    max-inline-size: min(100% - 6 * var(--_space), 30rem);
    margin-block: calc(3 * var(--_space));
    padding: calc(2 * var(--_space)) calc(4 * var(--_space));
    border: 1px solid var(--_control-line);
    border-radius: 22px;
    background: var(--_surface);
    color: var(--_text);
    font-size: 0.875rem;
    overflow-wrap: anywhere;
    pointer-events: none;
  }

  /* Above the button that enlarges the picture. */
  .viewer > .outcome {
    grid-area: 2 / 1;
    place-self: end center;
    margin-block-end: calc(15 * var(--_space));
  }

  .review .notice {
    flex: none;
    justify-content: space-between;
    inline-size: 100%;
    max-inline-size: none;
    margin-block-end: 0;
  }

  .viewer .standing {
    grid-row: 4;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(2 * var(--_space));
    max-block-size: 40vh;
    padding: calc(2 * var(--_space)) calc(4 * var(--_space));
    overflow: auto;
  }

  .viewer .standing > div {
    flex: 1 1 10rem;
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }

  .viewer .standing b {
    margin-inline-end: var(--_space);
    font-weight: 600;
  }

  .viewer .quiet {
    color: #c3c9d2;
  }

  .viewer .contents .quiet {
    color: var(--_text-quiet);
  }

  .viewer footer {
    grid-row: 5;
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    border-block-start: 1px solid rgb(255 255 255 / 20%);
  }

  .viewer footer button {
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

  .viewer footer button:hover {
    background: rgb(60 66 76 / 85%);
  }

  .viewer footer button:focus-visible,
  .viewer .standing :focus-visible {
    outline: 2px solid #fff;
    outline-offset: -3px;
    box-shadow: none;
  }

  /* A phone that is held sideways: everything but the picture at its side. */
  @media (orientation: landscape) and (max-height: 480px) {
    .viewer[open] {
      grid-template: auto auto minmax(0, 1fr) auto / minmax(0, 1fr) minmax(0, 15rem);
    }

    .viewer .middle {
      grid-area: 1 / 1 / -1;
    }

    .viewer .top {
      grid-area: 1 / 2;
    }

    .viewer .notice {
      grid-area: 2 / 2;
    }

    .viewer > .outcome {
      grid-area: 1 / 1 / -1;
    }

    .viewer .standing {
      grid-area: 3 / 2;
      align-content: start;
      max-block-size: none;
    }

    .viewer footer {
      grid-area: 4 / 2;
    }

    .viewer footer button {
      flex-basis: 4rem;
    }
  }

  @media (forced-colors: active) {
    .viewer .round,
    .viewer footer button {
      border: 1px solid ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }
  }
`;
