import {css} from 'lit';

/** The list of several files; beside the result where there is room. */
export const fileListStyles = css`
  .files {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(4 * var(--_space));
  }

  .files ul {
    max-height: 320px;
    padding: calc(2 * var(--_space));
    overflow-y: auto;
    list-style: none;
  }

  [role='option'] {
    display: flex;
    align-items: center;
    gap: calc(3 * var(--_space));
    min-height: 44px;
    padding: calc(2 * var(--_space));
    border-inline-start: 3px solid transparent;
    border-radius: calc(var(--_radius) / 2);
    cursor: pointer;
  }

  [role='option'][aria-selected='true'] {
    border-color: var(--_accent);
    background: var(--_surface);
  }

  [role='option'] > span,
  [role='option'] .quiet {
    display: block;
    min-width: 0;
  }

  [role='option'] > .icon {
    color: var(--_state, var(--_none));
  }

  [role='option'].failed > .icon {
    color: var(--_broken);
  }

  @container (min-width: 900px) {
    .many {
      grid-template-columns: minmax(240px, 2fr) minmax(0, 5fr);
      gap: calc(6 * var(--_space));
    }

    .files {
      position: sticky;
      top: calc(4 * var(--_space));
    }

    .files ul {
      max-height: min(640px, 70vh);
    }
  }
`;
