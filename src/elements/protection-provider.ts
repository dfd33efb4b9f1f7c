import {ContextProvider} from '@lit/context';
import {css, html} from 'lit';
import {customElement} from 'lit/decorators.js';
import {ConfiguredElement} from './options/configured-element.js';
import {configurationContext, type ConfigurationSource} from './core-context.js';

/**
 * Gives its options to all capture elements inside it, at any depth, also to those that were upgraded before
 * it. An option of an element wins over its provider's, and a provider's over that of the provider around it.
 *
 * @fires {ProtectErrorEvent} protect-error - An attribute of the provider itself cannot be used
 *   (`configuration_invalid`). Events of the elements inside bubble through it.
 * @slot - The page's content with the capture elements.
 */
@customElement('protection-provider')
export class ProtectionProvider extends ConfiguredElement {
  static override styles = css`
    :host {
      display: contents;
    }
  `;

  override readonly mode = undefined;

  readonly #source: ConfigurationSource = () => this.configuration;
  readonly #provider = new ContextProvider(this, {
    context: configurationContext,
    initialValue: this.#source,
  });

  protected override configurationChanged() {
    this.#provider.setValue(this.#source, true);
  }

  protected override render() {
    return html`<slot></slot>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'protection-provider': ProtectionProvider;
  }
}
