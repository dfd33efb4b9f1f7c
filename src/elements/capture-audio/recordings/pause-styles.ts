import {css} from 'lit';

/** Shows whether sound is recorded or the recording is paused. They move nothing, so that they can be loaded later. */
export const pauseStyles = css`
  [data-state='paused'] .wave {
    opacity: 0.4;
  }

  /* The dot is beside the time while sound is recorded, and moves nothing. */
  [data-state='recording'] .time::before {
    content: '';
    position: absolute;
    inset-block-start: calc(50% - 6px);
    inset-inline-end: calc(100% + 2 * var(--_space));
    inline-size: 12px;
    block-size: 12px;
    border-radius: 50%;
    background: var(--_broken);
  }

  .pill {
    display: flex;
    align-items: center;
    gap: var(--_space);
    padding-block: var(--_space);
    padding-inline: calc(2 * var(--_space)) calc(3 * var(--_space));
    border: 1px solid;
    border-radius: 999px;
    background: color-mix(in srgb, var(--_unknown) 14%, var(--_surface));
    color: var(--_unknown);
    font-weight: 600;
  }

  @media (forced-colors: active) {
    .time::before {
      forced-color-adjust: none;
      background: CanvasText;
    }
  }
`;
