import {css} from 'lit';

/** The cards of the capture's data, their rows, and the tools above them. */
export const treeStyles = css`
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(2 * var(--_space));
    margin-bottom: calc(3 * var(--_space));
  }

  .tools input {
    flex: 1 1 220px;
    min-width: 0;
    max-width: 320px;
    min-height: 44px;
    padding: calc(2 * var(--_space)) calc(3 * var(--_space));
    border: 1px solid var(--_control-line);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface);
    color: inherit;
    font: inherit;
  }

  .tools [aria-checked='true'] {
    border-color: var(--_accent);
    background: color-mix(in srgb, var(--_accent) 12%, var(--_surface));
  }

  .tools [aria-checked='true'] .icon {
    color: var(--_accent);
  }

  /* Each line is filled, in the order of reading: a card that goes across leaves no hole beside those before it. */
  section > [role='tree'].cards {
    display: flex;
    flex-wrap: wrap;
    background: none;
  }

  [role='tree'].cards > .card {
    flex: 1 1 min(264px, 100%);
  }

  [role='tree'].cards > :is(.vast, .pictured) {
    flex-basis: 100%;
  }

  [role='tree'] .card > .head {
    margin: 0;
    font-size: 0.875rem;
  }

  [role='tree'] .card > .head + * {
    margin-top: calc(2 * var(--_space));
  }

  [role='tree'] .card > .head h4 {
    font-size: inherit;
  }

  [role='tree'] .card {
    container-type: inline-size;
  }

  @container (min-width: 400px) {
    .pictured > [role='group'] > :first-child {
      display: grid;
      grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
      column-gap: calc(6 * var(--_space));
      align-content: start;
    }

    .pictured .row {
      grid-column: 2;
    }

    .pictured .pictures {
      grid-area: 1 / 1 / span 50;
    }
  }

  @container (min-width: 800px) {
    .pictured > [role='group'] > :first-child {
      grid-template-columns: minmax(0, 2fr) repeat(2, minmax(0, 1.5fr));
    }

    .pictured .row {
      grid-column: auto;
    }

    .pictured .pictures {
      grid-column: 1;
    }

    /* The parts of a value keep below it. */
    .pictured .row:not([aria-level='2']) {
      grid-column: 2 / -1;
    }
  }

  /* What is out of sight is not laid out: thousands of rows cost no more than those on the screen. */
  .vast [role='group'] > div {
    content-visibility: auto;
    contain-intrinsic-size: auto 600px;
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(200px, 100%), 1fr));
  }

  [role='group'] .row {
    position: relative;
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    justify-content: center;
    min-width: 0;
    min-height: 44px;
    padding: var(--_space) calc(2 * var(--_space));
    margin-inline: calc(-2 * var(--_space));
    border-radius: calc(var(--_radius) / 2);
    /* Clear of the keys' line. */
    scroll-margin-block: calc(4 * var(--_space)) calc(16 * var(--_space));
    overflow-wrap: anywhere;
  }

  [role='group'] .row:hover,
  [role='group'] .row:focus {
    background: color-mix(in srgb, var(--_text) 5%, transparent);
  }

  [role='group'] .row:not([aria-level='2']) {
    margin-inline-start: calc(3 * var(--_space));
  }

  [role='group'] .row:not([aria-level='2'], [aria-level='3']) {
    margin-inline-start: calc(8 * var(--_space));
  }

  [aria-expanded] > .label {
    cursor: pointer;
  }

  [aria-expanded] > .label::after {
    content: '';
    display: inline-block;
    width: 0.4em;
    height: 0.4em;
    margin-inline-start: 0.6em;
    border: solid currentColor;
    border-width: 0 1.5px 1.5px 0;
    vertical-align: 0.15em;
    transform: rotate(45deg);
  }

  [aria-expanded='false'] > .label::after {
    transform: rotate(-45deg);
  }

  [aria-expanded='false'] > .label:dir(rtl)::after {
    transform: rotate(135deg);
  }

  .row > .value .more {
    cursor: pointer;
  }

  .row > .actions {
    position: absolute;
    inset-block-start: 0;
    inset-inline-end: 0;
    display: none;
    border-radius: inherit;
    background: var(--_surface-raised);
  }

  [role='group'] .row:hover > .actions,
  [role='group'] .row:focus-within > .actions {
    display: flex;
  }

  .row > .actions button {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    padding: 0;
    border: 0;
    border-radius: inherit;
    background: none;
    color: var(--_text-quiet);
    font: 0.8125rem var(--_font-mono);
    cursor: pointer;
  }

  .row > .actions button:hover {
    color: var(--_text);
  }

  .row > .actions .icon {
    width: 18px;
    height: 18px;
  }

  [role='tree'] mark {
    background: color-mix(in srgb, var(--_unknown) 28%, transparent);
    color: inherit;
  }

  /* Seen at the lower edge while keys move in the tree; its place is always kept, so that nothing jumps. */
  .keys {
    position: sticky;
    bottom: calc(2 * var(--_space));
    width: fit-content;
    margin-top: calc(2 * var(--_space));
    padding: var(--_space) calc(3 * var(--_space));
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface);
    visibility: hidden;
  }

  .cards:has(:focus-visible) ~ .keys {
    visibility: visible;
  }

  @media (hover: none) {
    .keys {
      display: none;
    }
  }
`;
