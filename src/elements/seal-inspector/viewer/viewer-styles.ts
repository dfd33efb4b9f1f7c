import {css} from 'lit';

/** Dark in light pages, too, so that nothing is brighter than the picture. */
export const viewerStyles = css`
  .viewer {
    color-scheme: dark;
    background: #000;
    color: #fff;
  }

  .viewer[open] {
    display: grid;
    grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
  }

  .viewer::backdrop {
    background: #000;
  }

  h2 span {
    display: block;
    font-size: 0.875rem;
    font-weight: 400;
  }

  .middle {
    position: relative;
    min-block-size: 0;
  }

  .step {
    position: absolute;
    inset-block: 0;
    margin-block: auto;
  }

  .viewBefore {
    inset-inline-start: calc(2 * var(--_space));
  }

  .viewAfter {
    inset-inline-end: calc(2 * var(--_space));
  }

  .viewAfter:dir(ltr) .icon,
  .viewBefore:dir(rtl) .icon {
    scale: -1 1;
  }

  footer {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: calc(2 * var(--_space)) calc(4 * var(--_space));
    max-block-size: 40vh;
    padding: calc(2 * var(--_space)) calc(3 * var(--_space));
    overflow: auto;
  }

  footer .view-buttons {
    margin-inline-start: auto;
  }
`;
