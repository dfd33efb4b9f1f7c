import {css} from 'lit';

/** The verdict. */
export const verdictStyles = css`
  .words {
    display: grid;
    align-content: start;
    gap: calc(2 * var(--_space));
  }

  .verdict {
    --_state: var(--_none);
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: center;
    gap: calc(2 * var(--_space)) calc(3 * var(--_space));
    border: 1px solid var(--_line);
    border-inline-start: 4px solid var(--_state);
    background: color-mix(in srgb, var(--_state) 6%, var(--_surface));
  }

  .valid {
    --_state: var(--_valid);
  }

  .interim,
  .untrusted {
    --_state: var(--_unknown);
  }

  .invalid {
    --_state: var(--_broken);
  }

  /* Narrow: shape and heading in one line, and all else below both. */
  .verdict > .words {
    display: contents;
  }

  .verdict > :not(.icon, .words),
  .words > :not(h2) {
    grid-column: 1 / -1;
  }

  .verdict > .icon {
    width: 44px;
    height: 44px;
    color: var(--_state);
  }

  .verdict h2 {
    color: var(--_state);
    font-size: 1.5rem;
    line-height: 1.25;
  }

  .of-file {
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .take-away {
    display: grid;
    gap: calc(2 * var(--_space));
    margin-block-start: var(--_space);
  }

  .take-away .button {
    flex: auto;
    padding-inline: calc(3 * var(--_space));
    /* The tinted ground takes some of its contrast. */
    border-color: color-mix(in srgb, var(--_control-line), var(--_text) 20%);
  }

  @container (min-width: 400px) {
    .verdict {
      align-items: start;
      gap: calc(4 * var(--_space)) calc(6 * var(--_space));
    }

    .verdict > .words {
      display: grid;
    }

    .verdict > .icon {
      width: 56px;
      height: 56px;
    }

    .verdict > .take-away {
      grid-column: 2;
    }
  }

  @container (min-width: 800px) {
    .verdict {
      grid-template-columns: auto minmax(0, 1fr) auto;
    }

    .verdict h2 {
      font-size: 1.75rem;
    }

    .verdict > .take-away {
      grid-column: auto;
      align-content: start;
    }

    .take-away .buttons {
      flex-direction: column;
      align-items: stretch;
    }
  }

  @media (forced-colors: active) {
    .panel {
      border: 1px solid;
    }
  }
`;
