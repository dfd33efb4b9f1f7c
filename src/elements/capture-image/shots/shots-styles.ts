import {css} from 'lit';

/** The current shot over the picture, and its outline. */
export const shotsStyles = css`
  /* Below notices and panels, and above the picture, off the black beside it. */
  .outline {
    --_start: 1rem;
    --_end: 6.5rem;
    --_side: max(8%, var(--_beside, 0px) + 0.5rem);
    --_top: max(var(--_start), var(--_above, 0px) + 0.5rem);
    --_bottom: max(var(--_end), var(--_below, 0px) + 0.5rem);
    position: absolute;
    z-index: -1;
    inset: var(--_top) var(--_side) var(--_bottom);
    inline-size: calc(100% - 2 * var(--_side));
    block-size: calc(100% - var(--_top) - var(--_bottom));
    fill: none;
    stroke: rgb(0 0 0 / 55%);
    stroke-width: 5px;
    stroke-linejoin: round;
    pointer-events: none;
  }

  .outline path {
    vector-effect: non-scaling-stroke;
  }

  .outline path + path {
    stroke: #fff;
    stroke-width: 2px;
  }

  :host(.sideways) .outline {
    --_start: 0.75rem;
    --_end: 3.75rem;
  }

  /* Above the shutter, and as wide whatever it says. */
  .shot {
    position: relative;
    flex: none;
    display: flex;
    align-items: stretch;
    inline-size: min(100% - 4 * var(--_space), 460px);
    margin-block-end: calc(2 * var(--_space));
    border: 1px solid rgb(255 255 255 / 55%);
    border-radius: var(--_radius);
    background: rgb(20 23 28 / 78%);
    color: #fff;
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }

  .shot button {
    min-inline-size: 44px;
    min-block-size: 44px;
    padding: calc(1.5 * var(--_space)) calc(3 * var(--_space));
    border: 0;
    border-radius: inherit;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }

  .shot button:hover {
    background: rgb(60 66 76 / 85%);
  }

  .shot .what {
    flex: 1;
    display: grid;
    gap: 0 calc(2 * var(--_space));
  }

  .shot .done {
    display: flex;
    align-items: center;
    padding-inline-end: calc(4 * var(--_space));
  }

  .shot b {
    font-weight: 600;
  }

  .done > div > * {
    display: block;
  }

  .shot small {
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
  }

  .shot .turn {
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
    margin-block-start: var(--_space);
    color: #f2bd4e;
    font-weight: 600;
  }

  .shot .skip {
    border-inline-start: 1px solid rgb(255 255 255 / 30%);
    border-start-start-radius: 0;
    border-end-start-radius: 0;
    font-weight: 600;
  }

  .shot .more {
    display: grid;
    place-items: center;
  }

  .shot .finish {
    background: var(--_accent);
    color: var(--_on-accent);
    text-align: center;
  }

  .shot .finish:hover {
    background: color-mix(in srgb, var(--_accent), var(--_text) 12%);
  }

  /* With large text, Skip is below the name, which has the whole width: no word is torn. */
  @container (width < 16rem) {
    .shot {
      flex-direction: column;
    }

    .shot .skip {
      border-block-start: 1px solid rgb(255 255 255 / 30%);
      border-inline-start: 0;
      border-start-end-radius: 0;
      border-end-start-radius: inherit;
    }
  }

  /* A low element has room for one line. */
  :host(.sideways) .what {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    align-content: center;
  }

  /* On a phone, number and name share a line. */
  @container (16rem <= width < 27rem) {
    .what:not(.done) {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      align-content: center;
    }

    .shot .what > span:not(.visually-hidden) {
      inline-size: 100%;
    }
  }

  :host(.sideways) .done {
    align-items: center;
  }

  @media (forced-colors: active) {
    .shot,
    .shot button {
      border-color: ButtonText;
      background: ButtonFace;
      color: ButtonText;
      forced-color-adjust: none;
    }
  }
`;
