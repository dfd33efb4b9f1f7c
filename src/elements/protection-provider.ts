import {ContextConsumer, ContextProvider} from '@lit/context';
import {css, html} from 'lit';
import type {Protection, ProtectionClient} from '../core/queue/queue-client.js';
import {pageQueue} from '../core/wiring/page-queue.js';
import {defineElement} from './define-element.js';
import {ConfiguredElement} from './options/configured-element.js';
import {configurationContext, coreContext, type ConfigurationSource} from './core-context.js';

/**
 * Gives its options to all capture elements inside it, at any depth, also to those that were upgraded before
 * it. An option of an element wins over its provider's, and a provider's over that of the provider around it. Captures
 * whose element is not in the page any more are sealed and delivered by the provider itself, with its own options.
 *
 * @fires {CaptureEvent} capture - Of an element that was taken out of the page before its capture was there. Events of
 *   the elements inside bubble through the provider.
 * @fires {CaptureEvent} captured - The same, right after it, for frameworks that never call a listener for `capture`.
 * @fires {ProtectedEvent} protected - Of a capture for which no element is there.
 * @fires {DeliveredEvent} delivered - Likewise.
 * @fires {ProtectErrorEvent} protect-error - Likewise; or an attribute of the provider itself cannot be used
 *   (`configuration_invalid`).
 * @slot - The page's content with the capture elements.
 */
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

  readonly #core = new ContextConsumer(this, {context: coreContext});
  #protection?: Protection;

  override connectedCallback() {
    super.connectedCallback();
    this.#protection = (this.#core.value ?? pageQueue()).connect(this.#client);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#protection?.release();
  }

  protected override configurationChanged() {
    this.#provider.setValue(this.#source, true);
    if (this.isConnected) this.#protection?.configurationChanged();
  }

  /** Captures whose element is gone are sealed and delivered all the same. */
  readonly #client: ProtectionClient = clientOf(() => this.configuration.options, {
    ...this.tells,
    onChange: () => undefined,
  });

  protected override render() {
    return html`<slot></slot>`;
  }
}

defineElement('protection-provider', ProtectionProvider);

/** A client whose configuration is read anew whenever it is needed. Hoisted: elements in the page are made as soon as the class is registered. */
function clientOf(
  options: () => ProtectionClient['config'],
  callbacks: Omit<ProtectionClient, 'config'>,
): ProtectionClient {
  return {
    ...callbacks,
    get config() {
      return options();
    },
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'protection-provider': ProtectionProvider;
  }
}
