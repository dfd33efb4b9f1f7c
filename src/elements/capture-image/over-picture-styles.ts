import {css} from 'lit';

/**
 * Pill and list over the picture: the list takes what the pill, the notices and the bar leave, and at least what can be
 * read. The frame grows by what is missing, or scrolls it where the page sets its height.
 */
export const overPictureStyles = css`
  .pill {
    position: relative;
    max-inline-size: 100%;
    padding: calc(1.5 * var(--_space)) calc(3 * var(--_space));
    border: 1px solid var(--_control-line);
    border-radius: 999px;
    background: var(--_surface);
    color: inherit;
    font: inherit;
    font-size: 0.8125rem;
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
    display: inline-block;
    inline-size: 6px;
    block-size: 6px;
    margin-inline-start: calc(2 * var(--_space));
    border: solid;
    border-width: 0 1.5px 1.5px 0;
    rotate: 45deg;
    translate: 0 -3px;
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

  .foot > .contents {
    flex: 1 0 0;
    inline-size: min(100% - 4 * var(--_space), 460px);
    min-block-size: 9.5rem;
    margin-block-end: calc(2 * var(--_space));
  }

  .sideways .foot > .contents {
    min-block-size: 120px;
  }

  /* On their own ground, not on the picture. */
  .live :is(.contents, .plate):focus-visible,
  .live :is(.contents, .plate) :focus-visible {
    outline-color: var(--_accent);
    outline-offset: -2px;
    box-shadow: none;
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
