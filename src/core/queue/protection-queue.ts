import type {StorageState} from '../../ports/browser/storage-persistence.js';
import {Accounts} from '../credentials/accounts.js';
import {CaptureActions} from './capture-actions.js';
import {CaptureIntake} from './capture-intake.js';
import {ClosingRecords} from './closing-records.js';
import {Connections} from './connection/connections.js';
import type {ProtectionClient} from './queue-client.js';
import {QueueConnection, type QueueSide} from './connection/queue-connection.js';
import type {PlateReading, QueueParts, QueuePorts, Recoverer} from './queue-parts.js';
import {Reports} from './connection/reports.js';
import {SealingLoop} from './sealing/sealing-loop.js';
import {listenToWakeUps} from './sealing/waking.js';
import {Ledger} from './store/ledger.js';
import {StorageWatch} from './store/storage-watch.js';
import {Visits} from './visits.js';

/** Stores captures until their sealed files were delivered. A crash costs a repeated step, never a capture. */
export class ProtectionQueue {
  readonly #side: QueueSide;
  readonly #lifetime = new AbortController();
  #isUsed = false;

  constructor(ports: QueuePorts) {
    const {signal} = this.#lifetime;
    const ledger = new Ledger(ports.store, () => reports.callAll(({client}) => client.onChange()));
    const connections = new Connections(ledger);
    const reports = new Reports(ledger, connections, ports.report);
    const storage = new StorageWatch(
      ports.persistence,
      () => ports.store.makeRoom(),
      (isLowNow) => {
        ledger.changed();
        const {used = 0, left = 0} = storage.state ?? {};
        if (isLowNow) reports.callAll(({client}) => client.onStorageLow?.({used, left}));
      },
      signal,
    );
    const parts: QueueParts = {
      ports,
      visits: new Visits(ports.random.uuid(), ports.locks),
      ledger,
      connections,
      reports,
      extras: {},
      storage,
      signal,
    };
    const loop = new SealingLoop(parts);
    const intake = new CaptureIntake(parts, loop);
    const actions = new CaptureActions(parts, loop, intake);
    const accounts = new Accounts(() => this.#accountsKnown());
    const closings = new ClosingRecords(parts, loop);
    this.#side = {parts, accounts, actions, intake, closings, loop};
  }

  /** Connects a client until it is released. It is given the files that were sealed while no client was there. */
  connect(client: ProtectionClient): QueueConnection {
    const {parts, loop} = this.#side;
    const {ports, ledger, connections} = parts;
    const {signal} = this.#lifetime;
    const connection = new QueueConnection(client, this.#side);
    // Once it is released, another client may ask about undecided captures.
    connections.add(connection, () => ledger.changed());
    loop.moves.giveUpForeign();
    if (ports.wakeUps.isLoaded) void loop.moves.follow(connection);
    // Captures may belong to its element, and to no other any more.
    ledger.changed();
    if (!this.#isUsed) {
      this.#isUsed = true;
      parts.visits.begin(signal);
      listenToWakeUps(parts, loop);
    }
    loop.setup.warnOfSecret(connection);
    const begin = (): void => {
      if (signal.aborted) return;
      parts.storage.measure();
      loop.scan.run();
    };
    const {opened} = connection;
    // Starting the worker and reading the storage would delay the camera, so both wait for it.
    if (opened) void opened.then(begin);
    else begin();
    return connection;
  }

  /** Deletes a capture of any account for good. */
  async forget(captureId: string): Promise<void> {
    const {parts, actions} = this.#side;
    const record = parts.ledger.get(captureId);
    await (record ? actions.remove(record) : parts.ports.store.remove(captureId));
  }

  /**
   * From now on, has license plates read and confirmed; only the first call counts. Pages that only record do
   * without.
   */
  readPlatesBy(make: (parts: QueueParts) => PlateReading): void {
    const {parts} = this.#side;
    if (parts.extras.plates) return;
    parts.extras.plates = make(parts);
    parts.extras.plates.start();
  }

  /**
   * From now on, has interrupted recordings recovered; only the first call counts. Pages that only take pictures do
   * without.
   */
  recoverBy(make: (parts: QueueParts, intake: CaptureIntake) => Recoverer): void {
    const {parts, intake, loop} = this.#side;
    if (parts.extras.recoveries) return;
    parts.extras.recoveries = make(parts, intake);
    loop.scan.run();
  }

  /** Ends all work; captures in progress are free for other pages. */
  close(): void {
    this.#lifetime.abort();
  }

  /** Storage of the page's origin; undefined until it is known, and in browsers that do not report it. */
  get storage(): StorageState | undefined {
    return this.#side.parts.storage.state;
  }

  #accountsKnown(): void {
    const {parts, loop} = this.#side;
    parts.ledger.changed();
    parts.reports.announceAll();
    parts.extras.plates?.start();
    loop.scan.run();
  }
}
