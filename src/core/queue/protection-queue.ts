import type {CaptureMetadata} from '../../model/capture-metadata.js';
import {SealedCaptureError} from '../../model/errors.js';
import {released, type Job} from '../../model/job.js';
import {SECRET_IN_PAGE, type CaptureDetail} from '../../model/protection-config.js';
import type {StorageState} from '../../ports/browser/storage-persistence.js';
import {sealableAdditions, type Additions} from '../metadata/page-values.js';
import {CaptureIntake} from './capture-intake.js';
import {ClientConnection} from './client-connection.js';
import {Delivery, rawMedia} from './delivery.js';
import {intended, Ledger, type CaptureRecord, type Kept} from './ledger.js';
import type {CaptureSummary, Protection, ProtectionClient} from './queue-client.js';
import {
  dueOnRelease,
  type Draft,
  type PlateReading,
  type QueueParts,
  type QueuePorts,
  type Recoverer,
} from './queue-parts.js';
import {SealingLoop} from './sealing-loop.js';
import {StorageWatch} from './storage-watch.js';
import {oldestFirst, summaryOf} from './summaries.js';
import {Visits} from './visits.js';

/** Keeps captures until their sealed bytes were delivered. A crash anywhere costs a repeat, never a loss. */
export class ProtectionQueue {
  readonly #ports: QueuePorts;
  readonly #parts: QueueParts;
  readonly #ledger: Ledger;
  readonly #connections = new Set<ClientConnection>();
  /** Also those of clients that were released. */
  readonly #connectionsOf = new WeakMap<Protection, ClientConnection>();
  readonly #delivery: Delivery;
  readonly #loop: SealingLoop;
  readonly #intake: CaptureIntake;
  readonly #storage: StorageWatch;
  readonly #lifetime = new AbortController();
  #plates?: PlateReading;
  #recoveries?: Recoverer;
  #warned = false;

  constructor(ports: QueuePorts) {
    const {signal} = this.#lifetime;
    this.#ports = ports;
    this.#ledger = new Ledger(ports.store, () => this.#call(({client}) => client.onChange()));
    this.#storage = new StorageWatch(
      ports.persistence,
      (isLowNow) => {
        this.#ledger.changed();
        const {used = 0, left = 0} = this.storage ?? {};
        if (isLowNow) this.#call(({client}) => client.onStorageLow?.({used, left}));
      },
      signal,
    );
    this.#parts = {
      ports,
      storage: this.#storage,
      visits: new Visits(ports.random.uuid(), ports.locks),
      ledger: this.#ledger,
      connections: this.#connections,
      signal,
    };
    this.#delivery = new Delivery(this.#parts);
    this.#loop = new SealingLoop(
      this.#parts,
      this.#delivery,
      () => {
        this.#delivery.announceAll();
        this.#plates?.start();
      },
      () => this.#recoveries?.recoverAll(),
    );
    this.#intake = new CaptureIntake(
      this.#parts,
      this.#delivery,
      () => this.#plates?.start(),
      () => this.#loop.pump(),
    );
  }

  /** The client's side of the queue, until it is released; also delivers what was sealed meanwhile. */
  connect(client: ProtectionClient): Protection {
    const connection = new ClientConnection(client, this.#ports.pageAddress);
    const protection = this.#protectionOf(connection);
    this.#connectionsOf.set(protection, connection);
    this.#connections.add(connection);
    this.#ledger.version++;
    this.#parts.visits.begin(this.#lifetime.signal);
    this.#loop.begin();
    this.#storage.measure();
    this.#warnOfSecret(client);
    this.#loop.scan.run();
    return protection;
  }

  #protectionOf(connection: ClientConnection): Protection {
    const queue = this;
    let summarized = '';
    let summaries: readonly CaptureSummary[] = [];
    return {
      /** Made once for each change, as an element reads them several times for each drawing. */
      get captures() {
        const now = queue.#ledger.version + connection.endpoint;
        if (now !== summarized) summaries = queue.#summaries(connection);
        summarized = now;
        return summaries;
      },
      get storage() {
        return queue.storage;
      },
      configurationChanged: () => this.#configurationChanged(connection),
      enqueueProtection: (captureId, additions) => this.#enqueue(connection, captureId, additions),
      picture: (captureId) => rawMedia(this.#parts, captureId),
      confirmLicensePlate: (captureId, text) => this.#confirmPlate(connection, captureId, text),
      retryProtection: (captureId) => this.#retry(connection, captureId),
      discard: (captureId) => this.#discard(captureId),
      release: () => {
        connection.release();
        this.#connections.delete(connection);
        this.#ledger.version++;
      },
    };
  }

  /**
   * Stores a capture by `keep`, then calls the client, then seals it. Resolves once it survives a reload, or once
   * the client has heard that it does not.
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

  /** What `add` would make of the draft; what of it cannot be sealed is reported by `add` alone. */
  prepare(protection: Protection, draft: Draft): Job {
    return this.#intake.prepare(this.#connectionOf(protection), draft, () => undefined);
  }

  /** Has licence plates read and confirmed from now on; the first call counts. A page that records alone does without. */
  readPlatesBy(make: (parts: QueueParts, delivery: Delivery) => PlateReading): void {
    if (this.#plates) return;
    this.#plates = make(this.#parts, this.#delivery);
    this.#plates.start();
  }

  /** Has recordings recovered from now on; the first call counts. A page that makes pictures alone does without. */
  recoverBy(
    make: (parts: QueueParts, delivery: Delivery, intake: CaptureIntake) => Recoverer,
  ): void {
    if (this.#recoveries) return;
    this.#recoveries = make(this.#parts, this.#delivery, this.#intake);
    this.#loop.scan.run();
  }

  /**
   * Makes a capture of a recording of this page that cannot be finished, as its encoder died, and calls the client as
   * for any other. Undefined where nothing was kept of it. Rejects with `worker_unavailable` or `storage_unavailable`
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

  /** What the browser keeps for the page's origin; undefined until it is known, and where the browser does not tell. */
  get storage(): StorageState | undefined {
    return this.#storage.state;
  }

  #call(call: (connection: ClientConnection) => void): void {
    for (const connection of this.#connections) this.#delivery.call(() => call(connection));
  }

  #summaries(connection: ClientConnection): CaptureSummary[] {
    return this.#visible(connection)
      .map((record) => ({...summaryOf(record.job), plateReading: this.#plates?.readingOf(record)}))
      .sort(oldestFirst);
  }

  #visible(connection: ClientConnection): CaptureRecord[] {
    // Read once: the address of each is worked out anew.
    const {endpoint} = connection;
    return this.#ledger.all.filter((record) => connection.sees(record, endpoint));
  }

  #configurationChanged(connection: ClientConnection): void {
    connection.credentials = {};
    this.#ledger.version++;
    this.#warnOfSecret(connection.client);
    void this.#loop.rebind(connection);
    this.#loop.scan.run();
  }

  async #enqueue(
    connection: ClientConnection,
    captureId?: string,
    additions: Additions = {},
  ): Promise<void> {
    if (!captureId) await this.#loop.scan.done;
    const records = captureId ? [await this.#recordOf(captureId)] : this.#visible(connection);
    const held = records.map(intended).filter(({state}) => state.name === 'held');
    // None is released where any of them would be refused.
    for (const {metadata} of held) withAdditions(metadata, additions);
    const release = (job: Job): Job | undefined => {
      if (job.state.name !== 'held') return undefined;
      const metadata = withAdditions(job.metadata, additions);
      return released({...job, metadata}, dueOnRelease(this.#parts, job.captureId));
    };
    await Promise.all(held.map((job) => this.#ledger.amend(job.captureId, release)));
    this.#loop.pump();
  }

  async #confirmPlate(
    connection: ClientConnection,
    captureId: string,
    text: string,
  ): Promise<void> {
    if (!this.#plates) throw unknown();
    try {
      await this.#plates.confirm(connection, captureId, text);
      this.#loop.pump();
    } catch (thrown) {
      // Another page may have changed it, and nobody is to be asked again.
      this.#loop.scan.run();
      throw thrown;
    }
  }

  async #retry(connection: ClientConnection, captureId: string): Promise<void> {
    const {job, maker, media} = await this.#recordOf(captureId);
    const endpoint = maker === connection ? connection.endpoint : job.endpoint;
    if (media.name === 'nowhere') {
      await this.#loop.claims.keep({...job, endpoint, state: media.state}, media.blob);
    } else if (job.state.name === 'failed' || job.state.name === 'waiting') {
      connection.credentials = {};
      this.#delivery.mayReportAgain(captureId);
      await this.#loop.claims.release({...job, endpoint}, job.state);
    }
    this.#loop.pump();
  }

  async #discard(captureId: string): Promise<void> {
    const {job, media, activity} = await this.#recordOf(captureId);
    if (this.#delivery.isDelivered(captureId)) return;
    if ('controller' in activity) activity.controller.abort();
    this.#ledger.delete(captureId);
    const removal = this.#ports.store.remove(captureId);
    // Of a recording that could be stored nowhere in the end, some parts may be.
    await (media.name === 'nowhere' ? removal.catch(() => undefined) : removal);
    this.#ledger.discard(job);
  }

  /** A page may ask for one of an earlier visit as soon as it has loaded. */
  async #recordOf(captureId: string): Promise<CaptureRecord> {
    if (!this.#ledger.get(captureId)) await this.#loop.scan.done;
    const record = this.#ledger.get(captureId);
    if (record) return record;
    throw unknown();
  }

  #connectionOf(protection: Protection): ClientConnection {
    const connection = this.#connectionsOf.get(protection);
    if (connection) return connection;
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
