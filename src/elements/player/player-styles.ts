import {css} from 'lit';

/** One row, also in the narrowest place; beside {@link base}. */
export const playerStyles = css`
  /* Time goes from left to right, as in the waveform, also where words are read the other way. */
  .player:has(input) {
    direction: ltr;
  }

  .player {
    display: flex;
    align-items: center;
    gap: calc(3 * var(--_space));
    min-width: 0;
  }

  .player .button {
    flex: none;
    padding: 0;
    border-radius: 50%;
  }

  .player input {
    flex: 1;
    width: 0;
    min-width: 48px;
    height: 44px;
    margin: 0;
    accent-color: var(--_accent);
    cursor: pointer;
  }

  .player .times {
    flex: none;
    color: var(--_text-quiet);
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }
`;
