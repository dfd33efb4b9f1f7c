import {css} from 'lit';

/**
 * Pill and list over the picture: the list lies between the pill and the shutter. Where less than 150 px are left
 * there, it covers the bar as well: the steep factor makes it all or nothing.
 */
export const overPictureStyles = css`
  .pill {
    position: relative;
    max-inline-size: 100%;
    padding: calc(1.5 * var(--_space)) calc(3 * var(--_space));
    border: 1px solid var(--_line);
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

  .pill:hover {
    background: var(--_surface-raised);
  }

  .live .pill {
    justify-self: center;
    max-inline-size: calc(100% - 6 * var(--_space));
    margin: calc(3 * var(--_space));
    border-color: rgb(255 255 255 / 20%);
    background: rgb(20 23 28 / 70%);
  }

  .live .pill:hover {
    background: rgb(60 66 76 / 85%);
  }

  .contents {
    position: absolute;
    grid-row: 2 / 3;
    inset-block: 0 calc(-1 * clamp(0px, (150px - 100%) * 999, 120px));
    inset-inline: max(2 * var(--_space), 50% - 230px);
    z-index: 1;
  }

  /* On their own ground, not on the picture. */
  .live :is(.contents, .plate):focus-visible,
  .live :is(.contents, .plate) :focus-visible {
    outline-color: var(--_accent);
    outline-offset: -2px;
    box-shadow: none;
  }

  @media (forced-colors: active) {
    .live .pill {
      border-color: ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }
  }
`;
