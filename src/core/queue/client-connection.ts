import type {Features, Tags} from '../../model/capture-metadata.js';
import {toSealedCaptureError, type SealedCaptureError} from '../../model/errors.js';
import type {Job} from '../../model/job.js';
import type {StorageState} from '../../ports/browser/storage-persistence.js';
import type {Known} from './known-captures.js';
import type {CaptureSummary, Protection, ProtectionClient} from './queue-client.js';
import {targetOf, type ProtectionTarget} from '../credentials/endpoint.js';

/** What a connection asks of the queue behind it. */
export interface ConnectionQueue {
  readonly storage: StorageState | undefined;
  /** Another one where the summaries may have become others. */
  readonly version: number;
  summaries(connection: ClientConnection): readonly CaptureSummary[];
  configurationChanged(connection: ClientConnection): void;
  enqueue(
    connection: ClientConnection,
    captureId?: string,
    additions?: {tags?: Tags; features?: Features},
  ): Promise<void>;
  picture(captureId: string): Promise<Blob | undefined>;
  confirmLicensePlate(
    connection: ClientConnection,
    captureId: string,
    plateNumber: string,
  ): Promise<void>;
  retry(connection: ClientConnection, captureId: string): Promise<void>;
  discard(captureId: string): Promise<void>;
  release(connection: ClientConnection): void;
}

/** One client's side of the queue, with where its configuration says that it seals. */
export class ClientConnection implements Protection {
  readonly client: ProtectionClient;
  readonly #queue: ConnectionQueue;
  readonly #pageAddress: () => string;
  readonly #lifetime = new AbortController();
  /** Why they are missing, once that was found; begun anew when the configuration changes, or the page asks. */
  credentials: {missing?: SealedCaptureError} = {};
  #lastKnown: readonly unknown[] = [];
  #summaries: readonly CaptureSummary[] = [];
  #summarized = '';

  constructor(client: ProtectionClient, queue: ConnectionQueue, pageAddress: () => string) {
    this.client = client;
    this.#queue = queue;
    this.#pageAddress = pageAddress;
    this.takeRenewal();
  }

  /** Aborted when it is released. */
  get signal(): AbortSignal {
    return this.#lifetime.signal;
  }

  /** True once after the credentials or the endpoint became others; a page may set the same again and again. */
  takeRenewal(): boolean {
    const {apiKey, apiSecret, protection} = this.client.config;
    const before = this.#lastKnown;
    this.#lastKnown = [apiKey, apiSecret, protection, this.endpoint];
    return this.#lastKnown.some((value, i) => value !== before[i]);
  }

  /** Read anew each time, as the configuration may have changed; an error where it cannot be used. */
  get target(): ProtectionTarget | SealedCaptureError {
    try {
      return targetOf(this.client.config, this.#pageAddress());
    } catch (thrown) {
      return toSealedCaptureError(thrown, 'configuration_invalid');
    }
  }

  /** Where the configuration cannot be used: an address that no queue serves. */
  get endpoint(): string {
    const {target} = this;
    return 'endpoint' in target ? target.endpoint : '';
  }

  /** What authenticates requests to the endpoint; absent without credentials for it. */
  authorizationFor(endpoint: string): ProtectionTarget['authorization'] {
    const {target} = this;
    if (this.credentials.missing || !('endpoint' in target)) return undefined;
    return target.endpoint === endpoint ? target.authorization : undefined;
  }

  accepts({mode, endpoint}: Job, own = this.endpoint): boolean {
    return mode === this.client.mode && endpoint === own;
  }

  /** Its own captures, also where its endpoint has changed, and those of others that it can have sealed. */
  sees({job, maker}: Known<ClientConnection>, endpoint?: string): boolean {
    return maker === this || this.accepts(job, endpoint);
  }

  /** Made once for each change, as an element reads them several times for each drawing. */
  get captures(): readonly CaptureSummary[] {
    const now = this.#queue.version + this.endpoint;
    if (now !== this.#summarized) {
      this.#summarized = now;
      this.#summaries = this.#queue.summaries(this);
    }
    return this.#summaries;
  }

  get storage(): StorageState | undefined {
    return this.#queue.storage;
  }

  configurationChanged(): void {
    this.credentials = {};
    this.#queue.configurationChanged(this);
  }

  enqueueProtection(
    captureId?: string,
    additions?: {tags?: Tags; features?: Features},
  ): Promise<void> {
    return this.#queue.enqueue(this, captureId, additions);
  }

  picture(captureId: string): Promise<Blob | undefined> {
    return this.#queue.picture(captureId);
  }

  confirmLicensePlate(captureId: string, plateNumber: string): Promise<void> {
    return this.#queue.confirmLicensePlate(this, captureId, plateNumber);
  }

  retryProtection(captureId: string): Promise<void> {
    return this.#queue.retry(this, captureId);
  }

  discard(captureId: string): Promise<void> {
    return this.#queue.discard(captureId);
  }

  release(): void {
    this.#lifetime.abort();
    this.#queue.release(this);
  }
}
