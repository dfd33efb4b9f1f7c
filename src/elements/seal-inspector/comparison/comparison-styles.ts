import {css} from 'lit';

export const comparisonStyles = css`
  .viewer {
    background: var(--_surface);
    color: var(--_text);
  }

  .viewer[open] {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
  }

  .content {
    display: grid;
    align-content: start;
    gap: calc(3 * var(--_space));
    padding: 0 calc(3 * var(--_space)) calc(4 * var(--_space));
    overflow: auto;
  }

  .top .round,
  .tools .round {
    border: 1px solid var(--_control-line);
    background: var(--_surface);
    color: inherit;
  }

  .alike b {
    font-size: 1.125rem;
  }

  .quiet {
    color: var(--_text-quiet);
  }

  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 calc(5 * var(--_space));
  }

  .switch {
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
    min-block-size: 44px;
  }

  .switch input {
    flex: none;
    inline-size: 20px;
    block-size: 20px;
    margin: 0;
  }

  input {
    accent-color: var(--_accent);
  }

  .pair {
    display: grid;
    gap: calc(3 * var(--_space));
  }

  .side {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr) auto;
    align-content: start;
    gap: calc(2 * var(--_space));
    min-inline-size: 0;
    margin: 0;
  }

  figcaption {
    display: grid;
    gap: var(--_space);
    overflow-wrap: anywhere;
  }

  .name {
    font-weight: 600;
  }

  .state {
    --_state: var(--_none);
    display: flex;
    align-items: center;
    gap: calc(1.5 * var(--_space));
    color: var(--_state);
    font-size: 0.875rem;
    font-weight: 600;
  }

  .state.valid {
    --_state: var(--_valid);
  }

  .state:is(.untrusted, .interim, .unchecked, .sandbox) {
    --_state: var(--_unknown);
  }

  .state:is(.invalid, .failed) {
    --_state: var(--_broken);
  }

  .frame {
    position: relative;
    min-block-size: 200px;
    block-size: 36vh;
    border-radius: calc(var(--_radius) / 2);
    background: #000;
    color: #fff;
    overflow: hidden;
  }

  .frame.kind {
    display: grid;
    place-items: center;
    block-size: auto;
    min-block-size: 96px;
    background: var(--_surface-raised);
    color: inherit;
    font-size: 1.125rem;
  }

  .overlaid {
    grid-template: auto minmax(0, 1fr) auto / 1fr 1fr;
  }

  .overlaid .side {
    display: contents;
  }

  .overlaid figcaption {
    grid-area: 1 / 1;
  }

  .overlaid .doubt {
    grid-area: 3 / 1;
  }

  .overlaid [data-index='1'] :is(figcaption, .doubt) {
    grid-column: 2;
  }

  .overlaid .frame {
    grid-area: 2 / 1 / 3 / 3;
    block-size: 56vh;
  }

  .overlaid [data-index='0'] .frame {
    z-index: 1;
    background: none;
  }

  .overlaid [data-index='0'] .stage {
    background: #000;
    clip-path: inset(0 calc(100% - var(--_divide, 50%)) 0 0);
  }

  .overlaid [data-index='0'] .stage:dir(rtl) {
    clip-path: inset(0 0 0 calc(100% - var(--_divide, 50%)));
  }

  /* What is clipped away of the first stage does not hide the second from the pointer. */
  .overlaid [data-index='0'] .frame {
    pointer-events: none;
  }

  .overlaid [data-index='0'] .stage {
    pointer-events: auto;
  }

  .divide input {
    inline-size: 100%;
    min-block-size: 44px;
    margin: 0;
  }

  table {
    inline-size: 100%;
    border-collapse: collapse;
    table-layout: fixed;
    font-size: 0.875rem;
  }

  caption {
    padding-block: calc(2 * var(--_space));
    font-size: 1rem;
    font-weight: 600;
    text-align: start;
  }

  :is(th, td) {
    padding-block: calc(1.5 * var(--_space));
    padding-inline: 0 calc(2 * var(--_space));
    border-block-end: 1px solid var(--_line);
    font-weight: 400;
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }

  thead th,
  .group th {
    font-weight: 600;
  }

  .group th {
    padding-block-start: calc(4 * var(--_space));
  }

  .differs :is(th, td) bdi,
  .sign {
    font-weight: 700;
  }

  .sign {
    margin-inline-start: var(--_space);
    color: var(--_broken);
  }

  @media (min-width: 640px) {
    .pair {
      grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr) minmax(0, 1fr);
    }

    /* Both pictures begin at one height. */
    .side {
      grid-row: 1 / 4;
      grid-template-rows: subgrid;
    }

    .frame {
      block-size: 50vh;
    }
  }
`;
