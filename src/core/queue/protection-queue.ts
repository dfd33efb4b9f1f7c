import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {awaitsReview, type Job} from '@sealed-capture/seal/model/job/job.js';
import {SECRET_IN_PAGE, type CaptureDetail} from '@sealed-capture/seal/model/protection-config.js';
import type {StorageState} from '../../ports/browser/storage-persistence.js';
import {Accounts, type Account} from '../credentials/accounts.js';
import {ANYONES, CaptureActions, captureUnknown} from './capture-actions.js';
import {CaptureIntake, type Sealable} from './capture-intake.js';
import {ClientConnection} from './client-connection.js';
import {Clients} from './clients.js';
import {HandOver} from './delivery/hand-over.js';
import {intended, Ledger, type CaptureRecord, type Kept} from './store/ledger.js';
import type {CaptureSummary, Protection, ProtectionClient} from './queue-client.js';
import type {Draft, PlateReading, QueueParts, QueuePorts, Recoverer} from './queue-parts.js';
import {SealingLoop} from './sealing/sealing-loop.js';
import {StorageWatch} from './store/storage-watch.js';
import {oldestFirst, reasonOf, seenAmong, summaryOf} from './summaries.js';
import {Visits} from './visits.js';

const canAsk = ({client}: ClientConnection): boolean => !!client.asks;

/** Stores captures until their sealed files were delivered. A crash costs a repeated step, never a capture. */
export class ProtectionQueue {
  readonly #ports: QueuePorts;
  readonly #parts: QueueParts;
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #connections = new Set<ClientConnection>();
  /** Includes the connections of released clients. */
  readonly #connectionsOf = new WeakMap<Protection, ClientConnection>();
  readonly #clients: Clients;
  readonly #loop: SealingLoop;
  readonly #intake: CaptureIntake;
  readonly #actions: CaptureActions;
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
      () => ports.store.makeRoom(),
      (isLowNow) => {
        this.#ledger.changed();
        const {used = 0, left = 0} = this.storage ?? {};
        if (isLowNow) this.#call(({client}) => client.onStorageLow?.({used, left}));
      },
      signal,
    );
    this.#accounts = new Accounts(() => this.#accountsKnown());
    this.#parts = {
      ports,
      storage: this.#storage,
      visits: new Visits(ports.random.uuid(), ports.locks),
      ledger: this.#ledger,
      connections: this.#connections,
      signal,
    };
    this.#clients = new Clients(this.#parts);
    const handOver = new HandOver(this.#parts, this.#clients, () => this.#loop.check());
    this.#loop = new SealingLoop(
      this.#parts,
      this.#clients,
      handOver,
      () => {
        this.#clients.announceAll();
        this.#plates?.start();
      },
      () => this.#recoveries?.recoverAll(),
    );
    this.#intake = new CaptureIntake(
      this.#parts,
      this.#clients,
      () => this.#plates?.start(),
      () => this.#loop.pump(),
    );
    this.#actions = new CaptureActions(this.#parts, this.#clients, this.#loop, this.#intake);
  }

  /** Connects a client until it is released, and hands over what was sealed meanwhile. */
  connect(client: ProtectionClient): Protection {
    const connection = new ClientConnection(client, this.#ports.pageAddress, this.#accounts);
    const protection = this.#protectionOf(connection);
    this.#connectionsOf.set(protection, connection);
    this.#connections.add(connection);
    this.#loop.giveUpForeign();
    if (this.#ports.wakeUps.isLoaded) void this.#loop.moves.follow(connection);
    // Captures may belong to its element, and to no other any more.
    this.#ledger.changed();
    this.#parts.visits.begin(this.#lifetime.signal);
    this.#loop.begin();
    this.#warnOfSecret(client);
    const {signal} = this.#lifetime;
    const begin = (): void => {
      if (signal.aborted) return;
      this.#storage.measure();
      this.#loop.scan.run();
    };
    const {opened} = connection;
    // Starting the worker and reading the storage would delay the camera, so both wait for it.
    if (opened) void opened.then(begin);
    else begin();
    return protection;
  }

  #protectionOf(connection: ClientConnection): Protection {
    let summarized = '';
    let summaries: readonly CaptureSummary[] = [];
    // Computed once for each change, because an element reads them several times for each render.
    const captures = (): readonly CaptureSummary[] => {
      const {endpoint, account = '', client} = connection;
      const source = JSON.stringify(client.source);
      const now = `${this.#ledger.version} ${endpoint} ${account} ${source}`;
      if (now !== summarized) summaries = this.#summaries(connection);
      summarized = now;
      return summaries;
    };
    const storage = (): StorageState | undefined => this.storage;
    const {setup} = this.#loop;
    return {
      get captures() {
        return captures();
      },
      get storage() {
        return storage();
      },
      get problem() {
        const failure = setup.problemOf(connection);
        return failure && reasonOf(failure);
      },
      seen: () => setup.seen(connection),
      configurationChanged: () => this.#configurationChanged(connection),
      enqueueProtection: (captureId, options) =>
        this.#actions.enqueue(connection, captureId, options),
      picture: (captureId) => this.#actions.picture(connection, captureId),
      metadata: async (captureId) =>
        (await this.#actions.recordOf(connection, captureId, ANYONES)).job.metadata,
      sealedFile: (captureId) => this.#actions.sealedFile(connection, captureId),
      confirmLicensePlate: async (captureId, text) => {
        if (!this.#plates) throw captureUnknown();
        await this.#actions.recordOf(connection, captureId);
        await this.#actions.confirm(this.#plates.confirm(connection, captureId, text));
      },
      retryProtection: (captureId, scope) => this.#actions.retry(connection, captureId, scope),
      discard: (captureId, scope) => this.#actions.discard(connection, captureId, scope),
      accept: async (captureId) => {
        const isUsed = await this.#actions.accept(connection, captureId);
        this.#plates?.start();
        return isUsed;
      },
      reject: (captureId) => this.#actions.reject(connection, captureId),
      withhold: (captureIds, isWithheld) => this.#loop.withhold(captureIds, isWithheld),
      release: () => {
        connection.release();
        this.#connections.delete(connection);
        // Another client may ask about undecided captures now.
        this.#ledger.changed();
      },
    };
  }

  /**
   * Stores a capture with `keep`, then tells the client, then has it sealed; with `review`, a person decides first
   * whether that happens. Resolves once the capture survives a reload, or once the client was told that it does not.
   * `sealable` checks the draft's metadata; without it the metadata is sealed as it is.
   */
  async add(
    protection: Protection,
    draft: Draft,
    keep: (job: Job) => Promise<Kept>,
    sealable?: Sealable,
  ): Promise<CaptureDetail> {
    const connection = this.#connectionOf(protection);
    // Nothing is sealed before the stored captures are known; that scan may still be waiting for a camera.
    if (!this.#loop.scan.isListed) this.#loop.scan.run();
    const detail = await this.#intake.add(connection, draft, keep, sealable);
    this.#loop.pump();
    return detail;
  }

  /** The job that `add` would make of the draft. Values that cannot be sealed are reported by `add` only. */
  prepare(protection: Protection, draft: Draft): Job | Promise<Job> {
    const connection = this.#connectionOf(protection);
    const account = connection.accountOf(draft);
    const prepared = (account: Account): Job =>
      this.#intake.prepare(connection, draft, account, () => undefined);
    return account instanceof Promise ? account.then(prepared) : prepared(account);
  }

  /** The account of captures that the client makes now. */
  accountOf(protection: Protection): Account | Promise<Account> {
    return this.#connectionOf(protection).accountOf();
  }

  /** Deletes a capture of any account for good. */
  async forget(captureId: string): Promise<void> {
    const record = this.#ledger.get(captureId);
    await (record ? this.#actions.remove(record) : this.#ports.store.remove(captureId));
  }

  /**
   * From now on, has license plates read and confirmed; only the first call counts. Pages that only record do
   * without.
   */
  readPlatesBy(make: (parts: QueueParts, clients: Clients) => PlateReading): void {
    if (this.#plates) return;
    this.#plates = make(this.#parts, this.#clients);
    this.#plates.start();
  }

  /**
   * From now on, has interrupted recordings recovered; only the first call counts. Pages that only take pictures do
   * without.
   */
  recoverBy(make: (parts: QueueParts, clients: Clients, intake: CaptureIntake) => Recoverer): void {
    if (this.#recoveries) return;
    this.#recoveries = make(this.#parts, this.#clients, this.#intake);
    this.#loop.scan.run();
  }

  /**
   * Makes a capture of a recording whose encoder died in this page, and tells the client as for any other.
   * Undefined if no part of it was stored. Rejects with `worker_unavailable` or `storage_unavailable` if the stored
   * parts cannot be read now; the next visit tries again.
   */
  async recover(protection: Protection, draft: Draft): Promise<CaptureDetail | undefined> {
    const detail = await this.#recoveries?.recover(this.#connectionOf(protection), draft);
    this.#loop.pump();
    return detail;
  }

  /** Ends all work; captures in progress are free for other pages. */
  close(): void {
    this.#lifetime.abort();
  }

  /** Storage of the page's origin; undefined until it is known, and in browsers that do not report it. */
  get storage(): StorageState | undefined {
    return this.#storage.state;
  }

  #call(call: (connection: ClientConnection) => void): void {
    for (const connection of this.#connections) this.#clients.call(() => call(connection));
  }

  #summaries(connection: ClientConnection): CaptureSummary[] {
    const present = this.#clients.present(connection);
    const records = this.#ledger.all.filter(present.listedBy(connection));
    // One client asks the person whether to use a capture: its element's, or another one that can.
    const isAsked = (record: CaptureRecord): boolean =>
      awaitsReview(intended(record).state) && present.receiverOf(record, canAsk) === connection;
    const seen = seenAmong(
      records.map(({job}) => job),
      this.#ledger.obstacle,
    );
    return records
      .map((record) => ({
        ...summaryOf({...record, job: seen(record.job)}),
        plateReading: this.#plates?.readingOf(record),
        ...(isAsked(record) && {
          asksHere: true as const,
          ...(record.media.name !== 'stored' && {isUnstored: true as const}),
        }),
      }))
      .sort(oldestFirst);
  }

  #accountsKnown(): void {
    this.#ledger.changed();
    this.#clients.announceAll();
    this.#plates?.start();
    this.#loop.scan.run();
  }

  #configurationChanged(connection: ClientConnection): void {
    connection.credentials = {};
    this.#ledger.version++;
    this.#warnOfSecret(connection.client);
    const isRenewed = connection.takeRenewal();
    if (connection.takeAsking() || isRenewed) this.#ledger.changed();
    void this.#loop.rebind(connection, isRenewed);
    // Every element calls this after its first render, usually without any change.
    if (isRenewed) this.#loop.scan.run();
    else this.#plates?.start();
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
