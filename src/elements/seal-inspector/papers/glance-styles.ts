import {css} from 'lit';

/** Where, when and with what, beside the picture where there is space; and what is folded away below. */
export const glanceStyles = css`
  .contents {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-items: start;
    gap: calc(4 * var(--_space));
  }

  .glance {
    display: flex;
    flex-wrap: wrap;
    gap: calc(3 * var(--_space));
  }

  .glimpse,
  .glimpse dl {
    display: grid;
    align-content: start;
    gap: calc(1.5 * var(--_space));
  }

  .glimpse {
    flex: 1 1 min(13rem, 100%);
    padding: calc(3 * var(--_space)) calc(4 * var(--_space));
  }

  .glimpse:has(.place) {
    flex-basis: min(16rem, 100%);
  }

  .glimpse.short {
    flex-basis: min(8rem, 100%);
  }

  .claims .glimpse {
    background: var(--_surface);
  }

  .glimpse h4 {
    font-size: 0.875rem;
  }

  .glimpse .value {
    font-size: 1rem;
  }

  .glimpse .place {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(2 * var(--_space)) calc(4 * var(--_space));
  }

  .glimpse .picture {
    flex: 0 0 88px;
  }

  /* A map of the page's own goes across. */
  .glimpse ::slotted(*) {
    flex: 1 1 100%;
  }

  .coordinates {
    display: grid;
    flex: 1 1 7.5rem;
    line-height: 1.4;
  }

  :is(.all-values, .technical) > summary {
    min-height: 44px;
    font-weight: 600;
  }

  .technical > summary {
    border-block-start: 1px solid var(--_line);
  }

  .technical > summary .quiet {
    margin-inline-start: calc(2 * var(--_space));
  }

  @container (width < 480px) {
    .result {
      gap: calc(4 * var(--_space));
    }
  }

  @container (min-width: 800px) {
    .contents:has(> .seen + section) {
      grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    }

    /* What is long goes across. */
    .contents:has(.all-values[open]) {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
