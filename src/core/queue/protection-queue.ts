import {SealedCaptureError} from '../../model/errors.js';
import type {Job} from '../../model/job.js';
import {SECRET_IN_PAGE, type CaptureDetail} from '../../model/protection-config.js';
import type {StorageState} from '../../ports/browser/storage-persistence.js';
import {pause} from '../async/pause.js';
import {Accounts, type Account} from '../credentials/accounts.js';
import {CaptureActions, captureUnknown, visibleTo} from './capture-actions.js';
import {CaptureIntake, type Sealable} from './capture-intake.js';
import {ClientConnection} from './client-connection.js';
import {Clients} from '../delivery/clients.js';
import {Delivery} from '../delivery/delivery.js';
import {Ledger, type Kept} from './ledger.js';
import type {CaptureSummary, Protection, ProtectionClient} from './queue-client.js';
import type {Draft, PlateReading, QueueParts, QueuePorts, Recoverer} from './queue-parts.js';
import {SealingLoop} from './sealing-loop.js';
import {StorageWatch} from './storage-watch.js';
import {oldestFirst, seenAmong, summaryOf} from './summaries.js';
import {Visits} from './visits.js';

/** Milliseconds that stored captures wait for a camera at most. */
const LONGEST_OPENING_MS = 1_000;

/** Keeps captures until their sealed bytes were delivered. A crash anywhere costs a repeat, never a loss. */
export class ProtectionQueue {
  readonly #ports: QueuePorts;
  readonly #parts: QueueParts;
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #connections = new Set<ClientConnection>();
  /** Also those of clients that were released. */
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
    const delivery = new Delivery(this.#parts, this.#clients, () => this.#loop.look());
    this.#loop = new SealingLoop(
      this.#parts,
      this.#clients,
      delivery,
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
    this.#actions = new CaptureActions(this.#parts, this.#clients, this.#loop);
  }

  /** The client's side of the queue, until it is released; also delivers what was sealed meanwhile. */
  connect(client: ProtectionClient): Protection {
    const connection = new ClientConnection(client, this.#ports.pageAddress, this.#accounts);
    const protection = this.#protectionOf(connection);
    this.#connectionsOf.set(protection, connection);
    this.#connections.add(connection);
    this.#loop.giveUpForeign();
    this.#ledger.version++;
    this.#parts.visits.begin(this.#lifetime.signal);
    this.#loop.begin();
    this.#warnOfSecret(client);
    const {signal} = this.#lifetime;
    const begin = (): void => {
      if (signal.aborted) return;
      this.#storage.measure();
      this.#loop.scan.run();
    };
    const {opening} = client;
    // The camera would open later beside the worker's start and all that is stored.
    if (opening) void Promise.race([opening, pause(LONGEST_OPENING_MS, signal)]).then(begin);
    else begin();
    return protection;
  }

  #protectionOf(connection: ClientConnection): Protection {
    let summarized = '';
    let summaries: readonly CaptureSummary[] = [];
    // Made once for each change, as an element reads them several times for each drawing.
    const captures = (): readonly CaptureSummary[] => {
      const {endpoint, account = ''} = connection;
      const now = `${this.#ledger.version} ${endpoint} ${account}`;
      if (now !== summarized) summaries = this.#summaries(connection);
      summarized = now;
      return summaries;
    };
    const storage = (): StorageState | undefined => this.storage;
    return {
      get captures() {
        return captures();
      },
      get storage() {
        return storage();
      },
      configurationChanged: () => this.#configurationChanged(connection),
      enqueueProtection: (captureId, additions) =>
        this.#actions.enqueue(connection, captureId, additions),
      picture: (captureId) => this.#actions.picture(connection, captureId),
      sealedFile: (captureId) => this.#actions.sealedFile(connection, captureId),
      confirmLicensePlate: async (captureId, text) => {
        if (!this.#plates) throw captureUnknown();
        await this.#actions.recordOf(connection, captureId);
        await this.#actions.confirm(this.#plates.confirm(connection, captureId, text));
      },
      retryProtection: (captureId) => this.#actions.retry(connection, captureId),
      discard: (captureId) => this.#actions.discard(connection, captureId),
      release: () => {
        connection.release();
        this.#connections.delete(connection);
        this.#ledger.version++;
      },
    };
  }

  /**
   * Stores a capture by `keep`, then calls the client, then seals it. Resolves once it survives a reload, or once
   * the client has heard that it does not. The metadata of the draft is sealed as `sealable` returns it, by default as
   * it is.
   */
  async add(
    protection: Protection,
    draft: Draft,
    keep: (job: Job) => Promise<Kept>,
    sealable?: Sealable,
  ): Promise<CaptureDetail> {
    const connection = this.#connectionOf(protection);
    // Nothing is sealed before what is stored is known, which may still wait for a camera.
    if (!this.#loop.scan.isListed) this.#loop.scan.run();
    const detail = await this.#intake.add(connection, draft, keep, sealable);
    this.#loop.pump();
    return detail;
  }

  /** What `add` would make of the draft; what of it cannot be sealed is reported by `add` alone. */
  prepare(protection: Protection, draft: Draft): Job | Promise<Job> {
    const connection = this.#connectionOf(protection);
    const account = connection.accountOf(draft);
    const prepared = (account: Account): Job =>
      this.#intake.prepare(connection, draft, account, () => undefined);
    return account instanceof Promise ? account.then(prepared) : prepared(account);
  }

  /** Whose captures the client makes now. */
  accountOf(protection: Protection): Account | Promise<Account> {
    return this.#connectionOf(protection).accountOf();
  }

  /** Deletes a capture for good, whosever it is. */
  async forget(captureId: string): Promise<void> {
    const record = this.#ledger.get(captureId);
    await (record ? this.#actions.remove(record) : this.#ports.store.remove(captureId));
  }

  /** Has licence plates read and confirmed from now on; the first call counts. A page that records alone does without. */
  readPlatesBy(make: (parts: QueueParts, clients: Clients) => PlateReading): void {
    if (this.#plates) return;
    this.#plates = make(this.#parts, this.#clients);
    this.#plates.start();
  }

  /** Has recordings recovered from now on; the first call counts. A page that makes pictures alone does without. */
  recoverBy(make: (parts: QueueParts, clients: Clients, intake: CaptureIntake) => Recoverer): void {
    if (this.#recoveries) return;
    this.#recoveries = make(this.#parts, this.#clients, this.#intake);
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
    for (const connection of this.#connections) this.#clients.call(() => call(connection));
  }

  #summaries(connection: ClientConnection): CaptureSummary[] {
    const records = visibleTo(connection, this.#ledger);
    const seen = seenAmong(
      records.map(({job}) => job),
      this.#ledger.obstacle,
    );
    return records
      .map((record) => ({
        ...summaryOf({...record, job: seen(record.job)}),
        plateReading: this.#plates?.readingOf(record),
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
    void this.#loop.rebind(connection, isRenewed);
    // Every element says so once it is drawn, with all as it was when it was connected.
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
