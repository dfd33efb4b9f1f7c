import {css} from 'lit';

/** The notice that a photo does not look good; its buttons go below where large text leaves no room beside it. */
export const qualityStyles = css`
  .quality {
    flex-wrap: wrap;
    row-gap: 0;
  }

  .quality > .answers {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    margin-inline-start: auto;
  }
`;
