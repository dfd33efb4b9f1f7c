import {css} from 'lit';

/** The element's frame: where files go in, what is going on, what went wrong. */
export const styles = css`
  :host {
    display: block;
    min-width: min(280px, 100%);
    font-size: 1rem;
    line-height: 1.5;
  }

  .inspector {
    container-type: inline-size;
    display: grid;
    gap: calc(6 * var(--_space));
    padding: calc(4 * var(--_space));
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
  }

  h2,
  h3,
  h4,
  p,
  dl,
  dd,
  ul,
  figure {
    margin: 0;
    padding: 0;
  }

  .quiet,
  .note {
    color: var(--_text-quiet);
    font-size: 0.875rem;
  }

  .intake {
    display: grid;
    justify-items: center;
    gap: calc(3 * var(--_space));
    padding: calc(8 * var(--_space)) calc(4 * var(--_space));
    border: 2px dashed var(--_line);
    border-radius: var(--_radius);
    text-align: center;
    transition:
      border-color 120ms,
      background-color 120ms;
  }

  .intake > .icon {
    width: 40px;
    height: 40px;
    color: var(--_text-quiet);
  }

  .intake .invitation {
    font-size: 1.125rem;
    font-weight: 600;
  }

  .intake.compact {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: calc(2 * var(--_space)) calc(4 * var(--_space));
    padding: calc(2 * var(--_space)) calc(2 * var(--_space)) calc(2 * var(--_space))
      calc(4 * var(--_space));
    text-align: start;
  }

  .intake.compact .invitation {
    color: var(--_text-quiet);
    font-size: 0.875rem;
    font-weight: 400;
  }

  .intake.dragging {
    border-color: var(--_accent);
    background: color-mix(in srgb, var(--_accent) 8%, var(--_surface));
  }

  .working,
  .failure {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: start;
    gap: calc(3 * var(--_space)) calc(4 * var(--_space));
    padding: calc(4 * var(--_space));
    border-radius: var(--_radius);
    background: var(--_surface-raised);
  }

  .working {
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
  }

  .working progress {
    width: 100%;
    height: 6px;
    margin-top: calc(2 * var(--_space));
    accent-color: var(--_accent);
  }

  .failure > .icon {
    width: 32px;
    height: 32px;
    color: var(--_broken);
  }

  .failure h2 {
    font-size: 1.125rem;
    line-height: 1.4;
  }

  .failure .button {
    margin-top: calc(3 * var(--_space));
  }
`;
