import {css} from 'lit';

/** A picture on black that a person can enlarge, with round buttons over it. */
export const stageStyles = css`
  .round {
    border: 1px solid rgb(255 255 255 / 55%);
    background: rgb(20 23 28 / 78%);
    color: #fff;
  }

  .round:hover {
    background: rgb(60 66 76 / 85%);
  }

  .stage {
    position: absolute;
    inset: 0;
    overflow: hidden;
    touch-action: none;
    user-select: none;
    -webkit-user-select: none;
    cursor: zoom-in;
  }

  .stage[data-enlarged] {
    cursor: grab;
  }

  .stage canvas {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
  }

  /* Every pixel of the file is a square: nothing is drawn that is not in it. */
  .stage[data-pixels] canvas {
    image-rendering: pixelated;
  }

  .stage:focus-visible {
    outline: 2px solid #fff;
    outline-offset: -2px;
    box-shadow: none;
  }

  .missing {
    position: absolute;
    inset: auto 0 50%;
    padding: calc(4 * var(--_space));
    text-align: center;
    background: rgb(0 0 0 / 60%);
    pointer-events: none;
  }

  /* A preview is seen above it. */
  .missing.below {
    inset-block-end: 0;
    margin: 0;
  }

  .enlarge {
    position: absolute;
    inset-block-end: calc(2 * var(--_space));
    inset-inline-end: calc(2 * var(--_space));
  }

  @media (forced-colors: active) {
    .round {
      border: 1px solid ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }
  }
`;
