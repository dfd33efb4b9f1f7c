import {css} from 'lit';

/** The dialog of a case: one column over the whole window. */
export const caseStyles = css`
  :host {
    display: contents;
  }

  :is(h2, h3, p, label, legend, button, bdi) {
    unicode-bidi: plaintext;
  }

  dialog {
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    max-inline-size: none;
    max-block-size: none;
    margin: 0;
    padding: calc(4 * var(--_space));
    border: 0;
    background: var(--_surface);
    color: var(--_text);
    overscroll-behavior: contain;
    overflow-wrap: anywhere;
  }

  .column {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(4 * var(--_space));
    inline-size: 100%;
    max-inline-size: 720px;
    margin-inline: auto;
  }

  h2,
  h3,
  p,
  ol {
    margin: 0;
    padding: 0;
  }

  h2 {
    font-size: 1.375rem;
    line-height: 1.25;
  }

  h3 {
    margin-block-start: calc(2 * var(--_space));
    font-size: 1.0625rem;
  }

  header,
  .top,
  .verdict,
  .switch,
  .status,
  .buttons {
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
  }

  header {
    justify-content: space-between;
  }

  .buttons,
  .status {
    flex-wrap: wrap;
  }

  .quiet {
    color: var(--_text-quiet);
    font-size: 0.875rem;
  }

  .square {
    flex: none;
    inline-size: 44px;
    padding: 0;
  }

  .square .icon {
    inline-size: 20px;
    block-size: 20px;
  }

  .up .icon {
    rotate: 90deg;
  }

  .down .icon {
    rotate: -90deg;
  }

  fieldset {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
    gap: calc(2 * var(--_space)) calc(4 * var(--_space));
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }

  legend {
    margin-block-end: calc(2 * var(--_space));
    padding: 0;
    font-weight: 600;
  }

  label:not(.switch) {
    display: grid;
    gap: var(--_space);
    font-size: 0.875rem;
  }

  :is(input[type='text'], textarea) {
    inline-size: 100%;
    min-block-size: 44px;
    padding: calc(2 * var(--_space)) calc(3 * var(--_space));
    border: 1px solid var(--_control-line);
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface);
    color: inherit;
    font: inherit;
    font-size: 1rem;
  }

  textarea {
    resize: vertical;
  }

  .switch {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 44px;
    cursor: pointer;
  }

  .switch input {
    flex: none;
    inline-size: 24px;
    block-size: 24px;
    margin: 0;
    accent-color: var(--_accent);
  }

  .name {
    min-inline-size: 0;
    font-weight: 600;
  }

  ol {
    display: grid;
    gap: calc(3 * var(--_space));
    list-style: none;
  }

  li {
    display: grid;
    gap: calc(2 * var(--_space));
    min-inline-size: 0;
    padding: calc(3 * var(--_space)) calc(4 * var(--_space));
    border-radius: var(--_radius);
    background: var(--_surface-raised);
  }

  .verdict {
    align-items: start;
  }

  .verdict > span {
    min-inline-size: 0;
  }

  .verdict :is(.icon, b) {
    color: var(--_state, var(--_text));
  }

  .valid {
    --_state: var(--_valid);
  }

  :is(.interim, .untrusted, .sandbox) {
    --_state: var(--_unknown);
  }

  .invalid {
    --_state: var(--_broken);
  }

  .status p:empty {
    display: none;
  }

  .status {
    min-block-size: 44px;
  }
`;
