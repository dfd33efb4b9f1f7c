import type {CaptureMetadata} from '../../model/capture-metadata.js';
import {SealedCaptureError} from '../../model/errors.js';
import {released, type Job} from '../../model/job.js';
import type {CaptureDetail} from '../../model/protection-config.js';
import {SECRET_IN_PAGE} from '../../model/protection-config.js';
import type {StorageState} from '../../ports/browser/storage-persistence.js';
import type {PlateReading, QueuePorts, Recoverer} from './queue-parts.js';
import {Amendments} from './amendments.js';
import {CaptureIntake} from './capture-intake.js';
import type {Draft} from './queue-parts.js';
import {ClientConnection, type ConnectionQueue} from './client-connection.js';
import {Delivery, rawMedia} from './delivery.js';
import type {QueueParts} from './queue-parts.js';
import {intended, KnownCaptures, oldestFirst, summaryOf, type Known} from './known-captures.js';
import {keep, type Kept} from './keeping.js';
import {sealableAdditions, type Additions} from '../metadata/page-values.js';
import {PlaceRenewals} from './place-renewals.js';
import type {CaptureSummary, Protection, ProtectionClient} from './queue-client.js';
import {SealingLoop} from './sealing-loop.js';
import {StorageWatch} from './storage-watch.js';
import {Visits} from './visits.js';

/** Keeps captures until their sealed bytes were delivered. A crash anywhere costs a repeat, never a loss. */
export class ProtectionQueue implements ConnectionQueue {
  readonly #ports: QueuePorts;
  readonly #visits: Visits;
  readonly #connections = new Set<ClientConnection>();
  readonly #known: KnownCaptures<ClientConnection>;
  readonly #delivery: Delivery;
  readonly #loop: SealingLoop;
  readonly #lifetime = new AbortController();
  readonly #storage: StorageWatch;
  readonly #amendments: Amendments;
  readonly #renewals: PlaceRenewals;
  readonly #intake: CaptureIntake;
  readonly #parts: QueueParts;
  #plates?: PlateReading;
  #recoveries?: Recoverer;
  #warned = false;

  constructor(ports: QueuePorts) {
    this.#ports = ports;
    this.#visits = new Visits(ports.random.uuid(), ports.locks);
    this.#known = new KnownCaptures(() => this.#delivery.changed());
    this.#storage = new StorageWatch(
      ports.persistence,
      (isLowNow) => {
        this.#known.changed();
        if (isLowNow) this.#tellOfStorage();
      },
      this.#lifetime.signal,
    );
    const parts: QueueParts = {
      ports,
      storage: this.#storage,
      visits: this.#visits,
      known: this.#known,
      connections: this.#connections,
      signal: this.#lifetime.signal,
    };
    this.#parts = parts;
    this.#delivery = new Delivery(parts);
    this.#loop = new SealingLoop(
      parts,
      this.#delivery,
      () => {
        this.#delivery.tellUntold();
        this.#plates?.look();
      },
      () => this.#recoveries?.look(),
    );
    this.#amendments = new Amendments(parts);
    this.#renewals = new PlaceRenewals(parts, this.#amendments, () => this.#loop.pump());
    this.#intake = new CaptureIntake(parts, this.#delivery, this.#renewals, () =>
      this.#plates?.look(),
    );
  }

  /** The client's side of the queue, until it is released; also delivers what was sealed meanwhile. */
  connect(client: ProtectionClient): Protection {
    const connection = new ClientConnection(client, this, this.#ports.pageAddress);
    this.#connections.add(connection);
    this.#known.version++;
    this.#visits.begin(this.#lifetime.signal);
    this.#loop.begin();
    this.#storage.look();
    this.#warnOfSecret(client);
    this.#loop.look();
    return connection;
  }

  /**
   * Keeps a capture by `keep`, then tells the client, then seals it. Resolves once it survives a reload, or once
   * the client was told that it does not.
   */
  async add(
    protection: Protection,
    draft: Draft,
    keep: (job: Job) => Promise<Kept>,
  ): Promise<CaptureDetail> {
    const detail = await this.#intake.add(this.#connectionOf(protection), draft, keep);
    this.#loop.pump();
    return detail;
  }

  /** What `add` would make of the draft; what of it cannot be sealed is told by `add` alone. */
  prepare(protection: Protection, draft: Draft): Job {
    return this.#intake.prepare(this.#connectionOf(protection), draft, () => undefined);
  }

  /** Has licence plates read and confirmed from now on; the first call counts. A page that records alone does without. */
  readPlatesBy(
    make: (
      parts: QueueParts,
      amendments: Amendments,
      renewals: PlaceRenewals,
      delivery: Delivery,
    ) => PlateReading,
  ): void {
    if (this.#plates) return;
    this.#plates = make(this.#parts, this.#amendments, this.#renewals, this.#delivery);
    this.#plates.look();
  }

  /** Has recordings recovered from now on; the first call counts. A page that makes pictures alone does without. */
  recoverBy(
    make: (parts: QueueParts, delivery: Delivery, intake: CaptureIntake) => Recoverer,
  ): void {
    if (this.#recoveries) return;
    this.#recoveries = make(this.#parts, this.#delivery, this.#intake);
    this.#loop.look();
  }

  /**
   * Makes a capture of a recording of this page that cannot be finished, as its encoder died, and tells the client as
   * of any other. Undefined where nothing was kept of it. Rejects with `worker_unavailable` or `storage_unavailable`
   * where what was kept cannot be read now; the next visit tries again.
   */
  async recover(protection: Protection, draft: Draft): Promise<CaptureDetail | undefined> {
    const detail = await this.#recoveries?.recover(this.#connectionOf(protection), draft);
    this.#loop.pump();
    return detail;
  }

  /** Ends all work; what was underway is free for other pages. */
  close(): void {
    this.#lifetime.abort();
  }

  get version(): number {
    return this.#known.version;
  }

  summaries(connection: ClientConnection): CaptureSummary[] {
    return this.#visible(connection)
      .map((known) => ({...summaryOf(known.job), plateReading: this.#plates?.readingOf(known)}))
      .sort(oldestFirst);
  }

  /** What the browser keeps for the page's origin; undefined until it is known, and where the browser does not tell. */
  get storage(): StorageState | undefined {
    return this.#storage.state;
  }

  #tellOfStorage(): void {
    const {used = 0, left = 0} = this.storage ?? {};
    for (const {client} of this.#connections) {
      this.#delivery.tell(() => client.onStorageLow?.({used, left}));
    }
  }

  release(connection: ClientConnection): void {
    this.#connections.delete(connection);
    this.#known.version++;
  }

  #visible(connection: ClientConnection): Known<ClientConnection>[] {
    // Read once: the address of each is worked out anew.
    const {endpoint} = connection;
    return this.#known.all.filter((known) => connection.sees(known, endpoint));
  }

  configurationChanged(connection: ClientConnection): void {
    this.#known.version++;
    this.#warnOfSecret(connection.client);
    void this.#loop.rebind(connection);
    this.#loop.look();
  }

  async enqueue(
    connection: ClientConnection,
    captureId?: string,
    additions: Additions = {},
  ): Promise<void> {
    if (!captureId) await this.#loop.looked;
    const known = captureId ? [await this.#knownCapture(captureId)] : this.#visible(connection);
    const held = known.map(intended).filter(({state}) => state.name === 'held');
    // None is released where any of them would be refused.
    for (const {metadata} of held) withAdditions(metadata, additions);
    const release = (job: Job): Job | undefined => {
      if (job.state.name !== 'held') return undefined;
      const metadata = withAdditions(job.metadata, additions);
      return released({...job, metadata}, this.#renewals.dueAt(job.captureId));
    };
    await Promise.all(held.map((job) => this.#amendments.amend(job.captureId, release)));
    this.#loop.pump();
  }

  picture(captureId: string): Promise<Blob | undefined> {
    return rawMedia(this.#parts, captureId);
  }

  async confirmLicensePlate(
    connection: ClientConnection,
    captureId: string,
    plateNumber: string,
  ): Promise<void> {
    if (!this.#plates) throw unknown();
    try {
      await this.#plates.confirm(connection, captureId, plateNumber);
      this.#loop.pump();
    } catch (thrown) {
      // Another page may have moved it on, and nobody is to be asked again.
      this.#loop.look();
      throw thrown;
    }
  }

  async retry(connection: ClientConnection, captureId: string): Promise<void> {
    const {job, maker, unkept} = await this.#knownCapture(captureId);
    const endpoint = maker === connection ? connection.endpoint : job.endpoint;
    if (unkept) {
      const again = {...job, endpoint, state: unkept.state};
      await keep(this.#parts, this.#delivery, again, unkept.blob);
    } else if (job.state.name === 'failed' || job.state.name === 'waiting') {
      connection.credentials = {};
      this.#delivery.mayTellAgain(captureId);
      await this.#loop.release({...job, endpoint}, job.state);
    }
    this.#loop.pump();
  }

  async discard(captureId: string): Promise<void> {
    const {unkept} = await this.#knownCapture(captureId);
    if (this.#delivery.isDelivered(captureId)) return;
    this.#loop.abort(captureId);
    this.#known.delete(captureId);
    const removal = this.#ports.store.remove(captureId);
    // Of a recording that could be kept nowhere in the end, some parts may be.
    await (unkept ? removal.catch(() => undefined) : removal);
    this.#known.forget(captureId);
  }

  /** A page may ask for one of an earlier visit as soon as it has loaded. */
  async #knownCapture(captureId: string): Promise<Known<ClientConnection>> {
    if (!this.#known.get(captureId)) await this.#loop.looked;
    const known = this.#known.get(captureId);
    if (known) return known;
    throw unknown();
  }

  #connectionOf(protection: Protection): ClientConnection {
    if (protection instanceof ClientConnection) return protection;
    throw new SealedCaptureError('configuration_invalid', 'This protection is of another core.');
  }

  #warnOfSecret({config}: ProtectionClient): void {
    const {apiSecret, protection} = config;
    if (!(protection ? protection.hasSecret : apiSecret) || this.#warned) return;
    this.#warned = true;
    this.#ports.report(SECRET_IN_PAGE);
  }
}

const unknown = (): SealedCaptureError =>
  new SealedCaptureError('capture_unknown', 'No capture with this id is kept here.');

/** Throws `configuration_invalid`, which leaves the captures held. */
function withAdditions(metadata: CaptureMetadata, additions: Additions): CaptureMetadata {
  const refuse = (problem: SealedCaptureError): never => {
    throw problem;
  };
  const {tags, features} = sealableAdditions(additions, refuse);
  const all = {
    ...(tags && {tags: {...metadata.tags, ...tags}}),
    ...(features && {features: {...metadata.features, ...features}}),
  };
  return {...metadata, ...sealableAdditions(all, refuse)};
}
