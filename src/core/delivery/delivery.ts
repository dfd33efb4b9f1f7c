import {
  delivered,
  handedOver,
  sealedAgain,
  withoutManifest,
  type HandedOver,
  type Job,
} from '../../model/job.js';
import {isPromise} from '../../model/json/record.js';
import {backOff} from '../../model/retry.js';
import type {ProtectionConfig} from '../../model/protection-config.js';
import type {Clients} from './clients.js';
import {sends, type ClientConnection} from '../queue/client-connection.js';
import type {Activity} from '../queue/ledger.js';
import type {FileSender, QueueParts} from '../queue/queue-parts.js';
import {ownWords} from '../queue/summaries.js';
import {deliveryLock} from '../queue/visits.js';

const HOUR_MS = 3_600_000;
const RETENTION_HOURS = 24;
/** Longer than any page is used; what is no number of hours counts as not given. */
const MOST_HOURS = 87_600;

const retentionOf = ({retention = RETENTION_HOURS}: ProtectionConfig): number =>
  HOUR_MS * (retention >= 0 ? Math.min(retention, MOST_HOURS) : RETENTION_HOURS);

/** When what sends files is loaded again, where it could not be. */
const LOAD_AGAIN_MS = 30_000;

/** How long a file that is to be sent waits for a page that names its storage late: it may still be loading it. */
const STORAGE_MS = 60_000;

/** A file that a client has, and what its call returned. */
interface Handed {
  file: Blob;
  delivery: number;
  /** It goes to the page's own storage, as the page said when it got it. */
  isToBeSent: boolean;
  work: unknown;
  receiver: ClientConnection;
}

/** Hands sealed files over: to clients, and to the page's own storage. */
export class Delivery {
  readonly #parts: QueueParts;
  readonly #clients: Clients;
  readonly #onHanded: () => void;
  /** Captures that are being handed over, or wait for another page that has them. */
  readonly #underway = new Set<string>();
  /** Captures whose files are to be sent, and whose page has named no storage for them yet. */
  readonly #unclaimed = new Set<string>();
  #uploads?: Promise<FileSender>;
  #lastGiven: Promise<unknown> = Promise.resolve();

  /** `onHanded` is called when a client has a file, and when what it did with the file failed. */
  constructor(parts: QueueParts, clients: Clients, onHanded: () => void) {
    this.#parts = parts;
    this.#clients = clients;
    this.#onHanded = onHanded;
  }

  /**
   * Hands the sealed file over to a client. Once that took it, at once or when the promise that it answers has resolved,
   * the file is sent to the page's own storage, kept for its retention, or removed. Where the promise rejects, the file
   * is handed over again after a back-off. Without a receiver it stays sealed until one connects; one of an earlier
   * visit, until the page has loaded. Resolves when the client has it, or will not get it now.
   *
   * Where a page dies: before `sealed` is stored, the next visit asks for the same seal again; after that, until it is
   * stored that the client took the file, the next visit hands it over. Two pages: one at a time holds the lock, also
   * while its client is at work on the file, and the second one hands over only what nobody took by then. A page that
   * comes back from the browser's cache, where its locks had been taken, is such a second one.
   */
  async deliver(job: Job, blob?: Blob): Promise<void> {
    const {ports, visits, ledger} = this.#parts;
    const {captureId} = job;
    if (this.#underway.has(captureId)) return;
    const maker = ledger.get(captureId)?.maker;
    // A recording of an earlier visit that this one recovered has no maker here.
    const restored = job.visit !== visits.own || (!!job.recovered && !maker);
    // A page that is still loading may not listen yet.
    if (!this.#clients.receiverOf(job) || (restored && !ports.wakeUps.isLoaded)) {
      // Until one connects, or it has loaded.
      if (!ledger.get(captureId)?.unstoredFile) ledger.note(captureId, {deliverAgainAt: undefined});
      return;
    }
    this.#underway.add(captureId);
    await new Promise<void>((resolve, reject) => {
      const onHanded = (): void => {
        resolve();
        this.#onHanded();
      };
      const handOver = (): Promise<void> => this.#handOver(job, restored, blob, onHanded);
      ports.locks
        .alone(deliveryLock(captureId), handOver)
        .finally(() => this.#underway.delete(captureId))
        .then(resolve, reject);
    });
  }

  /** `onHanded` is called as the constructor's is. */
  async #handOver(
    job: Job,
    restored: boolean,
    blob: Blob | undefined,
    onHanded: () => void,
  ): Promise<void> {
    const {ports, ledger} = this.#parts;
    const {captureId} = job;
    const receiver = this.#clients.receiverOf(job);
    if (job.state.name === 'delivering') {
      onHanded();
      // It was sent, and only its removal failed.
      if (this.isDelivered(captureId)) return ports.store.remove(captureId);
      if (!receiver) return ledger.note(captureId, {deliverAgainAt: undefined});
      if (sends(receiver)) return this.#upload(job, blob);
      const isFirst = !this.#unclaimed.has(captureId);
      this.#unclaimed.add(captureId);
      const deliverAgainAt = ports.clock.now() + STORAGE_MS;
      if (isFirst) return ledger.note(captureId, {deliverAgainAt, unstoredFile: blob});
      // No storage takes it any more: the page gets it once more.
      if (!(await ledger.amend(captureId, sealedAgain))) return;
    }
    let handed: Handed | undefined;
    try {
      handed = await (blob ? this.#give(job, restored, blob) : this.#giveInTurn(job, restored));
    } catch (thrown) {
      ledger.note(captureId, {deliverAgainAt: undefined});
      if (!this.isDelivered(captureId)) throw thrown;
      // A client that threw may not have it: it stays sealed for the next visit.
      ports.report(thrown);
      return ledger.note(captureId, {activity: {name: 'delivered'}});
    }
    if (!handed) return ledger.note(captureId, {deliverAgainAt: undefined});
    if (isPromise(handed.work)) {
      this.#become(captureId, {name: 'handed'});
      onHanded();
      if (!(await this.#isDone(captureId, handed, handed.work))) return onHanded();
    }
    await this.#settle(captureId, handed, onHanded);
  }

  /** The client has the file: that is sent to the page's storage, or kept for a while, or goes. */
  async #settle(
    captureId: string,
    {file, work, receiver, isToBeSent}: Handed,
    onHanded: () => void,
  ): Promise<void> {
    const {ports, ledger, storage} = this.#parts;
    const now = ports.clock.now();
    const {job, media} = ledger.get(captureId) ?? {};
    if (!job) return;
    const isKept = media?.name === 'stored' && !isPromise(work);
    const keptUntil = isKept ? now + retentionOf(receiver.client.config) : now;
    const next: HandedOver = isToBeSent ? {name: 'delivering'} : {name: 'delivered', keptUntil};
    let isNoted = false;
    try {
      if (isToBeSent || keptUntil > now)
        isNoted = await ports.store.handOver({captureId, now, next});
      if (!isNoted && !isToBeSent) await ports.store.remove(captureId);
    } catch (thrown) {
      // It is sent all the same.
      if (!isToBeSent) throw thrown;
    } finally {
      if (isToBeSent) ledger.set(handedOver(job, now, next), {activity: {name: 'idle'}});
      else {
        const done = delivered(job, now, isNoted ? keptUntil : 0);
        ledger.set(done, {media: {name: 'stored'}, activity: {name: 'delivered'}});
      }
      storage.measure();
    }
    if (!isToBeSent) return;
    onHanded();
    await this.#upload(handedOver(job, now, next), isNoted ? undefined : file);
  }

  async #upload(job: Job, unstored?: Blob): Promise<void> {
    const {ports, ledger} = this.#parts;
    this.#uploads ??= ports.loadUploads().then((make) => make(this.#parts, this.#clients));
    try {
      await (await this.#uploads).send(job, unstored);
    } catch (thrown) {
      // Without a network, a part of the page may be missing.
      this.#uploads = undefined;
      ports.report(thrown);
      const deliverAgainAt = ports.clock.now() + LOAD_AGAIN_MS;
      ledger.note(job.captureId, {deliverAgainAt, unstoredFile: unstored});
    }
    this.#onHanded();
  }

  #become(captureId: string, activity: Activity): void {
    this.#parts.ledger.note(captureId, {activity});
    this.#parts.ledger.changed();
  }

  /** One file after the other is put together, as they are large. */
  #giveInTurn(job: Job, restored: boolean): Promise<Handed | undefined> {
    const given = this.#lastGiven.then(() => this.#give(job, restored));
    this.#lastGiven = given.catch(() => undefined);
    return given;
  }

  /** Calls the client; undefined where it does not get the file now. What the client throws is thrown. */
  async #give(job: Job, restored: boolean, blob?: Blob): Promise<Handed | undefined> {
    const {ports, signal, ledger} = this.#parts;
    const {captureId, mode} = job;
    if (this.isDelivered(captureId)) return undefined;
    const current = blob ? await this.#ifStored(job) : await ports.store.get(captureId);
    if (current?.state.name !== 'sealed') return undefined;
    const {manifest, sealedAt, deliveries = 0} = current.state;
    const file = blob ?? (await ports.sealer.fill(current, manifest, signal));
    const receiver = this.#clients.receiverOf(job);
    // Or discarded meanwhile.
    if (!receiver || !ledger.get(captureId)) return undefined;
    this.#clients.announceAll();
    const given = {deliverAgainAt: undefined, unstoredFile: undefined};
    ledger.set(withoutManifest(current), {activity: {name: 'removing'}, ...given});
    const delivery = deliveries + 1;
    const detail = {
      captureId,
      mode,
      protectedBlob: file,
      sealedAt,
      restored,
      delivery,
      ...ownWords(job),
    };
    const isToBeSent = sends(receiver);
    let work: unknown;
    try {
      work = receiver.client.onProtected(detail);
    } catch (thrown) {
      if (!isToBeSent) throw thrown;
      // What the page does beside it keeps no file from its storage.
      ports.report(thrown);
    }
    return {file, delivery, isToBeSent, work, receiver};
  }

  /** False where the client could not do what it has the file for: then it is handed over again, later. */
  async #isDone(
    captureId: string,
    {file, delivery}: Handed,
    work: PromiseLike<unknown>,
  ): Promise<boolean> {
    const {ports, ledger} = this.#parts;
    // Stored, so that the next visit counts on if this page dies.
    const counted = (job: Job): Job | undefined =>
      job.state.name === 'sealed'
        ? {...job, state: {...job.state, deliveries: delivery}}
        : undefined;
    const noted = ledger.amend(captureId, counted).catch(() => false);
    try {
      await work;
      return true;
    } catch (thrown) {
      ports.report(thrown);
      const isNoted = await noted;
      const {job} = ledger.get(captureId) ?? {};
      const again = !isNoted && job && counted(job);
      if (again) ledger.set(again);
      const unstoredFile = isNoted ? undefined : file;
      const deliverAgainAt = ports.clock.now() + backOff(delivery - 1, ports.random.number());
      ledger.note(captureId, {deliverAgainAt, unstoredFile});
      this.#become(captureId, {name: 'idle'});
      return false;
    }
  }

  /**
   * The job, unless its capture is gone: then another page has delivered it. Not asked of what this page alone has. Its
   * stored state may not be `sealed` yet, where there was no room for the seal; the file is here all the same.
   */
  async #ifStored(job: Job): Promise<Job | undefined> {
    const {ledger, ports} = this.#parts;
    if (ledger.get(job.captureId)?.media.name === 'memory') return job;
    // Where the storage breaks, the file is delivered all the same.
    return (await ports.store.has(job.captureId).catch(() => true)) ? job : undefined;
  }

  isDelivered(captureId: string): boolean {
    const name = this.#parts.ledger.get(captureId)?.activity.name;
    return name === 'removing' || name === 'delivered';
  }
}
