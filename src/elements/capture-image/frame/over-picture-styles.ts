import {css} from 'lit';

/** The pill over the picture. */
export const overPictureStyles = css`
  .pill {
    position: relative;
    max-inline-size: 100%;
    padding-block: calc(1.5 * var(--_space));
    padding-inline: calc(3 * var(--_space)) calc(5 * var(--_space) + 6px);
    border: 1px solid var(--_control-line);
    border-radius: 999px;
    background: var(--_surface);
    color: inherit;
    font: inherit;
    font-size: 0.8125rem;
    text-wrap: balance;
    cursor: pointer;
  }

  /* The area that can be touched. */
  .pill::before {
    content: '';
    position: absolute;
    inset: -8px 0;
  }

  .pill::after {
    content: '';
    position: absolute;
    /* In the text, it could be alone on a line of its own. */
    inset-block-start: calc(50% - 3px);
    inset-inline-end: calc(3 * var(--_space));
    inline-size: 6px;
    block-size: 6px;
    border: solid;
    border-width: 0 1.5px 1.5px 0;
    rotate: 45deg;
    translate: 0 -2px;
  }

  .pill[aria-expanded='true']::after {
    rotate: -135deg;
    translate: 0 1px;
  }

  /* What a person can still allow: amber, on the pill's dark ground in light pages, too. */
  .pill b {
    margin-inline-start: 0.4em;
    color: #f2bd4e;
    font-weight: 600;
  }

  .pill:hover {
    background: var(--_surface-raised);
  }

  .live .pill {
    grid-area: 1 / 1;
    justify-self: center;
    max-inline-size: calc(100% - 6 * var(--_space));
    margin: calc(3 * var(--_space));
    border-color: rgb(255 255 255 / 55%);
    background: rgb(20 23 28 / 70%);
  }

  .live .pill:hover {
    background: rgb(60 66 76 / 85%);
  }

  @media (forced-colors: active) {
    .live .pill,
    .pill b {
      border-color: ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }
  }
`;
