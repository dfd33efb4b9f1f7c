import {LitElement} from 'lit';
import {sealStateStyles} from '../capture/seal-state-styles.js';
import {base} from '../design-tokens.js';

/**
 * An element that only the elements of this package use: properties in, events out, and styles of its own. Its events
 * neither bubble nor leave the element that contains it.
 */
export abstract class InnerElement extends LitElement {
  static override styles = [base, sealStateStyles];

  /** Names of its parts that pages can style. */
  static readonly parts: readonly string[] = [];

  override connectedCallback() {
    super.connectedCallback();
    const {parts} = this.constructor as typeof InnerElement;
    this.setAttribute('exportparts', parts.join());
  }

  /** Called by the browser after `moveBefore`. Without it, the browser would remove and insert the element. */
  connectedMoveCallback(): void {}

  /** The first element of its shadow tree that matches. */
  protected find<Found extends HTMLElement>(selector: string): Found | null {
    return this.renderRoot.querySelector<Found>(selector);
  }
}

/** A property that no attribute sets. */
export const given = {attribute: false} as const;
