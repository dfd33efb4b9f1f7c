import {css} from 'lit';

/** The last photo, with its state. */
export const thumbnailStyles = css`
  .thumbnail {
    position: relative;
    display: block;
    inline-size: 56px;
    block-size: 56px;
    padding: 0;
    border: 0;
    border-radius: calc(var(--_radius) * 0.75);
    background: none;
    color: inherit;
    cursor: pointer;
  }

  .thumbnail canvas {
    display: block;
    object-fit: cover;
    inline-size: 100%;
    block-size: 100%;
    border: 2px solid #fff;
    border-radius: inherit;
  }

  .thumbnail .mark {
    position: absolute;
    inset-block-end: -6px;
    inset-inline-end: -6px;
    box-shadow: 0 0 0 1px rgb(0 0 0 / 20%);
  }
`;
