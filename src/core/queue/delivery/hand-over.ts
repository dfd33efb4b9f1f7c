import {
  delivered,
  handedOver,
  sealedAgain,
  withoutManifest,
  type AfterHandOver,
  type Job,
} from '@sealed-capture/seal/model/job/job.js';
import {isPromise} from '@sealed-capture/seal/model/json/record.js';
import {backOff} from '@sealed-capture/seal/model/job/retries.js';
import {sends, type Connection} from '../connection/connection.js';
import type {Activity} from '../store/ledger.js';
import type {FileSender, QueueParts} from '../queue-parts.js';
import {ownWords} from '../summaries.js';
import {deliveryLock} from '../visits.js';
import {previewBudgetOf, retentionOf} from './retention.js';

/** Delay in milliseconds before the upload code is requested again after it failed to load. */
const LOAD_AGAIN_MS = 30_000;

/** Milliseconds that a file waits for its page to configure a storage; the page may still be loading. */
const STORAGE_MS = 60_000;

/** A file that a client was given, with the return value of its listener. */
interface GivenFile {
  file: Blob;
  delivery: number;
  /** The page had configured delivery when it was given the file. */
  isToBeSent: boolean;
  work: unknown;
  receiver: Connection;
}

/** Hands sealed files to clients, and has them sent to the page's own storage. */
export class HandOver {
  readonly #parts: QueueParts;
  readonly #onGiven: () => void;
  /** Captures that this page is handing over, or that wait because another page holds their lock. */
  readonly #underway = new Set<string>();
  /** Captures whose files are to be sent, while the page has not configured a storage for them. */
  readonly #unclaimed = new Set<string>();
  #uploads?: Promise<FileSender>;
  #lastGiven: Promise<unknown> = Promise.resolve();

  /** `onGiven` is called when a client was given a file, and when what it did with the file failed. */
  constructor(parts: QueueParts, onGiven: () => void) {
    this.#parts = parts;
    this.#onGiven = onGiven;
  }

  /**
   * Hands the sealed file to a client. Once the client has taken it (at once, or when the promise that it returned
   * has resolved), the file is sent to the page's own storage, kept for its retention, or deleted. If the promise
   * rejects, the file is handed over again after a back-off. Without a receiver the capture stays `sealed` until
   * one connects; a capture of an earlier visit also waits until the page has loaded. Resolves when the client was
   * given the file, or will not get it now.
   *
   * If the page dies before `sealed` is stored, the next visit requests the same seal again; if it dies after that,
   * but before the hand-over is stored, the next visit hands the file over. Two pages never hand over the same file
   * at once: a lock is held while a client works on it, and the second page skips what was taken meanwhile. A page
   * that returns from the back/forward cache after its locks were taken counts as a second page.
   */
  async deliver(job: Job, blob?: Blob): Promise<void> {
    const {ports, visits, ledger} = this.#parts;
    const {captureId} = job;
    if (this.#underway.has(captureId)) return;
    const {maker, withheldFor} = ledger.get(captureId) ?? {};
    // Its seal has just arrived; the file is delivered once the person keeps the capture.
    if (withheldFor) {
      return ledger.note(captureId, {deliverAgainAt: ports.clock.now(), unstoredFile: blob});
    }
    // A recording of an earlier visit that was recovered in this one has no maker in this page.
    const restored = job.visit !== visits.own || (!!job.recovered && !maker);
    // A page that is still loading may not have added its listeners yet.
    if (!this.#parts.connections.receiverOf(job) || (restored && !ports.wakeUps.isLoaded)) {
      // Waits until a receiver connects, or the page has loaded.
      if (!ledger.get(captureId)?.unstoredFile) ledger.note(captureId, {deliverAgainAt: undefined});
      return;
    }
    this.#underway.add(captureId);
    await new Promise<void>((resolve, reject) => {
      const onGiven = (): void => {
        resolve();
        this.#onGiven();
      };
      const handOver = (): Promise<void> => this.#handOver(job, restored, blob, onGiven);
      ports.locks
        .alone(deliveryLock(captureId), handOver)
        .finally(() => this.#underway.delete(captureId))
        .then(resolve, reject);
    });
  }

  /** Hands the file over while it holds the capture's lock. `onGiven` is the constructor's. */
  async #handOver(
    job: Job,
    restored: boolean,
    blob: Blob | undefined,
    onGiven: () => void,
  ): Promise<void> {
    const {ports, ledger} = this.#parts;
    const {captureId} = job;
    const receiver = this.#parts.connections.receiverOf(job);
    if (job.state.name === 'delivering') {
      onGiven();
      // The file was delivered before; only its removal failed.
      if (this.isDelivered(captureId)) return void (await ports.store.remove(captureId));
      if (!receiver) return ledger.note(captureId, {deliverAgainAt: undefined});
      if (sends(receiver)) return this.#upload(job, blob);
      const isFirst = !this.#unclaimed.has(captureId);
      this.#unclaimed.add(captureId);
      const deliverAgainAt = ports.clock.now() + STORAGE_MS;
      if (isFirst) return ledger.note(captureId, {deliverAgainAt, unstoredFile: blob});
      // The page has no storage for the file any more, so the file is handed over to the page once more.
      if (!(await ledger.amend(captureId, sealedAgain))) return;
    }
    let given: GivenFile | undefined;
    try {
      given = await (blob ? this.#give(job, restored, blob) : this.#giveInTurn(job, restored));
    } catch (thrown) {
      ledger.note(captureId, {deliverAgainAt: undefined});
      if (!this.isDelivered(captureId)) throw thrown;
      // The client's listener threw and may not have used the file: the capture stays `sealed` for the next visit.
      ports.report(thrown);
      return ledger.note(captureId, {activity: {name: 'delivered'}});
    }
    if (!given) return ledger.note(captureId, {deliverAgainAt: undefined});
    if (isPromise(given.work)) {
      this.#become(captureId, {name: 'in-use'});
      onGiven();
      if (!(await this.#isDone(captureId, given, given.work))) return onGiven();
    }
    await this.#settle(captureId, given, onGiven);
  }

  /**
   * Continues after the client has taken the file: sends it to the page's storage, keeps it for its retention, or
   * deletes it.
   */
  async #settle(
    captureId: string,
    {file, work, receiver, isToBeSent}: GivenFile,
    onGiven: () => void,
  ): Promise<void> {
    const {ports, ledger, storage} = this.#parts;
    const now = ports.clock.now();
    const {job, media} = ledger.get(captureId) ?? {};
    if (!job) return;
    const isKept = media?.name === 'stored' && !isPromise(work);
    const listedUntil = now + retentionOf(receiver.client.config);
    const kept = {keptUntil: isKept && listedUntil > now ? listedUntil : 0, listedUntil};
    const next: AfterHandOver = isToBeSent ? {name: 'delivering'} : {name: 'delivered', ...kept};
    const previewBudget = previewBudgetOf(job, receiver.client.config, storage.state);
    let isNoted = false;
    try {
      if (isToBeSent || listedUntil > now)
        isNoted = await ports.store.handOver({captureId, now, next, previewBudget});
      if (!isNoted && !isToBeSent) await ports.store.remove(captureId);
    } catch (thrown) {
      // A file that is to be sent is sent although the listener threw.
      if (!isToBeSent) throw thrown;
    } finally {
      if (isToBeSent) ledger.set(handedOver(job, now, next), {activity: {name: 'idle'}});
      else {
        const done = delivered(job, now, isNoted ? kept : undefined);
        ledger.set(done, {media: {name: 'stored'}, activity: {name: 'delivered'}});
      }
      storage.measure();
    }
    if (!isToBeSent) return;
    onGiven();
    await this.#upload(handedOver(job, now, next), isNoted ? undefined : file);
  }

  async #upload(job: Job, unstored?: Blob): Promise<void> {
    const {ports, ledger} = this.#parts;
    this.#uploads ??= ports.loadUploads().then((make) => make(this.#parts));
    try {
      await (await this.#uploads).send(job, unstored);
    } catch (thrown) {
      // Without a network, this part of the page may fail to load.
      this.#uploads = undefined;
      ports.report(thrown);
      const deliverAgainAt = ports.clock.now() + LOAD_AGAIN_MS;
      ledger.note(job.captureId, {deliverAgainAt, unstoredFile: unstored});
    }
    this.#onGiven();
  }

  #become(captureId: string, activity: Activity): void {
    this.#parts.ledger.note(captureId, {activity});
    this.#parts.ledger.changed();
  }

  /** Reads one file after the other, because files are large. */
  #giveInTurn(job: Job, restored: boolean): Promise<GivenFile | undefined> {
    const given = this.#lastGiven.then(() => this.#give(job, restored));
    this.#lastGiven = given.catch(() => undefined);
    return given;
  }

  /** Calls the client. Returns undefined if the client is not given the file now. Throws what the client throws. */
  async #give(job: Job, restored: boolean, blob?: Blob): Promise<GivenFile | undefined> {
    const {ports, signal, ledger} = this.#parts;
    const {captureId, mode} = job;
    if (this.isDelivered(captureId)) return undefined;
    const current = blob ? await this.#ifStored(job) : await ports.store.get(captureId);
    if (current?.state.name !== 'sealed') return undefined;
    const {manifest, sealedAt, deliveries = 0} = current.state;
    const file = blob ?? (await ports.sealer.fill(current, manifest, signal));
    const receiver = this.#parts.connections.receiverOf(job);
    // The capture was discarded meanwhile, or the receiver left.
    if (!receiver || !ledger.get(captureId)) return undefined;
    this.#parts.reports.announceAll();
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
      // A listener that throws does not keep the file from being sent.
      ports.report(thrown);
    }
    return {file, delivery, isToBeSent, work, receiver};
  }

  /** Resolves to false if the client's work on the file failed: the file is then handed over again later. */
  async #isDone(
    captureId: string,
    {file, delivery}: GivenFile,
    work: PromiseLike<unknown>,
  ): Promise<boolean> {
    const {ports, ledger} = this.#parts;
    // Stored, so that the next visit continues the count if this page dies.
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
   * Returns the job if its capture is still stored; if not, another page has delivered it. Captures that only this
   * page holds are not looked up. If there was no room for the seal, the stored state may not be `sealed` yet
   * although the file is ready.
   */
  async #ifStored(job: Job): Promise<Job | undefined> {
    const {ledger, ports} = this.#parts;
    if (ledger.get(job.captureId)?.media.name === 'memory') return job;
    // If the storage fails, the file is delivered all the same.
    return (await ports.store.has(job.captureId).catch(() => true)) ? job : undefined;
  }

  isDelivered(captureId: string): boolean {
    const name = this.#parts.ledger.get(captureId)?.activity.name;
    return name === 'removing' || name === 'delivered';
  }
}
