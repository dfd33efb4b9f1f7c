import {css} from 'lit';

/** One row if there is enough space, otherwise two; used with {@link base}. */
export const playerStyles = css`
  /* Time goes from left to right, as in the waveform, also where words are read the other way. */
  .player:has(input) {
    direction: ltr;
  }

  .player {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(2 * var(--_space)) calc(3 * var(--_space));
    min-width: 0;
  }

  /* A sentence beside its icon. */
  p.player {
    flex-wrap: nowrap;
  }

  .player .tools {
    display: flex;
    align-items: center;
    gap: var(--_space);
    margin-inline-start: auto;
  }

  .player .bookmarks {
    display: flex;
    flex-basis: 100%;
    flex-wrap: wrap;
    gap: calc(2 * var(--_space));
  }

  .player .bookmarks .button {
    padding-inline: calc(3 * var(--_space));
    border-radius: 999px;
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }

  .player .bookmarks .icon {
    inline-size: 16px;
    block-size: 16px;
  }

  .player select {
    min-block-size: 44px;
    border: 1px solid var(--_control-line);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface);
    color: inherit;
    font: inherit;
    font-size: 0.875rem;
    cursor: pointer;
  }

  .player .button {
    flex: none;
    padding: 0;
    border-radius: 50%;
  }

  .player input {
    flex: 1;
    width: 0;
    min-width: 96px;
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
