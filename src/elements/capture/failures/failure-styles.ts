import {css} from 'lit';

/** The notice about captures that were not sealed: reason and buttons are below the first line. */
export const failureStyles = css`
  .notice.failure {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    inline-size: min(100% - 4 * var(--_space), 460px);
    gap: 0 calc(2 * var(--_space));
    padding: calc(2 * var(--_space)) calc(3 * var(--_space)) 0;
    border-radius: var(--_radius);
  }

  .failure > span {
    font-weight: 600;
  }

  .notice b {
    font-weight: 600;
  }

  /* The reason why files are not uploaded; the button goes below it, and wraps, where both have no room in a line. */
  .notice small {
    display: block;
    font-size: inherit;
    overflow-wrap: anywhere;
  }

  .notice.wraps:has(small) > span {
    flex-basis: min(14rem, 100% - 20px - 2 * var(--_space));
  }

  .notice.wraps > button {
    white-space: normal;
    text-align: start;
  }

  .failure > p {
    grid-column: 1 / -1;
    margin: 0;
    overflow-wrap: anywhere;
  }

  .failure > .actions {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    margin-inline: calc(-2 * var(--_space));
  }

  /* Beside the list of what will be sealed, a low element has room for one line of it. */
  .sideways .contents ~ .failure {
    grid-template-columns: auto minmax(0, 1fr) auto;
    padding-block: 0;

    > p,
    > .actions > :not(.retry) {
      display: none;
    }

    > .actions {
      grid-column: auto;
    }
  }
`;
