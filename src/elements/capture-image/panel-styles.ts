import {css} from 'lit';

/**
 * The list over the picture gets the room between pill, notices and bar, and at least what is needed to read it.
 * The frame grows by what is missing, or scrolls the list if the page sets its height.
 */
export const panelStyles = css`
  .foot > .contents {
    flex: 1 0 0;
    inline-size: min(100% - 4 * var(--_space), 460px);
    min-block-size: 9.5rem;
    margin-block-end: calc(2 * var(--_space));
  }

  .sideways .foot > .contents {
    min-block-size: 120px;
  }

  /* On their own ground, not on the picture. */
  .live :is(.contents, .plate):focus-visible,
  .live :is(.contents, .plate) :focus-visible {
    outline-color: var(--_accent);
    outline-offset: -2px;
    box-shadow: none;
  }
`;
