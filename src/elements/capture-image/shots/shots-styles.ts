import {css} from 'lit';

/** The current shot over the picture, and the list of all shots. */
export const shotsStyles = css`
  :host {
    display: contents;
  }

  /* Below notices and panels, and above the picture. */
  .outline {
    position: absolute;
    z-index: -1;
    inset: 5.5rem 8% 1rem;
    inline-size: 84%;
    block-size: calc(100% - 6.5rem);
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
    inset-block: 3.75rem 0.75rem;
    block-size: calc(100% - 4.5rem);
  }

  .shot {
    position: relative;
    flex: none;
    display: flex;
    align-items: stretch;
    max-inline-size: min(100% - 4 * var(--_space), 460px);
    margin-block-end: auto;
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

  .shot small {
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
  }

  .shot .skip {
    border-inline-start: 1px solid rgb(255 255 255 / 30%);
    border-start-start-radius: 0;
    border-end-start-radius: 0;
    font-weight: 600;
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
  }

  /* At least as high as it has to be to be read. */
  .shots {
    flex: 1 0 0;
    inline-size: min(100% - 4 * var(--_space), 460px);
    min-block-size: 9.5rem;
    margin-block-end: calc(2 * var(--_space));
  }

  :host(.sideways) .shots {
    min-block-size: 120px;
  }

  .shots ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .shots li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: flex-end;
    gap: calc(2 * var(--_space));
    padding-block: calc(2 * var(--_space));
    border-block-start: 1px solid var(--_line);
  }

  /* What only screen readers read takes no gap. */
  .shots .button {
    gap: 0;
    margin: 0;
    padding-inline: calc(3 * var(--_space));
  }

  .shots li > .icon,
  .shots li > .arc {
    inline-size: 20px;
    block-size: 20px;
    color: var(--_text-quiet);
  }

  .shots li[data-state='sealed'] > .icon {
    color: var(--_valid);
  }

  .shots li[data-state='waiting'] > .icon {
    color: var(--_unknown);
  }

  .shots li[data-state='failed'] > .icon {
    color: var(--_broken);
  }

  .shots li > .text {
    flex: 1 1 6.5rem;
    min-inline-size: 0;
  }

  .shots li[aria-current] b::before {
    content: '';
    display: inline-block;
    inline-size: 8px;
    block-size: 8px;
    margin-inline-end: calc(2 * var(--_space));
    border-radius: 50%;
    background: var(--_accent);
  }

  .shots b {
    font-weight: 600;
  }

  .shots .quiet,
  .shots .reason {
    margin: 0;
  }

  .shots form {
    flex: 1 1 100%;
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: calc(2 * var(--_space));
  }

  .shots form > p,
  .shots form > label {
    flex: 1 1 100%;
    margin: 0;
  }

  .shots form > .button {
    flex: 1 1 auto;
  }

  .shots input {
    display: block;
    inline-size: 100%;
    min-block-size: 44px;
    margin-block-start: var(--_space);
    padding-inline: calc(2 * var(--_space));
    border: 1px solid var(--_control-line);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface);
    color: inherit;
    font: inherit;
    font-size: 1rem;
  }

  .shots form > .wrong {
    color: var(--_broken);
    font-weight: 600;
  }

  @media (forced-colors: active) {
    .shot,
    .shot button {
      border-color: ButtonText;
      background: ButtonFace;
      color: ButtonText;
      forced-color-adjust: none;
    }

    .shots li[aria-current] b::before {
      background: Highlight;
      forced-color-adjust: none;
    }
  }
`;
