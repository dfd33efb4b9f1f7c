import {css} from 'lit';

/**
 * Design tokens. A page sets the public `--sc-*` properties on an element or above it; elements read only the
 * private `--_*` ones, so that the page's value wins wherever it was set. Tokens for a single element are with its
 * styles. Light and dark follow the page's own `color-scheme`: an element in a light page stays light at night.
 */
export const tokens = css`
  :host {
    --_surface: var(--sc-surface, light-dark(#ffffff, #14171c));
    --_surface-raised: var(--sc-surface-raised, light-dark(#f6f7f9, #1d2128));
    --_text: var(--sc-text, light-dark(#14171c, #f2f4f7));
    --_text-quiet: var(--sc-text-quiet, light-dark(#565d69, #a3abb8));
    --_line: var(--sc-line, light-dark(#dfe3e8, #2e343d));
    --_control-line: var(--sc-control-line, color-mix(in srgb, var(--_text) 55%, var(--_surface)));
    --_accent: var(--sc-accent, light-dark(#1f5eff, #7aa2ff));
    --_on-accent: var(--sc-on-accent, light-dark(#ffffff, #0b1020));
    --_valid: var(--sc-valid, light-dark(#0f7a4d, #4cc38a));
    --_unknown: var(--sc-unknown, light-dark(#8a5a00, #e0a83c));
    --_broken: var(--sc-broken, light-dark(#c02626, #ff7b72));
    --_radius: var(--sc-radius, 12px);
    --_space: var(--sc-space, 4px);

    font-family: var(--sc-font, inherit);
    color: var(--_text);
    text-align: start;
    /* Japanese lines end between words, where the browser knows them. */
    word-break: auto-phrase;
  }
`;

/** Basic styles of every element: box sizing, focus ring, hidden text, buttons, icons. */
export const base = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }

  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  .icon {
    display: block;
    flex: none;
    width: 24px;
    height: 24px;
  }

  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: calc(2 * var(--_space));
    min-width: 44px;
    min-height: 44px;
    padding: calc(2 * var(--_space)) calc(4 * var(--_space));
    border: 1px solid var(--_control-line);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
    font-weight: 500;
    line-height: 1.25;
    cursor: pointer;
  }

  button:is(:disabled, [aria-disabled='true']) {
    opacity: 0.55;
    cursor: default;
  }

  .button:hover {
    background: var(--_surface-raised);
  }

  .button.primary {
    border-color: transparent;
    background: var(--_accent);
    color: var(--_on-accent);
  }

  .button.primary:hover {
    background: color-mix(in srgb, var(--_accent), var(--_text) 12%);
  }

  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      transition-duration: 0s !important;
      animation-duration: 0s !important;
      animation-iteration-count: 1 !important;
    }
  }
`;
