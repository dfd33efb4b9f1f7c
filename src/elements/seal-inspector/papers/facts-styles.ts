import {css} from 'lit';

/** Styles of what the device itself read: verifier, plate in the picture, history, sources, certificates. */
export const factsStyles = css`
  .notice,
  .artificial,
  .copy {
    display: flex;
    gap: calc(2 * var(--_space));
  }

  .notice {
    padding: calc(3 * var(--_space));
    border: 1px solid var(--_unknown);
    border-radius: calc(var(--_radius) / 2);
  }

  .notice ul {
    padding-inline-start: calc(5 * var(--_space));
  }

  .verdict .notice .icon,
  .verdict .artificial .icon {
    width: 24px;
    height: 24px;
    color: var(--_unknown);
  }

  .artificial {
    font-weight: 600;
  }

  .to-do {
    padding-block-start: calc(3 * var(--_space));
    border-block-start: 1px solid var(--_line);
  }

  .to-do b {
    display: block;
    font-weight: 600;
  }

  .of-sandbox {
    display: flex;
    align-items: center;
    justify-self: start;
    gap: calc(2 * var(--_space));
    padding: var(--_space) calc(3 * var(--_space));
    border: 1px solid var(--_unknown);
    border-radius: 18px;
    background: color-mix(in srgb, var(--_unknown) 12%, var(--_surface));
    font-size: 0.875rem;
    font-weight: 600;
  }

  .verdict .of-sandbox .icon {
    width: 20px;
    height: 20px;
    color: var(--_unknown);
  }

  .copy {
    align-items: center;
    flex-wrap: wrap;
  }

  .photo {
    position: relative;
    display: grid;
    place-items: center;
    max-width: 100%;
  }

  .plate {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    fill: none;
    stroke: #fff;
    stroke-width: 3px;
    filter: drop-shadow(0 0 2px #000) drop-shadow(0 0 1px #000);
  }

  .plate rect {
    vector-effect: non-scaling-stroke;
  }

  .plate.claim rect {
    stroke-dasharray: 6 5;
  }

  .plate text {
    fill: #fff;
    stroke: none;
    font-weight: 600;
  }

  .switch {
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
    min-height: 44px;
    padding-inline: calc(3 * var(--_space));
    font-size: 0.875rem;
  }

  .switch input {
    accent-color: var(--_accent);
  }

  .switch input {
    width: 20px;
    height: 20px;
    margin: 0;
  }

  .facts.panel {
    min-height: 96px;
  }

  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  [part='history'] p {
    margin-block: 0 calc(2 * var(--_space));
  }

  .steps,
  [part='ingredients'] > [role='tree'] {
    padding: calc(3 * var(--_space)) calc(4 * var(--_space));
    border-radius: var(--_radius);
    background: var(--_surface-raised);
  }

  .claims > .steps,
  .claims > [role='tree'] {
    background: var(--_surface);
  }

  .steps {
    display: grid;
    gap: calc(2 * var(--_space));
    padding-inline-start: calc(8 * var(--_space));
    list-style: decimal;
  }

  .steps.plain {
    padding-inline-start: calc(4 * var(--_space));
    list-style: none;
    overflow-wrap: anywhere;
  }

  .ingredient {
    display: flex;
    gap: calc(3 * var(--_space));
    align-items: center;
    min-height: 44px;
    padding-block: var(--_space);
    border-radius: calc(var(--_radius) / 2);
    overflow-wrap: anywhere;
  }

  .ingredient[aria-expanded] {
    cursor: pointer;
  }

  .ingredient > div {
    display: grid;
    min-width: 0;
  }

  .ingredient canvas {
    flex: none;
    width: 64px;
    height: 64px;
    object-fit: cover;
    border-radius: calc(var(--_radius) / 2);
  }

  .indent {
    flex: 0 0 calc(4 * var(--_space));
    align-self: stretch;
    border-inline-end: 1px solid var(--_line);
  }

  .paper {
    display: grid;
    gap: calc(3 * var(--_space));
  }

  .paper dl {
    grid-template-columns: repeat(auto-fill, minmax(min(240px, 100%), 1fr));
  }

  .paper .row {
    min-height: 0;
    margin: 0;
    padding: 0;
    justify-content: flex-start;
    background: none;
  }

  .paper .value {
    font-size: 1rem;
  }

  .paper .wide {
    grid-column: 1 / -1;
  }

  .failures,
  .remark {
    color: var(--_broken);
    font-size: 0.875rem;
  }

  .remark,
  .failures > span {
    display: block;
  }

  .issuer {
    padding-block: 0;
  }

  .issuer .card {
    padding-block: var(--_space) calc(4 * var(--_space));
  }

  .claims > ol > .issuer {
    background: var(--_surface);
  }

  .expiredSince {
    color: var(--_text-quiet);
  }
`;
