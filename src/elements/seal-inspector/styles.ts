import {css} from 'lit';

/** Styles of the element's frame: intake, progress, failure. */
export const styles = css`
  :host {
    --_none: var(--sc-none, light-dark(#565d69, #a3abb8));
    --_font-mono: var(--sc-font-mono, ui-monospace, monospace);
    display: block;
    min-width: min(280px, 100%);
    font-size: 1rem;
    line-height: 1.5;
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  h2,
  h3,
  h4,
  p,
  dl,
  dd,
  ul {
    margin: 0;
    padding: 0;
    font-size: 1rem;
  }

  /* The page may read the other way than words and values do: each line has the direction of its own text. In a
     line that has nothing but isolated parts, Firefox reads from left to right; so its first part is not a bdi. */
  :is(h2, h3, h4, p, li, dt, dd, label, figcaption, button, span, bdi) {
    unicode-bidi: plaintext;
  }

  /* Left to right in every language: code, drawings and values, which people compare character by character. */
  :is(code, pre, bdi, svg, .value) {
    direction: ltr;
  }

  :is(code, pre) {
    unicode-bidi: isolate;
  }

  /* The value comes before its unit in the direction of the unit. */
  .unit {
    unicode-bidi: normal;
  }

  pre {
    text-align: left;
  }

  .inspector {
    container-type: inline-size;
    /* At the page's own side all the same. */
    text-align: -webkit-match-parent;
    text-align: match-parent;
    padding: calc(4 * var(--_space));
    border-radius: var(--_radius);
    background: var(--_surface);
  }

  .inspector,
  .result {
    display: grid;
    gap: calc(6 * var(--_space));
  }

  .quiet {
    color: var(--_text-quiet);
    font-size: 0.875rem;
    font-weight: 400;
  }

  .panel {
    min-width: 0;
    padding: calc(4 * var(--_space));
    border-radius: var(--_radius);
    background: var(--_surface-raised);
    overflow-wrap: anywhere;
  }

  .intake {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: calc(3 * var(--_space));
    padding: calc(2 * var(--_space)) calc(4 * var(--_space));
    border: 2px dashed var(--_control-line);
    border-radius: var(--_radius);
  }

  .idle {
    flex-direction: column;
    padding-block: calc(8 * var(--_space));
    text-align: center;
  }

  .idle .icon {
    width: 40px;
    height: 40px;
    color: var(--_text-quiet);
  }

  .link {
    min-height: 44px;
    padding-inline: calc(2 * var(--_space));
    border: 0;
    background: none;
    color: var(--_text-quiet);
    font: inherit;
    font-size: 0.875rem;
    text-decoration: underline;
    cursor: pointer;
  }

  .idle .link {
    margin-block: calc(-3 * var(--_space));
  }

  .idle .note {
    order: 1;
  }

  .left {
    order: 2;
    flex-basis: 100%;
  }

  .idle .invitation {
    font-size: 1.125rem;
    font-weight: 600;
  }

  .dragging {
    border-color: var(--_accent);
    background: color-mix(in srgb, var(--_accent) 8%, var(--_surface));
  }

  .working,
  .failure {
    display: flex;
    gap: calc(4 * var(--_space));
  }

  .working {
    align-items: center;
  }

  .working div {
    flex: 1;
  }

  progress {
    width: 100%;
    height: 6px;
    accent-color: var(--_accent);
  }

  .failure .icon {
    color: var(--_broken);
  }

  .failure .buttons {
    margin-top: calc(3 * var(--_space));
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: calc(2 * var(--_space));
  }

  :is(.files, .verdict, .failure, .working) {
    scroll-margin-block: calc(4 * var(--_space));
  }

  .many {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-items: start;
    gap: calc(4 * var(--_space));
  }
`;
