import {css} from 'lit';

/** Round buttons with an icon: of the list, and over a photo. */
export const roundStyles = css`
  .round,
  .act {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 44px;
    block-size: 44px;
    padding: 0;
    border-radius: 50%;
    cursor: pointer;
  }
`;
