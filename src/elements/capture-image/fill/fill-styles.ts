import {css} from 'lit';

/**
 * The element over the whole screen. What the page has set for its place in the page, also in the attribute `style`, does
 * not count there.
 */
export const fillStyles = css`
  :host([fill]) {
    position: fixed !important;
    inset: 0 !important;
    z-index: 2147483647 !important;
    inline-size: 100% !important;
    block-size: 100vh !important;
    block-size: 100dvh !important;
    min-inline-size: 0 !important;
    max-inline-size: none !important;
    min-block-size: 0 !important;
    max-block-size: none !important;
    margin: 0 !important;
    padding: 0 !important;
    border: 0 !important;
    background: var(--_surface-raised);
    overflow: hidden;
  }

  :host([fill]) .frame {
    padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom)
      env(safe-area-inset-left);
    border-radius: 0;
    overscroll-behavior: contain;
  }

  .leave {
    position: relative;
    z-index: 1;
    grid-area: 1 / 1;
    place-self: start;
    display: grid;
    place-items: center;
    inline-size: 44px;
    block-size: 44px;
    margin: calc(2 * var(--_space));
    padding: 0;
    border: 1px solid var(--_control-line);
    border-radius: 50%;
    background: var(--_surface);
    color: inherit;
    cursor: pointer;
  }

  .leave:hover {
    background: var(--_surface-raised);
  }

  .live .leave {
    border-color: rgb(255 255 255 / 55%);
    background: rgb(20 23 28 / 70%);
  }

  .live .leave:hover {
    background: rgb(60 66 76 / 85%);
  }

  /* Beside the button, and in the middle where there is room for that. */
  :host([fill]) .live .pill {
    align-self: center;
    max-inline-size: none;
    margin-inline: calc(3 * var(--_space) + 44px) calc(2 * var(--_space));
    padding-inline: calc(2 * var(--_space));
  }

  @container (width >= 480px) {
    :host([fill]) .live .pill {
      margin-inline-end: calc(3 * var(--_space) + 44px);
    }
  }

  @media (forced-colors: active) {
    .live .leave {
      border-color: ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }
  }
`;
