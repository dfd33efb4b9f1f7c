import {css} from 'lit';

/** Declarations of a dialog that covers the whole page. */
export const overPage = css`
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
`;
