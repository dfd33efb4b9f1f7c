import {css} from 'lit';

/** Why something was not saved, at the lower edge of the picture or of the list. */
export const outcomeStyles = css`
  .outcome {
    z-index: 1;
    align-self: center;
    max-inline-size: min(100% - 6 * var(--_space), 30rem);
    margin-block: calc(3 * var(--_space));
    padding: calc(2 * var(--_space)) calc(4 * var(--_space));
    border: 1px solid var(--_control-line);
    border-radius: 22px;
    background: var(--_surface);
    color: var(--_text);
    font-size: 0.875rem;
    overflow-wrap: anywhere;
    pointer-events: none;
  }
`;
