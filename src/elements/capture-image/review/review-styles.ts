import {css} from 'lit';

/** The question over the whole frame, in the colors of the viewer. */
export const reviewStyles = css`
  :host {
    position: relative;
    grid-area: 1 / 1 / -1 / 2;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    min-block-size: 0;
  }

  :host([hidden]) {
    display: none;
  }

  :is(p, h3) {
    margin: 0;
  }

  .review {
    display: grid;
    grid-template: minmax(8rem, 1fr) auto / minmax(0, 1fr);
    min-block-size: 0;
    background: #000;
    color: #fff;
    color-scheme: dark;
    font-size: 1rem;
    overflow: auto;
  }

  .middle {
    grid-row: 1;
    position: relative;
    min-block-size: 0;
  }

  /* The question is a part of the page, which one finger scrolls. */
  .stage:not([data-enlarged]) {
    touch-action: pan-y;
  }

  .quiet {
    color: #c3c9d2;
  }

  .notice {
    flex: none;
    justify-content: space-between;
    inline-size: 100%;
    max-inline-size: none;
    margin-block-end: 0;
  }

  .ask {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(2 * var(--_space)) calc(4 * var(--_space));
    padding: calc(3 * var(--_space)) calc(4 * var(--_space)) calc(4 * var(--_space));
  }

  .text {
    flex: 1 1 10rem;
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }

  h3 {
    font-size: 1rem;
    font-weight: 600;
  }

  .problem {
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
    margin-block: var(--_space);
    color: #f2bd4e;
    font-weight: 600;
  }

  .answers {
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

  .answers > .button {
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
  :host(.sideways) {
    grid-column-end: 4;
  }

  :host(.sideways) .review {
    grid-template: minmax(0, 1fr) / minmax(0, 1fr) min(17rem, 45%);
  }

  :host(.sideways) .ask {
    flex-flow: column;
    align-items: stretch;
    justify-content: safe center;
    overflow: auto;
  }

  :host(.sideways) :is(.text, .answers) {
    flex: none;
  }

  @media (forced-colors: active) {
    .problem {
      color: CanvasText;
    }

    .button.primary {
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
`;
