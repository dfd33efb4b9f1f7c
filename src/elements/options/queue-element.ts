import {ContextConsumer} from '@lit/context';
import type {PropertyValues} from 'lit';
import type {
  CaptureScope,
  CaptureSummary,
  FailureReason,
  Protection,
  ProtectionClient,
  ReleaseOptions,
  StorageState,
} from '../../core/queue/queue-client.js';
import {pageQueue} from '../../core/wiring/elements/page-queue.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {
  CaptureDetail,
  DeliveredDetail,
  ProtectedDetail,
  ProtectErrorDetail,
} from '@sealed-capture/seal/model/protection-config.js';
import {configurationContext, coreContext} from '../core-context.js';
import {
  CaptureEvent,
  DeliveredEvent,
  lifetimeOf,
  ProtectedEvent,
  ProtectErrorEvent,
} from '../events.js';
import {inherit, type Callbacks, type Configuration, type Options} from './configuration.js';
import {callback} from './kinds.js';
import {OptionElement} from './option-element.js';
import {sealingOptions, type Row} from './table.js';

/** Options that always have a value. */
type Preset = 'autoProtect' | 'sandbox';

/** The properties that `takeOptions` defines; `ProtectionConfig` describes them. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export interface QueueElement
  extends Omit<Options, Preset>, Required<Pick<Options, Preset>>, Callbacks {}

/**
 * An element that is connected to the queue, with all options of sealing, and what a page asks it about captures: about its
 * own ones, or those of the elements inside a provider. Unset options are inherited from the nearest
 * `<protection-provider>`.
 */
export abstract class QueueElement extends OptionElement {
  static {
    this.takeOptions(sealingOptions);
  }

  readonly #inherited = new ContextConsumer(this, {
    context: configurationContext,
    subscribe: true,
    callback: () => this.configurationChanged(),
  });
  protected readonly core = new ContextConsumer(this, {context: coreContext});
  #protection?: Protection;

  /**
   * The captures of this element, or of the elements inside a provider, that the page knows, with their states, oldest
   * first: those of this visit, and those of an earlier one if the element has an `id` or a `name`. Captures that belong to
   * no element in the page are listed by one that could have made them.
   */
  get protections(): readonly CaptureSummary[] {
    return [...(this.#protection?.captures ?? [])];
  }

  /** Number of captures that are not sealed yet: held, waiting, being sealed, or failed. */
  get pendingProtections(): number {
    return this.protections.length - this.completedProtections;
  }

  /** Number of captures that are sealed, as far as this page knows them. */
  get completedProtections(): number {
    return this.protections.filter(({progress}) => 'sealedAt' in progress).length;
  }

  /** Number of captures whose automatic retries have ended, or that need a person. They also count as pending. */
  get failedProtections(): number {
    return this.protections.filter(({progress}) => progress.name === 'failed').length;
  }

  /** True if no capture is pending. */
  get isAllProtected(): boolean {
    return this.pendingProtections === 0;
  }

  /**
   * Storage of the page's origin, in bytes, measured after each capture and each seal. Undefined until it is known,
   * and in browsers that do not report it.
   */
  get storage(): StorageState | undefined {
    return this.#protection?.storage;
  }

  /**
   * Releases one held capture (`autoProtect` false), or all of this element or provider, with additional tags and features.
   * With `scope: 'account'`, also those of other elements. Rejects with `capture_unknown`, also for a capture of another
   * element.
   */
  async enqueueProtection(captureId?: string, options?: ReleaseOptions) {
    await this.connection.enqueueProtection(captureId, options);
  }

  /**
   * Retries a failed or waiting capture now, or hands over again a sealed file that waits for that. With `scope: 'account'`,
   * also one of another element. Rejects with `capture_unknown`.
   */
  async retryProtection(captureId: string, options?: CaptureScope) {
    await this.connection.retryProtection(captureId, options);
  }

  /**
   * Returns the sealed file of a capture that waits to be handed over, or is kept for `retention`. Undefined if the
   * capture is not sealed yet, or the file is no longer stored. Rejects with `capture_unknown`.
   */
  async sealedFile(captureId: string): Promise<Blob | undefined> {
    return await this.connection.sealedFile(captureId);
  }

  /**
   * Deletes a capture for good, sealed or not, with its file, even if the page still works on it. With `scope: 'account'`,
   * also one of another element. Rejects with `capture_unknown`.
   */
  async discard(captureId: string, options?: CaptureScope) {
    await this.connection.discard(captureId, options);
  }

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
    const own: Record<'options' | 'callbacks', Record<string, unknown>> = {
      options: {},
      callbacks: {},
    };
    for (const [name, row] of Object.entries<Row>(sealingOptions)) {
      const value = this.inUse(name, row);
      if (value !== undefined) own[row.kind === callback ? 'callbacks' : 'options'][name] = value;
    }
    return inherit(this.#inherited.value?.(), own);
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

  /** What keeps captures of this element from being sealed or stored, found before any was made. */
  protected get problem(): FailureReason | undefined {
    return this.#protection?.problem;
  }

  /** Called when a person sees the element. */
  protected readonly seen = (): void => this.#protection?.seen();

  /** This element's handle on the queue. */
  protected get connection(): Protection {
    if (this.#protection) return this.#protection;
    throw new SealedCaptureError('capture_unknown', `<${this.localName}> is not in the page yet.`);
  }

  protected connectQueue(client: ProtectionClient) {
    this.#protection = (this.core.value ?? pageQueue()).connect(client);
  }

  protected releaseQueue() {
    this.#protection?.release();
  }

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
  protected configurationChanged() {
    if (this.isConnected) this.#protection?.configurationChanged();
  }

  /**
   * Dispatches the event from the host, then calls the page's callback with the same object, and throws what it
   * throws.
   */
  protected emit<E extends Event>(event: E, callback?: (event: E) => void | Promise<void>) {
    this.dispatchEvent(event);
    void Promise.resolve(callback?.(event)).catch(reportError);
  }
}
