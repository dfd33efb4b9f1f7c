import {css} from 'lit';

/** The dialog before files are shared or saved: at the lower edge of a narrow page, in the middle of a wide one. */
export const sharingStyles = css`
  .sharing {
    inset: auto 0 0;
    inline-size: 100%;
    max-inline-size: 30rem;
    max-block-size: 100%;
    margin: 0 auto;
    padding: calc(4 * var(--_space));
    padding-block-end: calc(4 * var(--_space) + env(safe-area-inset-bottom));
    border: 0;
    border-radius: var(--_radius) var(--_radius) 0 0;
    background: var(--_surface);
    color: var(--_text);
    font-size: 1rem;
    line-height: 1.5;
    overflow: auto;
    overflow-wrap: anywhere;
  }

  @media (width >= 40rem) {
    .sharing {
      inset: 0;
      margin: auto;
      border-radius: var(--_radius);
    }
  }

  .sharing::backdrop {
    background: rgb(0 0 0 / 55%);
  }

  .sharing .top {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: calc(2 * var(--_space));
  }

  .sharing h2 {
    margin: 0;
    font-size: 1.125rem;
    font-weight: 600;
  }

  .sharing .exit {
    border: 0;
    background: none;
    color: inherit;
  }

  .sharing .exit:hover {
    background: var(--_surface-raised);
  }

  .sharing p {
    margin-block: calc(2 * var(--_space));
  }

  .sharing b {
    font-weight: 600;
  }

  .sharing .unsealed {
    color: var(--_unknown);
    font-weight: 500;
  }

  .sharing :is(.quiet, details) {
    font-size: 0.875rem;
  }

  .sharing .quiet {
    color: var(--_text-quiet);
  }

  .sharing summary {
    min-block-size: 44px;
    padding-block: calc(2.5 * var(--_space));
    cursor: pointer;
  }

  .sharing .buttons {
    display: grid;
    gap: calc(2 * var(--_space));
    margin-block-start: calc(3 * var(--_space));
  }

  .sharing .buttons > .quiet {
    margin-block: calc(-1 * var(--_space)) calc(2 * var(--_space));
  }

  .sharing .said {
    min-block-size: 1.5em;
    margin-block-end: 0;
    font-weight: 500;
  }
`;
