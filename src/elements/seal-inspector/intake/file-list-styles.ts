import {css} from 'lit';

/** The list of several files; beside the result if there is enough space. */
export const fileListStyles = css`
  .files {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(4 * var(--_space));
  }

  .files .tools {
    display: flex;
    flex-wrap: wrap;
    gap: calc(2 * var(--_space)) calc(4 * var(--_space));
  }

  .files label {
    display: flex;
    flex: 0 1 22rem;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 calc(2 * var(--_space));
    min-width: 0;
  }

  .files select {
    flex: auto;
    min-width: 0;
    max-width: 100%;
    min-height: 44px;
    padding-inline: calc(2 * var(--_space));
    border: 1px solid var(--_control-line);
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface);
    color: inherit;
    font: inherit;
  }

  /* A shadow at the edge beyond which there are more rows; the grounds that scroll with the rows cover it at the ends. */
  .files ul {
    --_more: light-dark(rgb(0 0 0 / 24%), rgb(255 255 255 / 24%));

    background:
      linear-gradient(var(--_surface-raised) 40%, transparent) 0 0 / 100% 40px local,
      linear-gradient(transparent, var(--_surface-raised) 60%) 0 100% / 100% 40px local,
      linear-gradient(var(--_more), transparent) 0 0 / 100% 14px scroll,
      linear-gradient(transparent, var(--_more)) 0 100% / 100% 14px scroll,
      var(--_surface-raised);
    background-repeat: no-repeat;
    max-height: 430px;
    padding: calc(2 * var(--_space));
    overflow-y: auto;
    list-style: none;
  }

  [role='option'] {
    display: flex;
    align-items: center;
    gap: calc(3 * var(--_space));
    min-height: 64px;
    padding: calc(2 * var(--_space)) calc(3 * var(--_space));
    border-inline-start: 3px solid transparent;
    border-radius: calc(var(--_radius) / 2);
    cursor: pointer;
  }

  [role='option'][aria-selected='true'] {
    border-color: var(--_accent);
    background: var(--_surface);
  }

  [role='option'] .thumb {
    position: relative;
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 48px;
    block-size: 48px;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface);
    color: var(--_text-quiet);
    font-size: 0.6875rem;
  }

  .thumb canvas {
    position: absolute;
    inline-size: 100%;
    block-size: 100%;
    border-radius: inherit;
  }

  [role='option'] .icon {
    position: absolute;
    inset-block-end: -6px;
    inset-inline-end: -6px;
    inline-size: 24px;
    block-size: 24px;
    padding: 2px;
    border-radius: 50%;
    background: var(--_surface-raised);
    color: var(--_state, var(--_none));
  }

  [role='option'].failed .icon,
  .chip.failed .icon {
    color: var(--_broken);
  }

  .about {
    display: grid;
    flex: 1;
    min-width: 0;
    line-height: 1.35;
  }

  .about .file {
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  /* The reason has two lines, and who signed one. */
  .about .fact {
    display: -webkit-box;
    overflow: hidden;
    font-size: 0.8125rem;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    line-clamp: 2;
    /* Otherwise a text that is cut off would have its mark at its beginning, where it reads from right to left. */
    unicode-bidi: isolate;
  }

  .about .fact.quiet {
    -webkit-line-clamp: 1;
    line-clamp: 1;
  }

  .about .state {
    color: var(--_state, inherit);
    font-weight: 600;
  }

  /* A seal of a sandbox is never green. */
  .sandbox {
    --_state: var(--_unknown);
  }

  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: calc(2 * var(--_space));
  }

  .files .chip {
    display: flex;
    align-items: center;
    gap: calc(1.5 * var(--_space));
    min-height: 44px;
    padding-inline: calc(3 * var(--_space));
    border: 1px solid var(--_control-line);
    border-radius: 22px;
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
    font-size: 0.875rem;
    cursor: pointer;
  }

  .files .chip[aria-pressed='true'] {
    border-color: var(--_accent);
    box-shadow: inset 0 0 0 1px var(--_accent);
    font-weight: 600;
  }

  .files .chip .icon {
    inline-size: 20px;
    block-size: 20px;
    color: var(--_state, var(--_none));
  }

  /* There every border has a colour. */
  @media (forced-colors: active) {
    [role='option'] {
      border-color: Canvas;
    }

    [role='option'][aria-selected='true'] {
      border-color: Highlight;
    }
  }

  .pager {
    display: none;
    align-items: center;
    gap: calc(2 * var(--_space));
  }

  .pager .quiet {
    flex: 1;
    text-align: end;
  }

  .pager .icon {
    inline-size: 20px;
    block-size: 20px;
  }

  .pager .icon-button {
    display: grid;
    place-items: center;
    inline-size: 44px;
    block-size: 44px;
    border: 1px solid var(--_control-line);
    border-radius: 50%;
    background: var(--_surface);
    color: inherit;
    cursor: pointer;
  }

  .pager [aria-disabled='true'] {
    color: var(--_text-quiet);
    cursor: default;
  }

  .pager .fileAfter .icon,
  :host(:dir(rtl)) .pager :is(.back, .fileBefore) .icon {
    scale: -1 1;
  }

  :host(:dir(rtl)) .pager .fileAfter .icon {
    scale: 1;
  }

  /* No space for both. */
  @container (width < 37.5em) {
    .files.opened,
    .files:not(.opened) ~ * {
      display: none;
    }

    .files.opened + .pager {
      display: flex;
    }
  }

  @container (min-width: 37.5em) {
    .many {
      grid-template-columns: minmax(232px, 2fr) minmax(0, 3fr);
      gap: calc(6 * var(--_space));
    }

    /* Its parts are laid out by the width of their pane. */
    .many > :not(.files, .pager) {
      container-type: inline-size;
    }

    .files {
      position: sticky;
      top: calc(4 * var(--_space));
    }

    .files ul {
      max-height: min(640px, 70vh);
    }
  }

  @container (min-width: 56.25em) {
    .many {
      grid-template-columns: minmax(240px, 2fr) minmax(0, 5fr);
    }
  }
`;
