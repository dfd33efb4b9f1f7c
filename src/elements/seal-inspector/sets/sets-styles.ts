import {css} from 'lit';

/** Styles of the verdicts on sets, and of what one seal says of its set. */
export const setsStyles = css`
  .sets {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(3 * var(--_space));
  }

  .set {
    --_state: var(--_none);
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: calc(2 * var(--_space)) calc(3 * var(--_space));
    border: 1px solid var(--_line);
    border-inline-start: 4px solid var(--_state);
    background: color-mix(in srgb, var(--_state) 6%, var(--_surface));
  }

  .set.complete {
    --_state: var(--_valid);
  }

  .set:is(.open, .unconfirmed, .sandbox) {
    --_state: var(--_unknown);
  }

  .set.incomplete {
    --_state: var(--_broken);
  }

  .set > .icon {
    width: 32px;
    height: 32px;
    color: var(--_state);
  }

  .set h3 {
    align-self: center;
    font-size: 1.125rem;
    line-height: 1.35;
    overflow-wrap: anywhere;
  }

  .set .state {
    color: var(--_state);
  }

  .set .of-sandbox .icon {
    width: 20px;
    height: 20px;
    color: var(--_unknown);
  }

  .set > details {
    grid-column: 1 / -1;
  }

  .set > details > summary,
  .set-others > summary {
    min-height: 44px;
    font-weight: 600;
    unicode-bidi: plaintext;
  }

  .sets .set-remarks,
  .set-details ul {
    display: grid;
    gap: calc(2 * var(--_space));
    max-height: none;
    padding: 0;
    overflow: visible;
    background: none;
    list-style: none;
  }

  .sets .to-file,
  .set-details .to-file {
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    text-decoration: underline;
    overflow-wrap: anywhere;
    cursor: pointer;
  }

  .set-details {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(4 * var(--_space));
  }

  .claims > .set-details {
    background: var(--_surface);
  }

  .set-place {
    font-size: 1.125rem;
  }

  .set-details h4,
  .set-details caption {
    margin-block-end: var(--_space);
    font-size: 0.875rem;
    font-weight: 600;
    text-align: start;
  }

  .set-details table {
    width: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
    table-layout: fixed;
  }

  .set-details :is(th, td) {
    padding: calc(1.5 * var(--_space)) calc(2 * var(--_space));
    padding-inline-start: 0;
    border-block-end: 1px solid var(--_line);
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }

  .set-details th {
    color: var(--_text-quiet);
    font-size: 0.875rem;
    font-weight: 400;
  }

  .set-details th:first-child {
    width: 5.5rem;
  }

  .set-details td > .quiet {
    display: block;
  }

  .set-facts,
  .set-details .set-facts .row {
    display: grid;
    gap: calc(2 * var(--_space));
  }

  .set-details .set-facts .row {
    grid-template-columns: minmax(8rem, 1fr) minmax(0, 3fr);
    align-items: baseline;
  }

  @container (width < 30em) {
    .set-details .set-facts .row {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
  }
`;
