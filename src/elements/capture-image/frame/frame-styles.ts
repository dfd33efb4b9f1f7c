import {css} from 'lit';

/**
 * Styles of the frame and the live picture. Over the picture everything is white on a scrim, in light and dark
 * pages. The intrinsic size replaces the content's width, which a container does not report to a flexible parent. A
 * box in a column without width, beside the content, gives the frame its shape: without a height of its own, the
 * element is as high as the higher of both; otherwise it has its own height. Without a shape or a height from the page, a
 * part of the window is left to the page: in a wide page, the picture would not fit otherwise. Higher content, such as large text, scrolls.
 */
export const frameStyles = css`
  :host {
    display: block;
    container-type: inline-size;
    contain-intrinsic-inline-size: 480px;
    min-inline-size: min(280px, 100%);
    line-height: 1.4;
  }

  :host([hidden]) {
    display: none;
  }

  .frame {
    position: relative;
    display: grid;
    grid-template: auto 1fr auto auto / minmax(0, 1fr) 0;
    inline-size: 100%;
    block-size: 100%;
    max-block-size: inherit;
    border-radius: var(--_radius);
    overflow: hidden auto;
    background: var(--_surface-raised);
  }

  .frame::before {
    content: '';
    grid-area: 1 / 2 / -1;
    place-self: start end;
    inline-size: 100cqi;
    aspect-ratio: var(--sc-aspect-ratio, 4 / 3);
    /* A shape that the page sets makes this a thousand times as much. */
    max-inline-size: calc(max(280px, 85vh) * 1000 * (var(--sc-aspect-ratio, 4 / 3000)));
    min-block-size: 0;
    max-block-size: 100%;
    pointer-events: none;
  }

  @container (width < 400px) {
    .frame::before {
      aspect-ratio: var(--sc-aspect-ratio, 3 / 4);
    }
  }

  /* Of a height that the page sets, the form for a plate leaves the picture its share, and is scrolled. */
  .frame.live {
    grid-template-rows: auto minmax(0, 1fr) minmax(0, auto) auto;
    overflow: hidden;
    background: #000;
    color: #fff;
  }

  /* The controls at the side, the picture beside them, for an element that is low and wide. */
  .frame.sideways {
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) minmax(0, auto) auto 0;
  }

  .sideways::before {
    grid-column: 4;
  }

  .live :focus-visible {
    outline-color: #fff;
    box-shadow: 0 0 0 6px rgb(0 0 0 / 60%);
  }

  video,
  .still {
    position: absolute;
    grid-area: 1 / 1 / -1 / 2;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
  }

  .mirrored {
    transform: scaleX(-1);
  }

  .still {
    opacity: 0.6;
  }

  .shade {
    position: absolute;
    grid-area: 1 / 1 / -1 / 2;
    inset: 0;
    background: #000;
    opacity: 0;
    pointer-events: none;
  }

  .over {
    position: relative;
    grid-area: 2 / 1;
    pointer-events: none;
  }

  .foot {
    grid-row: 3;
    display: flex;
    flex-direction: column;
    align-items: center;
  }

  /* Over the picture, which can be touched between what it says. What has no room is scrolled. */
  .live .foot {
    position: relative;
    isolation: isolate;
    grid-area: 2 / 1;
    justify-content: safe flex-end;
    overflow: auto;
    background: linear-gradient(rgb(0 0 0 / 0%) calc(100% - 40px), rgb(0 0 0 / 45%));
    pointer-events: none;
  }

  .sideways .foot {
    background: none;
  }

  .foot > * {
    flex: none;
    pointer-events: auto;
  }

  @media (forced-colors: active) {
    .frame {
      border: 1px solid CanvasText;
    }
  }
`;
