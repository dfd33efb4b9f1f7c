import {ContextProvider} from '@lit/context';
import {css, html, type PropertyValues} from 'lit';
import {provideScriptsBase} from '../core/wiring/script-addresses.js';
import {defineElement} from './define-element.js';
import {QueueElement} from './options/queue-element.js';
import {providerOptions} from './options/table.js';
import {configurationContext, type ConfigurationSource} from './core-context.js';

let hasWarned = false;

/**
 * Provides its options to all capture elements inside it, at any depth, also to those that were upgraded before it. An
 * option of an element has precedence over its provider's, and a provider's over that of the provider around it.
 * Captures whose element is not in the page any more are sealed and delivered by the provider itself, with its own
 * options. Its methods and lists mean the captures of all elements inside it.
 *
 * @fires {CaptureEvent} capture - For an element that was removed before its capture was finished. Events of the
 * elements
 *   inside bubble through the provider.
 * @fires {CaptureEvent} captured - The same, right after it, for frameworks that never call a listener for `capture`.
 * @fires {ProtectedEvent} protected - For a capture without an element in the page.
 * @fires {DeliveredEvent} delivered - For a capture without an element in the page.
 * @fires {ProtectErrorEvent} protect-error - For a capture without an element in the page.
 * @fires {ConfigurationErrorEvent} configuration-error - An option of the provider itself is invalid, and is not used.
 * @slot - The page's content with the capture elements.
 */
export class ProtectionProvider extends QueueElement {
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

  readonly #source: ConfigurationSource = () => {
    const {configuration} = this;
    return {...configuration, providers: [this, ...(configuration.providers ?? [])]};
  };
  readonly #provider = new ContextProvider(this, {
    context: configurationContext,
    initialValue: this.#source,
  });

  override connectedCallback() {
    super.connectedCallback();
    this.#provideScripts();
    this.connectQueue(this.#client);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.releaseQueue();
  }

  protected override updated(changed: PropertyValues) {
    super.updated(changed);
    if (changed.has('scriptsBase')) this.#provideScripts();
  }

  protected override configurationChanged() {
    this.#provider.setValue(this.#source, true);
    super.configurationChanged();
  }

  /** Seals and delivers captures whose element has left the document. */
  readonly #client = this.clientOf(
    {config: () => this.configuration.options},
    {...this.tells, element: this, onChange: () => undefined},
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
