import {css} from 'lit';

/** The buttons that open the file dialog, the notes about files, and the place to drop them. */
export const importStyles = css`
  .bar .end {
    display: flex;
    flex-wrap: wrap-reverse;
    align-items: center;
    justify-content: flex-end;
    gap: calc(2 * var(--_space));
  }

  .sideways .bar .end {
    flex-direction: column-reverse;
    flex-wrap: nowrap;
  }

  .import {
    display: grid;
    place-items: center;
    inline-size: 48px;
    block-size: 48px;
    padding: 0;
    border: 1px solid rgb(255 255 255 / 55%);
    border-radius: 50%;
    background: rgb(20 23 28 / 70%);
    color: #fff;
    cursor: pointer;
  }

  .import:hover {
    background: rgb(60 66 76 / 85%);
  }

  .import-instead {
    display: flex;
    align-items: center;
    gap: calc(2 * var(--_space));
  }

  .instead {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: calc(3 * var(--_space));
    margin: calc(2 * var(--_space)) calc(4 * var(--_space)) calc(6 * var(--_space));
  }

  .notice > .file {
    overflow-wrap: anywhere;
  }

  .notice.many {
    align-items: flex-start;
  }

  .many > .icon {
    margin-block-start: 12px;
  }

  .many details {
    min-inline-size: 0;
  }

  .many summary {
    min-block-size: 44px;
    padding-block: 11px;
    cursor: pointer;
  }

  .many ul {
    max-block-size: 11rem;
    margin: 0 0 calc(3 * var(--_space));
    padding: 0;
    overflow: auto;
    list-style: none;
  }

  .many li {
    padding-block: var(--_space);
    overflow-wrap: anywhere;
  }

  .notice > .close-note {
    display: grid;
    place-items: center;
    min-inline-size: 44px;
    min-block-size: 44px;
    margin-inline-start: auto;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
  }

  .drop {
    position: absolute;
    inset: 0;
    z-index: 1;
    display: grid;
    place-content: center;
    justify-items: center;
    gap: calc(2 * var(--_space));
    border: 3px dashed var(--_accent);
    border-radius: var(--_radius);
    background: var(--_surface-raised);
    color: var(--_text);
    font-weight: 600;
    /* What is dropped is for the element. */
    pointer-events: none;
  }

  .foot > .drop {
    pointer-events: none;
  }

  .drop .icon {
    inline-size: 40px;
    block-size: 40px;
  }

  @media (forced-colors: active) {
    .import {
      border-color: ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }
  }
`;
