import {LitElement} from 'lit';

/**
 * An element inside the inspector that opens over the page. It has the few basic styles that it needs in its own: with those of
 * every element, what is loaded at once would be split in more files.
 */
export abstract class OverPage extends LitElement {
  /** Called by the browser after `moveBefore`. Without it, the browser would remove and insert the element. */
  connectedMoveCallback(): void {}

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.close();
    this.release();
  }

  /** Ends what runs, and frees the pictures. */
  protected abstract release(): void;

  protected get dialog(): HTMLDialogElement | null {
    return this.find<HTMLDialogElement>('dialog');
  }

  /** The first element of its shadow tree that matches. */
  protected find<Found extends HTMLElement>(selector: string): Found | null {
    return this.renderRoot.querySelector<Found>(selector);
  }

  protected readonly close = () => {
    this.dialog?.close();
  };
}
