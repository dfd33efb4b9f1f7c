import {ContextConsumer} from '@lit/context';
import type {PropertyValues} from 'lit';
import type {ProtectionClient} from '../../core/queue/queue-client.js';
import type {Features, Tags} from '@sealed-capture/seal/model/capture-metadata.js';
import type {
  CaptureDetail,
  DeliveredDetail,
  FileDelivery,
  LicensePlateDetector,
  LocationProvider,
  ProtectedDetail,
  ProtectErrorDetail,
  ProtectionOptions,
  Sensors,
} from '@sealed-capture/seal/model/protection-config.js';
import {inherit, type Callbacks, type Configuration} from './configuration.js';
import {configurationContext} from '../core-context.js';
import {
  CaptureEvent,
  DeliveredEvent,
  lifetimeOf,
  ProtectedEvent,
  ProtectErrorEvent,
} from '../events.js';
import {callback} from './kinds.js';
import {OptionElement} from './option-element.js';
import {sealingOptions, type Row} from './table.js';
import type {Hours, Milliseconds} from '@sealed-capture/seal/model/units.js';

/** An element with all options of sealing. Unset options are inherited from the nearest `<protection-provider>`. */
export abstract class ConfiguredElement extends OptionElement {
  static {
    this.takeOptions(sealingOptions);
  }

  /**
   * The account whose captures these are, by the page's own name, such as a user's id. Captures of other accounts
   * are neither sealed, shown, counted nor handed over, and stay until their account is back. Only its SHA-256 is
   * stored. Default: no account.
   */
  declare account?: string;

  /** API key. A page should hold no secret: prefer `protection` with a token provider. */
  declare apiKey?: string;

  /** Secret that signs requests (RFC 9421). Not for pages that others can read. */
  declare apiSecret?: string;

  /** Application identifier put into the device section. */
  declare appId?: string;

  /** Application version put into the device section. */
  declare appVersion?: string;

  /** Seals each capture automatically; `auto-protect="false"` turns it off. */
  declare autoProtect: boolean;

  /** The API's base address. The default is on the page's origin. */
  declare baseUrl?: string;

  /**
   * Sends each sealed file to the page's own storage, and retries until that has succeeded, over reloads and
   * crashes. Wins over `deliverTo`. `sealed-capture/delivery-http` and `sealed-capture/delivery-tus` make such
   * objects.
   */
  declare delivery?: FileDelivery;

  /**
   * Address that each sealed file is sent to by POST: https, or http on localhost. docs/delivery.md describes the
   * response that the server has to send.
   */
  declare deliverTo?: string;

  /** Features embedded in every seal. JSON in the attribute. */
  declare features?: Features;

  /**
   * Reads the license plate of each photo, which is then held until a person has confirmed the plate.
   * `sealed-capture/plate-detector` is one.
   */
  declare licensePlateDetector?: LicensePlateDetector;

  /** Metres within which the location is obfuscated before anything is stored. */
  declare locationObfuscationRadius?: number;

  /** Supplies the location instead of the browser's geolocation. */
  declare locationProvider?: LocationProvider;

  /** Milliseconds that sealing waits for the location if the last fix is older than 30 s, or there is none. */
  declare locationTimeout?: Milliseconds;

  /** Called with each `capture` event. */
  declare onCapture?: Callbacks['onCapture'];

  /** Called with each `protected` event. */
  declare onProtected?: Callbacks['onProtected'];

  /** Called with each `delivered` event. */
  declare onDelivered?: Callbacks['onDelivered'];

  /** Called with each `protect-error` event. */
  declare onProtectError?: Callbacks['onProtectError'];

  /** Made by `createProtection`; if set, apiKey, apiSecret and sandbox are ignored. */
  declare protection?: ProtectionOptions;

  /**
   * Hours for which a sealed file is kept that was handed over without `waitUntil`: it is listed as delivered, and
   * `sealedFile` returns it. It is deleted earlier if room is needed. 0 keeps none.
   */
  declare retention?: Hours;

  /** Uses the sandbox environment. */
  declare sandbox: boolean;

  /** Adapters for what a browser cannot provide, and `false` for what is neither requested nor sealed. */
  declare sensors?: Sensors;

  /** Tags that are sealed with every capture. JSON in the attribute. */
  declare tags?: Tags;

  readonly #inherited = new ContextConsumer(this, {
    context: configurationContext,
    subscribe: true,
    callback: () => {
      this.configurationChanged();
    },
  });

  /** Reports of the queue about captures, as events of this element. */
  protected readonly tells = {
    onCapture: (detail: CaptureDetail): void => {
      this.emit(new CaptureEvent(detail), (event) => {
        this.dispatchEvent(new CaptureEvent(detail, 'captured'));
        return this.configuration.callbacks.onCapture?.(event);
      });
    },
    onProtected: (detail: ProtectedDetail): Promise<void> | undefined => {
      const event = new ProtectedEvent(detail);
      this.dispatchEvent(event);
      return lifetimeOf(event, this.configuration.callbacks.onProtected);
    },
    onDelivered: (detail: DeliveredDetail): void => {
      this.emit(new DeliveredEvent(detail), this.configuration.callbacks.onDelivered);
    },
    onProtectError: (detail: ProtectErrorDetail): void => {
      this.emit(new ProtectErrorEvent(detail), this.configuration.callbacks.onProtectError);
    },
  };

  /** The own options over inherited ones, as they are now. */
  protected get configuration(): Configuration {
    return inherit(this.#inherited.value?.(), this.#own);
  }

  get #own(): Configuration {
    const own: Record<'options' | 'callbacks', Record<string, unknown>> = {
      options: {},
      callbacks: {},
    };
    for (const [name, row] of Object.entries<Row>(sealingOptions)) {
      const value = this.inUse(name, row);
      if (value !== undefined) own[row.kind === callback ? 'callbacks' : 'options'][name] = value;
    }
    return own;
  }

  protected override inherited(name: string): unknown {
    return Reflect.get(this.#inherited.value?.().options ?? {}, name);
  }

  override connectedCallback() {
    super.connectedCallback();
    document.addEventListener('context-provider', this.#onProvider);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('context-provider', this.#onProvider);
    // In another place there may be another provider, or none.
    this.#inherited.value = undefined;
  }

  /** Called by the browser after `moveBefore`, instead of a removal: the element may have another provider now. */
  connectedMoveCallback() {
    this.#inherited.value = undefined;
    this.#onProvider();
    this.configurationChanged();
  }

  /** A surrounding provider may be upgraded only after the request (lit #4618). */
  readonly #onProvider = () => {
    this.#inherited.hostDisconnected();
    this.#inherited.hostConnected();
  };

  protected override updated(changed: PropertyValues) {
    const isSealing = ([name, {kind}]: [string, Row]) => kind !== callback && changed.has(name);
    if (Object.entries<Row>(sealingOptions).some(isSealing)) this.configurationChanged();
  }

  /** A client of the queue. `values` are read at each use, `rest` once. */
  protected clientOf<Name extends keyof ProtectionClient>(
    values: {[Key in Name]: () => ProtectionClient[Key]},
    rest: Omit<ProtectionClient, Name>,
  ): ProtectionClient {
    for (const [name, get] of Object.entries<() => unknown>(values)) {
      Reflect.defineProperty(rest, name, {get});
    }
    return rest as ProtectionClient;
  }

  /** Called when an option has changed, here or in a surrounding provider. */
  protected abstract configurationChanged(): void;

  /**
   * Dispatches the event from the host, then calls the page's callback with the same object, and throws what it
   * throws.
   */
  protected emit<E extends Event>(event: E, callback?: (event: E) => void | Promise<void>) {
    this.dispatchEvent(event);
    void Promise.resolve(callback?.(event)).catch(reportError);
  }
}
