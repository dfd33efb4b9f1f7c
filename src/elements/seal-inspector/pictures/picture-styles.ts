import {css} from 'lit';

/** Diagrams beside the numbers of a card. */
export const pictureStyles = css`
  .row.pictures {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(104px, 1fr));
    gap: calc(3 * var(--_space));
    align-content: start;
    justify-items: center;
  }

  .row.pictures:hover {
    background: none;
  }

  .place {
    display: grid;
    gap: var(--_space);
    justify-items: center;
    width: 100%;
  }

  .place a {
    padding-block: calc(2.5 * var(--_space));
    color: var(--_accent);
    font-size: 0.875rem;
  }

  .picture {
    width: 100%;
    max-width: 128px;
    margin: 0;
    text-align: center;
    direction: ltr;
  }

  .place .picture {
    max-width: 200px;
  }

  .picture svg {
    display: block;
    width: 100%;
    fill: none;
    stroke: var(--_text-quiet);
    stroke-width: 1.25;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .picture text {
    fill: var(--_text-quiet);
    stroke: var(--_surface);
    stroke-width: 2.5;
    paint-order: stroke;
    font-size: 10px;
    text-anchor: middle;
    dominant-baseline: central;
  }

  /* Drawn nearly twice as large as the others: its letters and lines are not. */
  .place .picture text {
    stroke-width: 1.5;
    font-size: 6.5px;
  }

  .place .picture svg {
    stroke-width: 0.75;
  }

  .place .picture .start {
    text-anchor: start;
  }

  .picture .faint {
    stroke: var(--_line);
  }

  .picture .strong {
    stroke: var(--_accent);
    stroke-width: 2.5;
  }

  .picture .thin {
    stroke-width: 1;
  }

  .picture .way {
    stroke-dasharray: 1.5 3;
  }

  .picture .area {
    fill: color-mix(in srgb, var(--_accent) 16%, transparent);
    stroke: none;
  }

  .picture .head {
    fill: var(--_accent);
    stroke: none;
  }

  @media (forced-colors: active) {
    .picture svg,
    .picture .faint {
      stroke: CanvasText;
    }

    .picture text {
      fill: CanvasText;
      stroke: Canvas;
    }

    .picture .strong {
      stroke: Highlight;
    }

    .picture .head {
      fill: Highlight;
    }

    .picture .area {
      fill: none;
    }
  }
`;
