import {css} from 'lit';

/** The buttons that open the list of all photos: one beside the thumbnail, one in the notice that storage is low. */
export const albumButtonStyles = css`
  .bar .start {
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
  }

  .sideways .bar .start {
    flex-direction: column;
    gap: var(--_space);
  }

  .all {
    min-inline-size: 44px;
    block-size: 44px;
    padding-inline: var(--_space);
    border: 1px solid rgb(255 255 255 / 55%);
    border-radius: 22px;
    background: rgb(20 23 28 / 70%);
    color: #fff;
    font: inherit;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    cursor: pointer;
  }

  .all:hover {
    background: rgb(60 66 76 / 85%);
  }

  /* A text of two lines needs more room than a count beside its button. */
  .notice.low {
    justify-content: center;
  }

  .notice.low > span {
    flex-basis: 12rem;
  }

  @container (width < 330px) {
    .bar .start {
      gap: 0;
      margin-inline-start: calc(-2 * var(--_space));
    }
  }

  @media (forced-colors: active) {
    .all {
      border-color: ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }
  }
`;
