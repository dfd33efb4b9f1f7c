import {css} from 'lit';

/** The names of bookmarks in the player; apart from its other styles, because they are loaded later. */
export const markNameStyles = css`
  .player .bookmarks bdi {
    max-inline-size: 24ch;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
