import {css} from 'lit';

/** A dialog that covers the whole page. */
export const overPageStyles = css`
  :host {
    display: contents;
  }

  .sheet,
  .viewer {
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    max-inline-size: none;
    max-block-size: none;
    margin: 0;
    padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom)
      env(safe-area-inset-left);
    border: 0;
    font-size: 1rem;
    overflow: hidden;
  }
`;
