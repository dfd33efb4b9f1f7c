import {css} from 'lit';

/** The notice, and the bar over the picture. */
export const trayStyles = css`
  .live .notice :focus-visible {
    outline-color: var(--_accent);
    outline-offset: -4px;
    box-shadow: none;
  }

  .bar {
    position: relative;
    grid-row: 4;
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
    align-items: center;
    padding: calc(2 * var(--_space)) calc(4 * var(--_space)) calc(4 * var(--_space));
    background: linear-gradient(rgb(0 0 0 / 45%), rgb(0 0 0 / 65%));
  }

  .end {
    justify-self: end;
  }

  .sideways .bar {
    grid-area: 1 / 3 / -1;
    /* The shutter is in the middle, or lower if a low frame has no room for the number of photos above it. */
    grid-template: 1fr auto 1fr / auto;
    gap: calc(2 * var(--_space));
    justify-items: center;
    padding: calc(2 * var(--_space)) calc(4 * var(--_space));
    background: none;
  }

  .sideways .start {
    align-self: start;
  }

  .sideways .end {
    align-self: end;
  }

  .shutter,
  .switch {
    display: grid;
    place-items: center;
    padding: 0;
    border-radius: 50%;
    color: #fff;
    cursor: pointer;
    touch-action: manipulation;
    -webkit-tap-highlight-color: transparent;
  }

  .shutter {
    inline-size: 72px;
    block-size: 72px;
    border: 4px solid #fff;
    background: rgb(0 0 0 / 25%);
  }

  .disc {
    inline-size: 56px;
    block-size: 56px;
    border-radius: 50%;
    background: #fff;
    transition:
      scale 80ms,
      background 80ms;
  }

  .shutter:hover .disc {
    background: #e8ebf0;
  }

  .shutter:active .disc {
    scale: 0.88;
    background: #cfd5de;
  }

  .switch {
    inline-size: 48px;
    block-size: 48px;
    border: 1px solid rgb(255 255 255 / 55%);
    background: rgb(20 23 28 / 70%);
  }

  .switch:hover {
    background: rgb(60 66 76 / 85%);
  }

  @media (forced-colors: active) {
    .disc {
      background: ButtonText;
    }

    .shutter,
    .switch {
      border-color: ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }
  }
`;
