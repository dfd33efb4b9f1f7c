import {css} from 'lit';

/** The question over the whole frame; picture, zoom and colors are those of the viewer. */
export const reviewStyles = css`
  .review {
    position: relative;
    grid-area: 1 / 1 / -1 / 2;
    display: grid;
    grid-template: minmax(8rem, 1fr) auto / minmax(0, 1fr);
    block-size: auto;
    min-block-size: 0;
    padding: 0;
    overflow: auto;
  }

  .review .middle {
    grid-row: 1;
  }

  .review .ask {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(2 * var(--_space)) calc(4 * var(--_space));
    padding: calc(3 * var(--_space)) calc(4 * var(--_space)) calc(4 * var(--_space));
  }

  .review .text {
    flex: 1 1 10rem;
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }

  .review h3 {
    margin: 0;
    font-size: 1rem;
    font-weight: 600;
  }

  .review .problem {
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
    margin-block: var(--_space);
    color: #f2bd4e;
    font-weight: 600;
  }

  .review .answers {
    flex: 1 1 15rem;
    display: flex;
    flex-wrap: wrap;
    gap: calc(2 * var(--_space));
    max-inline-size: 26rem;
    /* The answers stay in view while the text beside the picture is scrolled. */
    position: sticky;
    inset-block-end: calc(2 * var(--_space));
    background: #000;
    box-shadow: 0 calc(2 * var(--_space)) 0 calc(2 * var(--_space)) #000;
  }

  .review .answers > .button {
    flex: 1 1 auto;
    min-block-size: 48px;
  }

  /* In a low window, large text does not make the element higher than it is for the camera: its controls would not fit any more. */
  @media (max-height: 480px) {
    .review {
      contain: size;
    }
  }

  /* A low element: the question at the side of the picture. */
  .sideways .review {
    grid-column-end: 4;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr) min(17rem, 45%);
  }

  .sideways .review .ask {
    flex-flow: column;
    align-items: stretch;
    justify-content: safe center;
    overflow: auto;
  }

  .sideways .review :is(.text, .answers) {
    flex: none;
  }

  @media (forced-colors: active) {
    .review .problem {
      color: CanvasText;
    }

    .review .primary {
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
`;
