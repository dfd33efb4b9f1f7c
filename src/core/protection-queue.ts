import type {CaptureMetadata} from '../model/capture-metadata.js';
import {SealedCaptureError} from '../model/errors.js';
import {failureOf, released, type Job} from '../model/job.js';
import type {Mode, SealableMediaType} from '../model/media-type.js';
import type {CaptureDetail} from '../model/protection-config.js';
import type {CaptureStore, Keeping} from '../ports/capture-store.js';
import type {Clock, Random} from '../ports/clock.js';
import type {Locks} from '../ports/locks.js';
import type {MediaSealer} from '../ports/media-sealer.js';
import type {StoragePersistence} from '../ports/storage-persistence.js';
import type {WakeUps} from '../ports/wake-ups.js';
import {ClientConnection, type ConnectionQueue} from './client-connection.js';
import {Delivery} from './delivery.js';
import {KnownCaptures, summaryOf} from './known-captures.js';
import {plain, sealableAdditions, type Additions} from './page-values.js';
import type {CaptureSummary, Protection, ProtectionClient} from './protection.js';
import {SealingLoop} from './sealing-loop.js';
import {Visits} from './visits.js';

/** What the queue works with; all of it can be replaced, and is in tests. */
export interface QueuePorts {
  store: CaptureStore;
  sealer: MediaSealer;
  locks: Locks;
  persistence: StoragePersistence;
  wakeUps: WakeUps;
  clock: Clock;
  random: Random;
  /** Base of relative addresses. */
  pageAddress: () => string;
  /** Tells the page's developer: of an exception in a client, or of a secret in a page. */
  report: (problem: unknown) => void;
}

/** A capture that was just made, before it is kept. */
export interface Draft {
  mode: Mode;
  mediaType: SealableMediaType;
  metadata: CaptureMetadata;
  /** Epoch milliseconds. */
  capturedAt: number;
  /** Seconds; recordings only. */
  duration?: number;
}

export interface Kept {
  blob: Blob;
  keeping: Keeping;
}

/** Keeps captures until their sealed bytes were delivered. A crash anywhere costs a repeat, never a loss. */
export class ProtectionQueue implements ConnectionQueue {
  readonly #ports: QueuePorts;
  readonly #visits: Visits;
  readonly #connections = new Set<ClientConnection>();
  readonly #known: KnownCaptures<ClientConnection>;
  readonly #delivery: Delivery;
  readonly #loop: SealingLoop;
  readonly #lifetime = new AbortController();
  #warned = false;
  #askedToPersist = false;

  constructor(ports: QueuePorts) {
    this.#ports = ports;
    this.#visits = new Visits(ports.random.uuid(), ports.locks);
    this.#known = new KnownCaptures(() => this.#delivery.changed());
    const parts = {
      ports,
      visits: this.#visits,
      known: this.#known,
      connections: this.#connections,
      signal: this.#lifetime.signal,
    };
    this.#delivery = new Delivery(parts);
    this.#loop = new SealingLoop(parts, this.#delivery);
  }

  /** The client's side of the queue, until it is released; also delivers what was sealed meanwhile. */
  connect(client: ProtectionClient): Protection {
    const connection = new ClientConnection(client, this, this.#ports.pageAddress);
    this.#connections.add(connection);
    this.#visits.begin(this.#lifetime.signal);
    this.#loop.begin();
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
    const connection = this.#connectionOf(protection);
    const job = this.#jobFor(connection, draft);
    const {blob, keeping} = await keep(job);
    const unkept = keeping.name === 'nowhere' ? blob : undefined;
    this.#known.set(job, {maker: connection, unkept});
    const {captureId, mode, capturedAt, duration} = job;
    const detail = {captureId, mode, blob, capturedAt, ...(duration !== undefined && {duration})};
    this.#delivery.tell(() => connection.client.onCapture(detail));
    if (keeping.name !== 'stored') this.#notStored(connection, job, keeping);
    else if (!this.#askedToPersist) {
      this.#askedToPersist = true;
      this.#ports.persistence.request();
    }
    this.#loop.pump();
    return detail;
  }

  /** Ends all work; what was underway is free for other pages. */
  close(): void {
    this.#lifetime.abort();
  }

  #jobFor(connection: ClientConnection, draft: Draft): Job {
    const {autoProtect = true, ...config} = connection.client.config;
    const refused: SealedCaptureError[] = [];
    const additions = sealableAdditions(config, (problem) => refused.push(problem));
    const {mode, mediaType, duration} = draft;
    const capturedAt = new Date(draft.capturedAt).toISOString();
    const job: Job = {
      captureId: this.#ports.random.uuid(),
      mode,
      mediaType,
      duration,
      capturedAt,
      endpoint: connection.endpoint,
      visit: this.#visits.own,
      metadata: plain({...draft.metadata, capturedAt, ...additions}),
      state: autoProtect
        ? {name: 'waiting', dueAt: this.#ports.clock.now(), attempts: 0}
        : {name: 'held'},
    };
    // An option's failure, not the capture's: that is sealed without what cannot be.
    for (const problem of refused) {
      this.#delivery.tellFailure({...job, captureId: ''}, failureOf(problem), connection);
    }
    return job;
  }

  /** Said at once: until it is sealed, the page's own copy is the only safe one. */
  #notStored(
    connection: ClientConnection,
    job: Job,
    {name, failure}: Exclude<Keeping, {name: 'stored'}>,
  ): void {
    const failed: Job = {...job, state: {name: 'failed', failure, attempts: 0}};
    if (name === 'nowhere') this.#known.set(failed);
    this.#delivery.tellFailure(failed, failure, connection);
  }

  summaries(connection: ClientConnection): CaptureSummary[] {
    return this.#visible(connection)
      .map(summaryOf)
      .sort((a, b) => (a.capturedAt < b.capturedAt ? -1 : 1));
  }

  release(connection: ClientConnection): void {
    this.#connections.delete(connection);
  }

  #visible(connection: ClientConnection): Job[] {
    return [...this.#known.values()]
      .filter(({job, maker}) => maker === connection || connection.accepts(job))
      .map(({job}) => job);
  }

  configurationChanged(connection: ClientConnection): void {
    this.#warnOfSecret(connection.client);
    void this.#loop.rebind(connection);
    this.#loop.look();
  }

  async enqueue(
    connection: ClientConnection,
    captureId?: string,
    additions: Additions = {},
  ): Promise<void> {
    const jobs = captureId ? [this.#knownJob(captureId)] : this.#visible(connection);
    const held = jobs.filter(({state}) => state.name === 'held');
    const further = held.map(({metadata}) => withAdditions(metadata, additions));
    await Promise.all(
      held.map((job, i) => this.#loop.release({...job, metadata: further[i] ?? {}}, job.state)),
    );
    this.#loop.pump();
  }

  async confirmLicensePlate(connection: ClientConnection, captureId: string, text: string) {
    const plateNumber = text.trim();
    const licensePlateInfo = plateNumber ? {plateNumber, wasEdited: true} : undefined;
    await this.enqueue(connection, captureId, {features: {licensePlateInfo}});
  }

  async retry(connection: ClientConnection, captureId: string): Promise<void> {
    const job = this.#knownJob(captureId);
    const {maker, unkept} = this.#known.get(captureId) ?? {};
    const endpoint = maker === connection ? connection.endpoint : job.endpoint;
    if (unkept) {
      await this.#keepAgain(released({...job, endpoint}, this.#ports.clock.now()), unkept);
    } else if (job.state.name === 'failed' || job.state.name === 'waiting') {
      connection.lacksCredentials = false;
      this.#delivery.mayTellAgain(captureId);
      await this.#loop.release({...job, endpoint}, job.state);
    }
    this.#loop.pump();
  }

  async #keepAgain(job: Job, blob: Blob): Promise<void> {
    const keeping = await this.#ports.store.add(job, blob);
    if (keeping.name !== 'nowhere') this.#known.set(job, {unkept: undefined});
  }

  async discard(connection: ClientConnection, captureId: string): Promise<void> {
    const job = this.#knownJob(captureId);
    if (job.state.name === 'sealed') return;
    this.#loop.abort(captureId);
    const unkept = this.#known.get(captureId)?.unkept;
    this.#known.delete(captureId);
    if (!unkept) await this.#ports.store.remove(captureId);
    this.#known.forget(captureId);
    this.#delivery.tell(() => connection.client.onChange());
  }

  #knownJob(captureId: string): Job {
    const known = this.#known.get(captureId);
    if (known) return known.job;
    throw new SealedCaptureError('capture_unknown', 'No capture with this id is kept here.');
  }

  #connectionOf(protection: Protection): ClientConnection {
    if (protection instanceof ClientConnection) return protection;
    throw new SealedCaptureError('configuration_invalid', 'This protection is of another core.');
  }

  #warnOfSecret({config}: ProtectionClient): void {
    if (!config.apiSecret || this.#warned) return;
    this.#warned = true;
    this.#ports.report(
      'sealed-capture: apiSecret is readable by everyone who opens this page. Use `protection` with a token.',
    );
  }
}

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
