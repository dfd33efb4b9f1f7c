import {css} from 'lit';

/** The checks: a line for each question, with its answer at the end. */
export const checksStyles = css`
  .areas,
  .checks {
    list-style: none;
  }

  .areas {
    padding: 0;
  }

  .area + .area {
    border-top: 1px solid var(--_line);
  }

  .line {
    display: flex;
    align-items: center;
    gap: calc(3 * var(--_space));
    min-height: 44px;
    padding: calc(2 * var(--_space)) calc(4 * var(--_space));
  }

  summary.line::after {
    content: '';
    width: 8px;
    height: 8px;
    border: solid var(--_text-quiet);
    border-width: 0 2px 2px 0;
    rotate: 45deg;
    translate: 0 -2px;
  }

  [open] > summary.line::after {
    rotate: 225deg;
    translate: 0 2px;
  }

  .area .icon {
    width: 20px;
    height: 20px;
    color: var(--_outcome);
  }

  .checks .icon {
    width: 16px;
    height: 16px;
    margin-top: 4px;
  }

  .question {
    flex: 1;
    /* No long word is broken: the answer takes a second line instead. */
    overflow-wrap: break-word;
  }

  .answer {
    overflow-wrap: break-word;
    color: var(--_outcome);
    font-size: 0.875rem;
    font-weight: 600;
  }

  @container (width < 24rem) {
    .line {
      gap: calc(2 * var(--_space));
      padding-inline-end: calc(2 * var(--_space));
    }

    .line > .icon {
      margin-inline-end: var(--_space);
    }
  }

  /* The answer stands below its question rather than being broken. */
  @container (width < 22rem) {
    .line {
      flex-wrap: wrap;
      row-gap: 0;
    }

    .question {
      flex-basis: 70%;
    }

    .answer {
      margin-inline-start: calc(20px + 3 * var(--_space));
    }

    summary.line::after {
      margin-inline-start: auto;
    }
  }

  .area,
  .area .unconfirmed,
  .area .unchecked {
    --_outcome: var(--_text-quiet);
  }

  .area .passed,
  .area.passed {
    --_outcome: var(--_valid);
  }

  .area .unknown,
  .area.unknown,
  .area .noted,
  .area.noted {
    --_outcome: var(--_unknown);
  }

  .area .failed,
  .area.failed {
    --_outcome: var(--_broken);
  }

  .area.failed {
    background: color-mix(in srgb, var(--_broken) 6%, transparent);
  }

  .failed > details .question,
  .checks .failed bdi:first-of-type {
    font-weight: 600;
  }

  .checks {
    display: grid;
    gap: calc(2 * var(--_space));
  }

  .checks,
  .area p {
    padding-block-end: calc(3 * var(--_space));
    padding-inline: calc(11 * var(--_space)) calc(4 * var(--_space));
    margin-block-start: calc(-1 * var(--_space));
  }

  .checks li {
    display: flex;
    gap: calc(2 * var(--_space));
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .checks code {
    display: block;
  }

  .more-of {
    margin-block: 0 calc(4 * var(--_space));
    margin-inline: calc(11 * var(--_space)) calc(4 * var(--_space));
  }

  .json > .button {
    margin-top: calc(3 * var(--_space));
  }

  .areas + .button {
    margin-top: calc(3 * var(--_space));
  }
`;
