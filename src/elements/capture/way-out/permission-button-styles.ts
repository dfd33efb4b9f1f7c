import {css} from 'lit';

/**
 * Styles of the browser's permission button, which looks like the main button. The browser never wraps its text, and ignores
 * presses if the text is smaller than 13 px or the button is clipped. So large text shrinks to the width of the element.
 */
export const permissionButtonStyles = css`
  .permission-button {
    min-block-size: 42px;
    max-inline-size: 100%;
    margin-block-start: calc(2 * var(--_space));
    padding: 0 calc(4 * var(--_space));
    border: 1px solid transparent;
    border-radius: calc(var(--_radius) * 0.75);
    background-color: var(--_accent);
    color: var(--_on-accent);
    font-family: inherit;
    font-size: max(13px, min(1rem, (100cqi - 72px) / 13.5));
    font-weight: 500;
    cursor: pointer;
  }
`;
