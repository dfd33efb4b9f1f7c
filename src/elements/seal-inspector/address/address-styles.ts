import {css} from 'lit';

/** The field for an address, its progress and its failure, within the place for files. */
export const addressStyles = css`
  .address {
    display: grid;
    flex: 1 0 100%;
    gap: calc(3 * var(--_space));
    width: 100%;
    max-width: 36rem;
    text-align: start;
  }

  .idle .address {
    order: 1;
    flex: none;
    margin-inline: auto;
  }

  /* In the row above a result, the buttons are together at the end. */
  .intake:not(.idle) > .invitation {
    margin-inline-end: auto;
  }

  .address form {
    display: grid;
    gap: calc(1 * var(--_space));
  }

  .address .row {
    display: flex;
    flex-wrap: wrap;
    gap: calc(2 * var(--_space));
  }

  .address input {
    flex: 1 1 14rem;
    min-width: 0;
    min-height: 44px;
    padding-inline: calc(3 * var(--_space));
    border: 1px solid var(--_control-line);
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface-raised);
    color: inherit;
    font: inherit;
    direction: ltr;
  }

  .address bdi {
    overflow-wrap: anywhere;
  }

  .address .fetching {
    display: flex;
    align-items: center;
    gap: calc(4 * var(--_space));
  }

  .address .fetching div {
    flex: 1;
    min-width: 0;
  }

  .address .problem {
    display: flex;
    gap: calc(3 * var(--_space));
  }

  .address .problem .icon {
    flex: none;
    color: var(--_text-quiet);
  }

  .address .problem .buttons {
    margin-top: calc(3 * var(--_space));
  }
`;
