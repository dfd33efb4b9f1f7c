import {css} from 'lit';

/** The state of a capture, and the notice that some are not sealed. */
export const sealStateStyles = css`
  .notice {
    display: flex;
    align-items: center;
    justify-self: center;
    gap: calc(2 * var(--_space));
    max-inline-size: calc(100% - 4 * var(--_space));
    margin-block-end: calc(2 * var(--_space));
    padding-inline: calc(3 * var(--_space));
    min-block-size: 44px;
    border: 1px solid var(--_line);
    border-radius: 22px;
    background: var(--_surface);
    color: var(--_text);
    font-size: 0.875rem;
  }

  .notice > span {
    padding-block: calc(2 * var(--_space));
  }

  /* Its button goes below where it leaves the text no room. */
  .notice.wraps {
    flex-wrap: wrap;
    row-gap: 0;
  }

  .notice.wraps > span {
    flex: 1 1 7.5rem;
  }

  .notice .icon {
    inline-size: 20px;
    block-size: 20px;
  }

  .notice[data-state='failed'] > .icon {
    color: var(--_broken);
  }

  .notice[data-state='waiting'] > .icon {
    color: var(--_unknown);
  }

  .notice button {
    display: flex;
    align-items: center;
    gap: var(--_space);
    min-block-size: 44px;
    border: 0;
    padding-inline: calc(2 * var(--_space));
    border-radius: 999px;
    background: none;
    color: var(--_accent);
    font: inherit;
    font-weight: 600;
    white-space: nowrap;
    cursor: pointer;
  }

  .mark {
    display: grid;
    place-items: center;
    inline-size: 26px;
    block-size: 26px;
    border-radius: 50%;
    background: var(--_surface);
    color: var(--_text-quiet);
  }

  .mark .icon {
    inline-size: 20px;
    block-size: 20px;
    stroke-width: 2;
  }

  [data-state='sealed'] .mark {
    color: var(--_valid);
  }

  [data-state='waiting'] .mark {
    color: var(--_unknown);
  }

  [data-state='failed'] .mark {
    color: var(--_broken);
  }

  .arc {
    inline-size: 18px;
    block-size: 18px;
    border: 2.5px solid transparent;
    border-block-start-color: var(--_accent);
    border-inline-end-color: var(--_accent);
    border-radius: 50%;
    animation: turn 900ms linear infinite;
  }

  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }

  @media (forced-colors: active) {
    .arc {
      forced-color-adjust: none;
      border-block-start-color: CanvasText;
      border-inline-end-color: CanvasText;
    }
  }
`;
