import {css} from 'lit';

/** What is said of the place, and of the earlier picture, above the current shot. */
export const visitStyles = css`
  :host {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: calc(1.5 * var(--_space));
    inline-size: min(100% - 4 * var(--_space), 460px);
    margin-block-end: calc(1.5 * var(--_space));
    pointer-events: none;
  }

  .line {
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
    max-inline-size: 100%;
    padding: calc(1.5 * var(--_space)) calc(3 * var(--_space));
    border: 1px solid rgb(255 255 255 / 55%);
    border-radius: var(--_radius);
    background: rgb(20 23 28 / 78%);
    color: #fff;
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }

  .line > span {
    min-inline-size: 0;
  }

  b {
    font-weight: 600;
  }

  small {
    display: block;
    font-size: 0.8125rem;
  }

  .place .icon {
    color: #f2bd4e;
  }

  .place[data-outcome='within'] .icon {
    color: #4cc38a;
  }

  .aim {
    font-weight: 600;
  }

  .earlier {
    padding: 0;
  }

  .failed {
    padding-block: var(--_space);
    padding-inline-end: 0;
  }

  /* A low element has little room above the picture's subject. */
  :host(.sideways) {
    inline-size: calc(100% - 4 * var(--_space));
  }

  :host(.sideways) small {
    display: inline;
  }

  button {
    flex: none;
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
    min-inline-size: 44px;
    min-block-size: 44px;
    padding: 0 calc(3 * var(--_space));
    border: 0;
    border-radius: inherit;
    background: none;
    color: inherit;
    font: inherit;
    font-weight: 600;
    text-align: start;
    overflow-wrap: normal;
    cursor: pointer;
    pointer-events: auto;
  }

  .failed button {
    flex: 0 1 auto;
    min-inline-size: min-content;
  }

  button:hover {
    background: rgb(60 66 76 / 85%);
  }

  button[aria-pressed='false'] {
    opacity: 0.8;
  }

  input {
    flex: 0 1 9rem;
    min-inline-size: 4rem;
    block-size: 44px;
    margin: 0;
    margin-inline-end: calc(3 * var(--_space));
    accent-color: #fff;
    color-scheme: dark;
    cursor: pointer;
    pointer-events: auto;
  }

  /* On a phone, the place and the earlier picture share a line: the picture below them is what matters. */
  @container (width < 27rem) {
    .line {
      font-size: 0.8125rem;
    }

    small {
      display: inline;
    }

    .place {
      flex: 1 1 9rem;
      padding-block: 0;
      padding-inline: calc(2 * var(--_space));
      line-height: 1.25;
    }

    .earlier .name {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }

    .earlier button {
      justify-content: center;
      padding-inline: calc(2 * var(--_space));
    }

    .earlier {
      gap: 0;
    }

    input {
      flex-basis: 4rem;
      margin-inline-end: calc(2 * var(--_space));
    }
  }

  @media (forced-colors: active) {
    .line,
    button {
      border-color: ButtonText;
      background: ButtonFace;
      color: ButtonText;
      forced-color-adjust: none;
    }

    .place .icon {
      color: ButtonText;
    }
  }
`;
