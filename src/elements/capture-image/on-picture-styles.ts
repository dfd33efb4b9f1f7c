import {css} from 'lit';

/** The focus ring over a picture, and that of lists and notices, which have a ground of their own. */
export const onPictureStyles = css`
  :focus-visible {
    outline-color: #fff;
    box-shadow: 0 0 0 6px rgb(0 0 0 / 60%);
  }

  .notice :focus-visible {
    outline-color: var(--_accent);
    outline-offset: -4px;
    box-shadow: none;
  }

  .contents:focus-visible,
  .contents :focus-visible {
    outline-color: var(--_accent);
    outline-offset: -2px;
    box-shadow: none;
  }
`;
