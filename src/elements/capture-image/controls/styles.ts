import {css} from 'lit';

/**
 * Styles of the controls at the side of the picture near the shutter: white on a scrim, as everything over the picture.
 */
export const controlsStyles = css`
  .foot > .controls {
    flex: 1 1 0;
    display: flex;
    flex-direction: column;
    justify-content: space-between;
    align-self: stretch;
    gap: calc(2 * var(--_space));
    min-block-size: 52px;
    padding: 4px calc(3 * var(--_space)) calc(3 * var(--_space));
    overflow: auto;
    scrollbar-width: none;
    pointer-events: none;
  }

  /* The list of what will be sealed needs the room. */
  .foot:has(.contents) > .controls {
    display: none;
  }

  .controls > * {
    pointer-events: auto;
  }

  .side {
    flex: 0 1 auto;
    display: flex;
    flex-direction: column;
    align-items: center;
    align-self: flex-end;
    gap: calc(2 * var(--_space));
    min-block-size: 44px;
  }

  .control {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 44px;
    block-size: 44px;
    padding: 0;
    border: 1px solid rgb(255 255 255 / 55%);
    border-radius: 50%;
    background: rgb(20 23 28 / 70%);
    color: #fff;
    cursor: pointer;
    touch-action: manipulation;
    -webkit-tap-highlight-color: transparent;
  }

  .control:hover {
    background: rgb(60 66 76 / 85%);
  }

  .control:is([aria-pressed='true'], [aria-expanded='true']) {
    border-color: #fff;
    background: #fff;
    color: #14171c;
  }

  .zoom {
    display: flex;
    flex: 0 1 auto;
    flex-direction: column;
    align-items: center;
    gap: 2px;
    min-inline-size: 44px;
    min-block-size: 104px;
    padding: 6px 4px;
    border-radius: 22px;
    background: rgb(20 23 28 / 70%);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
  }

  /* Upwards is nearer, whichever way the page is written. */
  .zoom input {
    flex: 0 1 128px;
    width: 28px;
    height: 128px;
    min-height: 64px;
    margin: 0;
    writing-mode: vertical-lr;
    direction: rtl;
    accent-color: #fff;
    color-scheme: dark;
    cursor: pointer;
  }

  /* Two fingers zoom the picture, not the page. */
  .frame:has(.zoom) video {
    touch-action: pan-x pan-y;
  }

  .control-failure {
    align-self: center;
    margin: 0;
    padding: calc(1.5 * var(--_space)) calc(3 * var(--_space));
    border-radius: 999px;
    background: rgb(20 23 28 / 85%);
    font-size: 0.8125rem;
  }

  .options {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: end;
    align-self: center;
    gap: calc(3 * var(--_space));
    max-inline-size: min(100%, 460px);
    padding: calc(3 * var(--_space));
    border: 1px solid rgb(255 255 255 / 30%);
    border-radius: var(--_radius);
    background: rgb(20 23 28 / 88%);
    font-size: 0.8125rem;
  }

  .option {
    display: flex;
    flex: 1 1 auto;
    flex-direction: column;
    gap: 4px;
    min-inline-size: 0;
  }

  fieldset.option {
    flex: none;
    margin: 0;
    padding: 0;
    border: 0;
  }

  .option legend {
    padding: 0 0 4px;
  }

  .choices {
    display: flex;
    border: 1px solid rgb(255 255 255 / 55%);
    border-radius: calc(var(--_radius) * 0.75);
    overflow: hidden;
  }

  .choices label {
    position: relative;
    cursor: pointer;
  }

  .choices label + label {
    border-inline-start: 1px solid rgb(255 255 255 / 55%);
  }

  .choices input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }

  .choices span {
    display: grid;
    place-items: center;
    min-inline-size: 44px;
    min-block-size: 44px;
    padding: 0 calc(2 * var(--_space));
  }

  .choices :checked + span {
    background: #fff;
    color: #14171c;
  }

  .choices :focus-visible + span {
    outline: 2px solid currentColor;
    outline-offset: -5px;
  }

  /* What is set behind the button, told beside it. */
  .control {
    position: relative;
  }

  .badge {
    position: absolute;
    inset-inline-end: calc(100% + var(--_space));
    padding: 1px 8px;
    border-radius: 999px;
    background: #fff;
    color: #14171c;
    font-size: 0.8125rem;
    line-height: 1.5;
    white-space: nowrap;
  }

  .guide {
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
    min-block-size: 44px;
    cursor: pointer;
  }

  .guide input {
    flex: none;
    inline-size: 20px;
    block-size: 20px;
    margin: 0;
    accent-color: #fff;
    color-scheme: dark;
    cursor: pointer;
  }

  .option select {
    min-inline-size: 0;
    max-inline-size: 100%;
    min-block-size: 44px;
    padding: 0 calc(2 * var(--_space));
    border: 1px solid rgb(255 255 255 / 55%);
    border-radius: calc(var(--_radius) * 0.75);
    background: #14171c;
    color: #fff;
    font: inherit;
    text-overflow: ellipsis;
    color-scheme: dark;
  }

  @media (forced-colors: active) {
    .control {
      border-color: ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }

    .control:is([aria-pressed='true'], [aria-expanded='true']) {
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }

    .choices :checked + span,
    .badge {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }

    .zoom,
    .control-failure,
    .options {
      background: Canvas;
      color: CanvasText;
    }
  }
`;
