import {css} from 'lit';

/** The verdict. */
export const verdictStyles = css`
  .outcome,
  .words {
    display: grid;
    align-content: start;
    gap: calc(3 * var(--_space));
  }

  .verdict {
    --_state: var(--_none);
    display: grid;
    gap: calc(4 * var(--_space));
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

  .verdict .icon {
    width: 64px;
    height: 64px;
    color: var(--_state);
  }

  .verdict h2 {
    color: var(--_state);
    font-size: 1.5rem;
    line-height: 1.25;
  }

  @container (min-width: 400px) {
    .verdict {
      grid-template-columns: auto minmax(0, 1fr);
    }
  }

  @container (min-width: 640px) {
    .outcome {
      grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    }

    /* The verdict is read first; beside it, the file stands at the start of the line. */
    .outcome > .preview {
      order: -1;
    }
  }

  @media (forced-colors: active) {
    .panel {
      border: 1px solid;
    }
  }
`;
