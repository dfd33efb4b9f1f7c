import {css} from 'lit';

/** The picture of a file with what can be done with it, and the sign of a pinned file. */
export const actionsStyles = css`
  .seen {
    display: grid;
    align-content: start;
    gap: calc(2 * var(--_space));
  }

  .seen .photo.opens {
    cursor: zoom-in;
  }

  .seen > .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: calc(2 * var(--_space));
  }

  .seen > .buttons .button {
    max-inline-size: 100%;
    overflow-wrap: anywhere;
  }

  .seen .icon {
    inline-size: 20px;
    block-size: 20px;
  }

  .seen [aria-pressed='true'] {
    border-color: var(--_accent);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }

  [role='option'] .pinned .icon {
    position: static;
    inline-size: 20px;
    block-size: 20px;
    padding: 0;
    background: none;
    color: inherit;
  }
`;
