import {ContextConsumer, ContextProvider} from '@lit/context';
import {css, html, type PropertyValues} from 'lit';
import type {Protection} from '../core/queue/queue-client.js';
import {pageQueue} from '../core/wiring/elements/page-queue.js';
import {provideScriptsBase} from '../core/wiring/script-addresses.js';
import {defineElement} from './define-element.js';
import {ConfiguredElement} from './options/configured-element.js';
import {providerOptions} from './options/table.js';
import {configurationContext, coreContext, type ConfigurationSource} from './core-context.js';

let hasWarned = false;

/**
 * Provides its options to all capture elements inside it, at any depth, also to those that were upgraded before it. An
 * option of an element has precedence over its provider's, and a provider's over that of the provider around it.
 * Captures whose element is not in the page any more are sealed and delivered by the provider itself, with its own
 * options.
 *
 * @fires {CaptureEvent} capture - For an element that was removed before its capture was finished. Events of the
 * elements
 *   inside bubble through the provider.
 * @fires {CaptureEvent} captured - The same, right after it, for frameworks that never call a listener for `capture`.
 * @fires {ProtectedEvent} protected - For a capture without an element in the page.
 * @fires {DeliveredEvent} delivered - For a capture without an element in the page.
 * @fires {ProtectErrorEvent} protect-error - For a capture without an element in the page; or an attribute of the
 * provider
 *   itself is invalid (`configuration_invalid`).
 * @slot - The page's content with the capture elements.
 */
export class ProtectionProvider extends ConfiguredElement {
  static {
    this.takeOptions(providerOptions);
  }

  static override styles = css`
    :host {
      display: contents;
    }
  `;

  /**
   * Folder of the scripts that the package loads beside its own modules, as `sealed-capture copy-scripts` creates it.
   * It applies to the whole page, because workers are shared: `setScriptsBase` has precedence, then `<meta
   * name="sealed-capture-scripts">` in the head, then the first provider with this option. The attribute accepts only a
   * folder of the page's own origin.
   */
  declare scriptsBase?: string;

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
    this.#provideScripts();
    this.#protection = (this.#core.value ?? pageQueue()).connect(this.#client);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#protection?.release();
  }

  protected override updated(changed: PropertyValues) {
    super.updated(changed);
    if (changed.has('scriptsBase')) this.#provideScripts();
  }

  protected override configurationChanged() {
    this.#provider.setValue(this.#source, true);
    if (this.isConnected) this.#protection?.configurationChanged();
  }

  /** Seals and delivers captures whose element has left the document. */
  readonly #client = this.clientOf(
    {config: () => this.configuration.options},
    {...this.tells, onChange: () => undefined},
  );

  #provideScripts() {
    const {scriptsBase} = this;
    if (!scriptsBase || hasWarned) return;
    const taken = provideScriptsBase(scriptsBase);
    if (taken === scriptsBase) return;
    hasWarned = true;
    this.logOnce(
      `A page has one scripts-base: “${taken}” is used, and “${scriptsBase}” is not. Call setScriptsBase() to change it.`,
    );
  }

  protected override render() {
    return html`<slot></slot>`;
  }
}

defineElement('protection-provider', ProtectionProvider);

declare global {
  interface HTMLElementTagNameMap {
    'protection-provider': ProtectionProvider;
  }
}
