import {ContextConsumer} from '@lit/context';
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
import {coreContext} from '../core-context.js';
import {ConfiguredElement} from './configured-element.js';

/**
 * An element that is connected to the queue, and what a page asks it about captures: about its own ones, or those of the
 * elements inside a provider.
 */
export abstract class QueueElement extends ConfiguredElement {
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

  protected override configurationChanged() {
    if (this.isConnected) this.#protection?.configurationChanged();
  }
}
