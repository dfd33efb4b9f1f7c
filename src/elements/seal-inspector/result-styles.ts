import {css} from 'lit';

/** Styles of a result, without those of its verdict. */
export const resultStyles = css`
  .cards,
  .card dl {
    display: grid;
    align-content: start;
    gap: calc(3 * var(--_space));
  }

  .preview {
    display: grid;
    place-items: center;
    padding: 0;
    overflow: hidden;
    min-height: 96px;
  }

  .sound {
    grid-template-columns: minmax(0, 1fr);
    gap: calc(2 * var(--_space));
    padding: calc(3 * var(--_space));
    align-content: center;
  }

  .sound > * {
    width: 100%;
  }

  .doubt {
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
    padding: calc(3 * var(--_space));
  }

  .sound .doubt {
    padding: 0;
  }

  canvas,
  .preview video {
    max-width: 100%;
    max-height: 280px;
  }

  .kind {
    display: grid;
    justify-items: center;
    gap: var(--_space);
    padding: calc(4 * var(--_space));
  }

  .kind b {
    font-size: 1.125rem;
  }

  section > h3 {
    margin-bottom: calc(3 * var(--_space));
    font-size: 1.125rem;
  }

  code,
  pre {
    font-family: var(--_font-mono);
    font-size: 0.8125rem;
  }

  .claims {
    border: 1px solid var(--_line);
    background: repeating-linear-gradient(
      -45deg,
      var(--_surface-raised) 0 8px,
      color-mix(in srgb, var(--_line) 60%, var(--_surface-raised)) 8px 10px
    );
  }

  .claims > h3,
  .claims > p {
    width: fit-content;
    padding: var(--_space) calc(2 * var(--_space));
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface);
  }

  .cards {
    grid-template-columns: repeat(auto-fill, minmax(min(200px, 100%), 1fr));
  }

  .cards + p {
    margin-top: calc(3 * var(--_space));
  }

  .claims .card {
    background: var(--_surface);
  }

  .card > :first-child {
    margin-bottom: calc(3 * var(--_space));
    font-size: 0.875rem;
  }

  .value {
    font-size: 1.125rem;
    font-variant-numeric: tabular-nums;
  }

  summary {
    padding-block: calc(2.5 * var(--_space));
    cursor: pointer;
  }

  .long summary {
    padding: 0;
  }

  .more {
    text-decoration: underline;
  }

  pre {
    max-height: 480px;
    overflow: auto;
    white-space: pre-wrap;
  }
`;
