import {css} from 'lit';

/** Styles of wavesurfer's layers: the whole waveform, and above it the played part. */
export const waveformStyles = css`
  :host {
    display: block;
    min-width: 1px;
    user-select: none;
    -webkit-user-select: none;
  }

  .scroll {
    overflow: hidden;
    width: 100%;
  }

  .wrapper,
  .layer > div {
    position: relative;
  }

  .seekable {
    cursor: pointer;
    touch-action: pan-y;
  }

  .layer {
    pointer-events: none;
  }

  canvas {
    position: absolute;
    top: 0;
    image-rendering: pixelated;
  }

  .progress,
  .cursor {
    position: absolute;
    top: 0;
    left: 0;
    height: 100%;
  }

  .progress {
    width: 0;
    overflow: hidden;
  }

  .cursor {
    pointer-events: none;
  }
`;
