import {css} from 'lit';

/** What is drawn over the live picture: white with a dark edge, seen on every ground. */
export const aidsStyles = css`
  .aids {
    position: absolute;
    grid-area: 1 / 1 / -1 / 2;
    inset: 0;
    display: grid;
    place-items: center;
    container-type: size;
    color: #fff;
    pointer-events: none;
  }

  .count {
    display: grid;
    place-items: center;
    grid-area: 1 / 1;
    inline-size: 1.6em;
    block-size: 1.6em;
    border-radius: 50%;
    background: rgb(20 23 28 / 55%);
    font-size: clamp(4rem, 26cqmin, 9rem);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    line-height: 1;
  }

  /* A second press ends the countdown: as the square of a recorder. */
  .frame[data-counting] .disc {
    border-radius: 8px;
    scale: 0.5;
  }

  @media (prefers-reduced-motion: reduce) {
    .disc {
      transition: none;
    }
  }

  @media (forced-colors: active) {
    .count {
      border: 2px solid CanvasText;
      background: Canvas;
      color: CanvasText;
    }
  }
`;
