import {css} from 'lit';

/**
 * Styles of the card, the row and what is below. The intrinsic size replaces the content's width, which a container
 * does not report to a flexible parent. The waveform's colour is the default of `waveColor`, and its outline's
 * colour is that of the played part, because a canvas cannot read custom properties.
 */
export const deskStyles = css`
  :host {
    display: block;
    container-type: inline-size;
    contain-intrinsic-inline-size: 640px;
    min-inline-size: min(280px, 100%);
    line-height: 1.4;
  }

  :host([hidden]) {
    display: none;
  }

  .frame {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(3 * var(--_space));
    padding: calc(4 * var(--_space));
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
  }

  .frame p {
    margin: 0;
  }

  .desk,
  .outcome {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-items: center;
    gap: calc(3 * var(--_space)) calc(4 * var(--_space));
  }

  .desk {
    grid-template:
      'stage stage stage' auto 'clock clock clock' auto 'remove record pause' auto / minmax(
        44px,
        1fr
      )
      64px minmax(44px, 1fr);
  }

  .stage {
    grid-area: stage;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-items: center;
    border-radius: calc(var(--_radius) * 0.75);
    padding-inline: calc(2 * var(--_space));
    background: var(--_surface-raised);
    overflow: hidden;
  }

  .stage > * {
    grid-area: 1 / 1;
  }

  .wave {
    color: light-dark(rgb(0 0 0 / 80%), var(--_text));
    outline-color: var(--_accent);
  }

  /* No button moves where the invitation is taller than the waveform. */
  .room {
    visibility: hidden;
  }

  .stage > .screen {
    justify-self: center;
    padding: calc(4 * var(--_space)) 0;
    /* A long word of large text is not cut off. */
    overflow-wrap: anywhere;
    hyphens: auto;
  }

  .record {
    grid-area: record;
    display: grid;
    place-items: center;
    inline-size: 64px;
    block-size: 64px;
    padding: 0;
    border: 2px solid var(--_text-quiet);
    border-radius: 50%;
    background: none;
    color: inherit;
    cursor: pointer;
    touch-action: manipulation;
    -webkit-tap-highlight-color: transparent;
  }

  .record:hover {
    background: var(--_surface-raised);
  }

  /* The red dot stands for recording wherever it can begin. */
  .record i {
    inline-size: 26px;
    block-size: 26px;
    border-radius: 50%;
    background: var(--_broken);
    transition: border-radius 120ms;
  }

  [data-state='pending'] .record i,
  [data-state='recording'] .record i,
  [data-state='paused'] .record i,
  [data-state='finishing'] .record i {
    border-radius: 5px;
  }

  .clock {
    grid-area: clock;
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: center;
    gap: 0 calc(2 * var(--_space));
    font-variant-numeric: tabular-nums;
  }

  .time {
    position: relative;
    font-size: 2rem;
    line-height: 1.25;
  }

  .clock .quiet {
    white-space: nowrap;
  }

  .pause,
  .remove {
    padding: 0;
    border-radius: 50%;
  }

  .pause {
    grid-area: pause;
    justify-self: end;
  }

  .remove {
    grid-area: remove;
    justify-self: start;
  }

  @container (width >= 560px) {
    .desk {
      grid-template: 'record stage clock pause remove' auto / 64px minmax(0, 1fr) auto 44px 44px;
    }

    .clock {
      flex-direction: column;
      align-items: end;
      min-inline-size: 7.5em;
    }
  }

  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(2 * var(--_space)) calc(3 * var(--_space));
    min-inline-size: 0;
  }

  .foot > :first-child {
    margin-inline-end: auto;
  }

  @container (width < 480px) {
    .frame {
      padding: calc(3 * var(--_space));
    }

    .foot {
      gap: calc(2 * var(--_space));
    }

    .foot > .seal {
      flex-basis: 100%;
    }

    .foot > .button {
      flex: auto;
    }
  }

  .caption {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space) calc(3 * var(--_space));
    font-size: 0.875rem;
  }

  .caption input {
    flex: 1 1 14em;
    min-inline-size: 0;
    min-block-size: 44px;
    padding-inline: calc(3 * var(--_space));
    border: 1px solid var(--_control-line);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface);
    color: inherit;
    font: inherit;
  }

  .caption-text {
    overflow-wrap: anywhere;
  }

  .mark-place .icon {
    inline-size: 20px;
    block-size: 20px;
  }

  .mark-place .count {
    min-inline-size: 2ch;
    color: var(--_text-quiet);
    font-variant-numeric: tabular-nums;
  }

  .level {
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
    min-block-size: 28px;
    font-size: 0.875rem;
  }

  .level svg:not(.icon) {
    inline-size: 72px;
    block-size: 6px;
    border-radius: 3px;
    background: var(--_line);
    fill: var(--_valid);
    forced-color-adjust: none;
  }

  .level .icon {
    inline-size: 20px;
    block-size: 20px;
  }

  [data-level='quiet'] svg:not(.icon) {
    fill: var(--_unknown);
  }

  [data-level='loud'] svg:not(.icon) {
    fill: var(--_broken);
  }

  [data-level='muted'] {
    color: var(--_broken);
  }

  .choice {
    display: flex;
    align-items: center;
    min-inline-size: 0;
    color: var(--_text-quiet);
  }

  .choice .icon {
    inline-size: 20px;
    block-size: 20px;
  }

  .choice select {
    min-inline-size: 0;
    max-inline-size: 100%;
    field-sizing: content;
    min-block-size: 44px;
    border: 0;
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface);
    color: inherit;
    font: inherit;
    font-size: 0.875rem;
    text-overflow: ellipsis;
    cursor: pointer;
  }

  .why {
    font-size: 0.875rem;
  }

  .seal {
    display: flex;
    align-items: center;
    gap: var(--_space);
    min-block-size: 44px;
  }

  .quiet {
    color: var(--_text-quiet);
    font-size: 0.8125rem;
  }

  .quiet b {
    color: var(--_unknown);
    font-weight: 600;
    white-space: nowrap;
  }

  .frame > .screen {
    justify-self: center;
  }

  .frame > .button {
    justify-self: start;
  }

  .frame > .notice {
    max-inline-size: 100%;
    margin: 0;
  }

  @media (forced-colors: active) {
    .record i {
      forced-color-adjust: none;
      background: CanvasText;
    }
  }
`;
