import {css} from 'lit';

/** The verdict and everything below it. */
export const resultStyles = css`
  .result {
    display: grid;
    gap: calc(6 * var(--_space));
  }

  .outcome {
    display: grid;
    gap: calc(4 * var(--_space));
  }

  .preview {
    display: grid;
    place-items: center;
    overflow: hidden;
    min-height: 96px;
    border-radius: var(--_radius);
    background: var(--_surface-raised);
    color: var(--_text-quiet);
  }

  .preview canvas {
    display: block;
    max-width: 100%;
    max-height: 280px;
  }

  .preview .icon {
    width: 40px;
    height: 40px;
  }

  .verdict {
    --_state: var(--_none);
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: calc(4 * var(--_space));
    padding: calc(4 * var(--_space));
    border: 1px solid var(--_line);
    border-inline-start: 4px solid var(--_state);
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_state) 6%, var(--_surface));
    overflow-wrap: anywhere;
  }

  .verdict.valid {
    --_state: var(--_valid);
  }

  .verdict.untrusted {
    --_state: var(--_unknown);
  }

  .verdict.invalid {
    --_state: var(--_broken);
  }

  .verdict .mark {
    color: var(--_state);
  }

  .verdict .mark .icon {
    width: 56px;
    height: 56px;
  }

  .verdict .words {
    display: grid;
    align-content: start;
    gap: calc(2 * var(--_space));
  }

  .verdict h2 {
    color: var(--_state);
    font-size: 1.5rem;
    line-height: 1.25;
  }

  .verdict .signing {
    font-weight: 500;
  }

  .verdict .reason {
    color: var(--_text-quiet);
    font-size: 0.875rem;
  }

  section > h3 {
    margin-bottom: calc(3 * var(--_space));
    font-size: 1.125rem;
    line-height: 1.4;
  }

  .count {
    margin-inline-start: calc(2 * var(--_space));
    color: var(--_text-quiet);
    font-size: 0.875rem;
    font-weight: 400;
  }

  .checks {
    display: grid;
    gap: calc(2 * var(--_space));
    list-style: none;
  }

  .checks li {
    display: flex;
    gap: calc(2 * var(--_space));
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .checks li > span {
    min-width: 0;
  }

  .checks .passed .icon {
    color: var(--_text-quiet);
  }

  .checks .failed .icon {
    color: var(--_broken);
  }

  .checks .failed {
    font-weight: 600;
  }

  code,
  pre,
  .code {
    font-family: var(--_font-mono);
    font-size: 0.8125rem;
  }

  .checks code {
    color: var(--_text-quiet);
    font-weight: 400;
  }

  .claims {
    padding: calc(4 * var(--_space));
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: repeating-linear-gradient(
      -45deg,
      var(--_surface-raised) 0 8px,
      color-mix(in srgb, var(--_line) 60%, var(--_surface-raised)) 8px 10px
    );
  }

  .claims > h3 {
    width: fit-content;
    padding: calc(1 * var(--_space)) calc(2 * var(--_space));
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface);
  }

  .claims > .quiet {
    width: fit-content;
    padding: calc(1 * var(--_space)) calc(2 * var(--_space));
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface);
  }

  .cards {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(200px, 100%), 1fr));
    gap: calc(3 * var(--_space));
  }

  .cards + .quiet {
    margin-top: calc(3 * var(--_space));
  }

  .card {
    min-width: 0;
    padding: calc(4 * var(--_space));
    border-radius: var(--_radius);
    background: var(--_surface-raised);
    overflow-wrap: anywhere;
  }

  .claims .card {
    background: var(--_surface);
  }

  .card > h3,
  .card > h4 {
    margin-bottom: calc(3 * var(--_space));
    font-size: 0.875rem;
    font-weight: 600;
  }

  .card dl {
    display: grid;
    gap: calc(3 * var(--_space));
  }

  dt,
  .unit {
    color: var(--_text-quiet);
    font-size: 0.8125rem;
    line-height: 1.4;
  }

  dd.value {
    font-size: 1.125rem;
    line-height: 1.35;
    font-variant-numeric: tabular-nums;
  }

  summary {
    min-height: 44px;
    padding-block: calc(2.5 * var(--_space));
    border-radius: calc(var(--_radius) / 2);
    color: var(--_text);
    cursor: pointer;
  }

  .long summary {
    padding-block: 0;
  }

  .long[open] > bdi {
    display: block;
    margin-top: calc(2 * var(--_space));
    font-size: 0.875rem;
  }

  .more {
    color: var(--_text-quiet);
    font-size: 0.8125rem;
    text-decoration: underline;
    white-space: nowrap;
  }

  .copying {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(3 * var(--_space));
  }

  .json pre {
    max-height: 480px;
    margin: calc(3 * var(--_space)) 0 0;
    padding: calc(4 * var(--_space));
    overflow: auto;
    border-radius: var(--_radius);
    background: var(--_surface-raised);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  @container (max-width: 400px) {
    .verdict {
      grid-template-columns: minmax(0, 1fr);
    }
  }

  @container (min-width: 640px) {
    .outcome {
      grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    }

    .verdict {
      padding: calc(6 * var(--_space));
    }

    .verdict .mark .icon {
      width: 72px;
      height: 72px;
    }
  }

  @media (forced-colors: active) {
    .verdict,
    .card {
      border: 1px solid CanvasText;
    }
  }
`;
