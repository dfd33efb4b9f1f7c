import {css} from 'lit';

/** A caption, and the field for it, over a picture or in the dark. */
export const captionStyles = css`
  .caption {
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
    margin-block-start: calc(2 * var(--_space));
    font-size: 0.875rem;
  }

  /* With 16 pixels, phones do not enlarge the page for it. */
  .caption input {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 44px;
    padding-inline: calc(3 * var(--_space));
    border: 1px solid rgb(255 255 255 / 70%);
    border-radius: var(--_radius);
    background: rgb(20 23 28 / 85%);
    color: #fff;
    font: inherit;
    font-size: max(1rem, 16px);
  }

  .caption input:focus-visible {
    outline: 2px solid #fff;
    outline-offset: -3px;
  }

  .foot .caption {
    margin: 0 calc(3 * var(--_space)) calc(2 * var(--_space));
    padding-inline-start: calc(3 * var(--_space));
    border-radius: var(--_radius);
    background: rgb(20 23 28 / 85%);
    color: #fff;
  }

  .caption-text {
    margin-block-start: var(--_space);
    max-block-size: 6em;
    overflow: auto;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
`;
