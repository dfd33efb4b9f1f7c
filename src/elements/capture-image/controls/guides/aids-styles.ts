import {css} from 'lit';

/** Lines over the live picture: white with a dark edge, so that they are visible on every background. */
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

  /* The picture itself, without the black beside it. */
  .area {
    position: relative;
    display: grid;
    place-items: center;
    inline-size: min(100cqi, 100cqb * var(--_ratio, 1));
    aspect-ratio: var(--_ratio, 1);
  }

  .grid {
    grid-area: 1 / 1;
    inline-size: 100%;
    block-size: 100%;
    --_thirds:
      transparent calc(100% / 3 - 1.5px), rgb(0 0 0 / 45%) 0 calc(100% / 3 - 0.5px),
      rgb(255 255 255 / 75%) 0 calc(100% / 3 + 0.5px), rgb(0 0 0 / 45%) 0 calc(100% / 3 + 1.5px),
      transparent 0 calc(200% / 3 - 1.5px), rgb(0 0 0 / 45%) 0 calc(200% / 3 - 0.5px),
      rgb(255 255 255 / 75%) 0 calc(200% / 3 + 0.5px), rgb(0 0 0 / 45%) 0 calc(200% / 3 + 1.5px),
      transparent 0;
    background: linear-gradient(var(--_thirds)), linear-gradient(to right, var(--_thirds));
  }

  /* Two marks that stay, and the line between them that turns; where it joins them, the camera is level. */
  .level {
    position: relative;
    display: grid;
    grid-area: 1 / 1;
    place-items: center;
    inline-size: min(60%, 320px);
    block-size: 2px;
  }

  .level[hidden] {
    display: none;
  }

  .level::before,
  .level::after,
  .level i {
    content: '';
    position: absolute;
    block-size: 2px;
    background: #fff;
    box-shadow: 0 0 0 1px rgb(0 0 0 / 55%);
  }

  .level::before,
  .level::after {
    inline-size: 12%;
  }

  .level::before {
    left: 0;
  }

  .level::after {
    right: 0;
  }

  .level i {
    inline-size: 70%;
    rotate: var(--_tilt);
  }

  .level b {
    position: absolute;
    inset-block-start: 12px;
    padding: 0 6px;
    border-radius: 999px;
    background: rgb(20 23 28 / 70%);
    font-size: 0.8125rem;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }

  .level[data-level]::before,
  .level[data-level]::after,
  .level[data-level] i {
    background: #4cc38a;
  }

  .level[data-level]::before,
  .level[data-level]::after {
    inline-size: 15%;
  }

  .level[data-level] b {
    color: #4cc38a;
  }

  .ring {
    position: absolute;
    left: var(--_x);
    top: var(--_y);
    inline-size: 64px;
    block-size: 64px;
    margin: -32px;
    border: 2px solid #ffd24d;
    border-radius: 50%;
    box-shadow:
      0 0 0 1px rgb(0 0 0 / 55%),
      inset 0 0 0 1px rgb(0 0 0 / 55%);
    animation: focus 150ms ease-out;
  }

  @keyframes focus {
    from {
      scale: 1.4;
    }
  }

  /* Above the ring of the focus point, which would cross the digit. */
  .count {
    position: relative;
    display: grid;
    place-items: center;
    grid-area: 1 / 1;
    inline-size: 1.6em;
    block-size: 1.6em;
    border-radius: 50%;
    background: rgb(20 23 28 / 70%);
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

  /* The number tells it. */
  @media (prefers-reduced-motion: reduce) {
    .level i {
      rotate: none;
    }

    .level:not([data-level]) i {
      opacity: 0.4;
    }

    .disc {
      transition: none;
    }

    .ring {
      animation: none;
    }
  }

  @media (forced-colors: active) {
    .level::before,
    .level::after,
    .level i {
      background: CanvasText;
      box-shadow: none;
      forced-color-adjust: none;
    }

    .level[data-level]::before,
    .level[data-level]::after,
    .level[data-level] i {
      background: Highlight;
    }

    .level b,
    .level[data-level] b {
      background: Canvas;
      color: CanvasText;
    }

    .ring {
      border-color: Highlight;
    }

    .grid {
      forced-color-adjust: none;
    }

    .count {
      border: 2px solid CanvasText;
      background: Canvas;
      color: CanvasText;
    }
  }
`;
