import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {
  accepted,
  awaitsReview,
  canMove,
  type CaptureCopy,
  hasFile,
  mayChangeMetadata,
  postponed,
  released,
  type Job,
} from '@sealed-capture/seal/model/job/job.js';
import {withAdditions, withTags} from '../metadata/added-values.js';
import {detailOf, stateOfUsed, type CaptureIntake} from './capture-intake.js';
import {isServed, type Connection} from './connection/connection.js';
import {isWithin} from './connection/present-clients.js';
import {intended, type CaptureRecord} from './store/ledger.js';
import type {CaptureScope, ReleaseOptions, WithheldFor} from './queue-client.js';
import {dueOnRelease, type QueueParts, rawMedia} from './queue-parts.js';
import type {SealingLoop} from './sealing/sealing-loop.js';

export const captureUnknown = (): SealedCaptureError =>
  new SealedCaptureError('capture_unknown', 'No capture with this id is kept here.');

/** Scope of what every element of the account may ask. */
export const ANYONES: CaptureScope = {scope: 'account'};

const LEFT =
  'sealed-capture: Held captures that belong to no element in the page are released with {scope: "account"}.';

const UNDECIDED = {name: 'held', awaits: 'review'} as const;

/** The actions of clients on captures: accept, release, retry, discard. */
export class CaptureActions {
  readonly #parts: QueueParts;
  readonly #loop: SealingLoop;
  readonly #intake: CaptureIntake;
  #hasHinted = false;

  constructor(parts: QueueParts, loop: SealingLoop, intake: CaptureIntake) {
    this.#parts = parts;
    this.#loop = loop;
    this.#intake = intake;
  }

  /**
   * Keeps a capture that a person has said to use: the client is notified of it, and it is sealed. Resolves to false, and only
   * scans the storage, if another page has decided, or a worker that has ended had the capture in memory only.
   */
  async accept(connection: Connection, captureId: string): Promise<boolean> {
    const {ledger} = this.#parts;
    const {job, awaitingUse} = await this.recordOf(connection, captureId);
    const blob = awaitingUse?.blob ?? (await rawMedia(this.#parts, captureId));
    const dueAt = dueOnRelease(this.#parts, captureId);
    const next = stateOfUsed(job.mode, connection.client.config, dueAt);
    if (!(await ledger.amend(captureId, (stored) => accepted(stored, next)))) {
      this.#loop.scan.run();
      return false;
    }
    // A retry may have stored it since the person was asked.
    const keeping = ledger.get(captureId)?.awaitingUse?.keeping;
    ledger.note(captureId, {awaitingUse: undefined});
    const used = {...job, state: next};
    // Without its media, a capture is only reported as one that cannot be sealed.
    if (blob) this.#intake.report(connection, used, detailOf(used, blob), keeping);
    this.#loop.sealNow();
    return true;
  }

  /**
   * Deletes a capture that a person does not want to use. Resolves to false, and only scans the storage, if another page has
   * decided. Comparing and deleting is one step: otherwise another page could use the capture in between.
   */
  async reject(connection: Connection, captureId: string): Promise<boolean> {
    const {ports, ledger} = this.#parts;
    const record = await this.recordOf(connection, captureId);
    if (record.media.name === 'nowhere') {
      if (!awaitsReview(record.media.state)) return false;
      await this.remove(record);
    } else if (await ports.store.remove(captureId, UNDECIDED, this.#discardedAt(record))) {
      ledger.discard(record.job);
    } else {
      this.#loop.scan.run();
      return false;
    }
    this.#gone(record);
    return true;
  }

  async enqueue(
    connection: Connection,
    captureId?: string | null,
    additions: ReleaseOptions = {},
  ): Promise<void> {
    const {ledger} = this.#parts;
    const isOne = captureId !== undefined && captureId !== null;
    const records = isOne
      ? [await this.recordOf(connection, captureId, additions)]
      : await this.#all(connection, additions);
    const held = records.map(intended).filter(({state}) => state.name === 'held');
    // If one of them would be refused, none is released.
    for (const {metadata} of held) withAdditions(metadata, additions);
    const release = (job: Job): Job | undefined => {
      if (job.state.name !== 'held' || awaitsReview(job.state)) return undefined;
      const metadata = withAdditions(job.metadata, additions);
      return released({...job, metadata}, dueOnRelease(this.#parts, job.captureId));
    };
    await Promise.all(held.map((job) => ledger.amend(job.captureId, release)));
    this.#loop.sealNow();
  }

  /** Runs a person's confirmation of a license plate; the capture may be due afterwards. */
  async confirm(confirmation: Promise<void>): Promise<void> {
    try {
      await confirmation;
      this.#loop.sealNow();
    } catch (thrown) {
      // Another page may have changed the capture: scan the storage, so that the person is not asked again.
      this.#loop.scan.run();
      throw thrown;
    }
  }

  async retry(connection: Connection, captureId: string, scope?: CaptureScope): Promise<void> {
    const record = await this.recordOf(connection, captureId, scope);
    const {job, media, deliverAgainAt: nextAt} = record;
    const endpoint = this.#endpointFor(record, connection);
    if (media.name === 'nowhere') {
      await this.#loop.claims.keep({...job, endpoint, state: media.state}, media.blob);
    } else if (job.state.name === 'failed' || job.state.name === 'waiting') {
      connection.tryCredentialsAgain();
      this.#parts.reports.mayRepeat(captureId);
      await this.#loop.claims.release({...job, endpoint}, job.state);
    } else if (nextAt) {
      const deliverAgainAt = this.#parts.ports.clock.now();
      this.#parts.ledger.note(captureId, {deliverAgainAt, isRetry: true});
    }
    this.#loop.sealNow();
  }

  /** The raw media; undefined if they are no longer stored. */
  async picture(connection: Connection, captureId: string): Promise<Blob | undefined> {
    const record = await this.recordOf(connection, captureId, ANYONES).catch(() => undefined);
    return record && rawMedia(this.#parts, captureId);
  }

  /** The preview of a delivered photo; undefined if there is none. */
  async preview(connection: Connection, captureId: string): Promise<Blob | undefined> {
    await this.recordOf(connection, captureId, ANYONES);
    return this.#parts.ports.store.preview(captureId);
  }

  /** The sealed file; undefined if the capture is not sealed yet, or the file is no longer stored. */
  async sealedFile(connection: Connection, captureId: string): Promise<Blob | undefined> {
    const {ports, signal} = this.#parts;
    const {unstoredFile} = await this.recordOf(connection, captureId, ANYONES);
    if (unstoredFile) return unstoredFile;
    const job = await ports.store.get(captureId);
    return job && 'manifest' in job.state && hasFile(job)
      ? ports.sealer.fill(job, job.state.manifest, signal)
      : undefined;
  }

  async discard(connection: Connection, captureId: string, scope?: CaptureScope): Promise<void> {
    const record = await this.recordOf(connection, captureId, scope);
    await this.remove(record, this.#discardedAt(record));
    this.#gone(record);
  }

  /** A closing record may have waited for the capture. */
  #gone({job}: CaptureRecord): void {
    if (job.set) this.#loop.check();
  }

  /** The time of a deletion that a closing record has to list. */
  #discardedAt({job: {set}}: CaptureRecord): string | undefined {
    return set && new Date(this.#parts.ports.clock.now()).toISOString();
  }

  /**
   * Deletes the capture for good. One that was handed to a client is already being removed.
   *
   * @param discardedAt set if a person or the page has discarded it, and it is part of a set
   */
  async remove({job, media, activity}: CaptureRecord, discardedAt?: string): Promise<void> {
    const {ports, ledger} = this.#parts;
    const {captureId} = job;
    if (activity.name === 'removing') return;
    if ('controller' in activity) activity.controller.abort();
    ledger.delete(captureId);
    const removal = ports.store.remove(captureId, undefined, discardedAt);
    // Of a recording that could be stored nowhere in the end, some parts may still be stored.
    await (media.name === 'nowhere' ? removal.catch(() => undefined) : removal);
    ledger.discard(job);
  }

  /**
   * Finds a capture of the client's account, or rejects; with a scope that is not the account, also if it belongs to another
   * element in the page. A page may ask for one of an earlier visit as soon as it has loaded, so the scan is awaited.
   */
  async recordOf(
    connection: Connection,
    captureId: string,
    scope: CaptureScope = {},
  ): Promise<CaptureRecord> {
    const isAnyones = isOfAccount(scope);
    const {ledger} = this.#parts;
    const whose = connection.accountOf();
    const account = whose instanceof Promise ? await whose : whose;
    if (!ledger.get(captureId)) await this.#loop.scan.done;
    const record = ledger.get(captureId);
    if (!record || record.job.account !== account) throw captureUnknown();
    const owner = !isAnyones && this.#parts.connections.present(connection).ownerOf(record);
    if (!owner || isWithin(owner, connection)) return record;
    const message =
      'This capture belongs to another element: call its method or, where the method takes one, pass {scope: "account"}.';
    throw new SealedCaptureError('capture_unknown', message);
  }

  /** The captures that a call without an id applies to. */
  async #all(connection: Connection, scope: CaptureScope): Promise<CaptureRecord[]> {
    const isAnyones = isOfAccount(scope);
    await connection.accountOf();
    await this.#loop.scan.done;
    const {ledger, ports} = this.#parts;
    const {endpoint, account, element, client} = connection;
    const present = this.#parts.connections.present(connection);
    const isListed = present.listedBy(connection);
    if (isAnyones) {
      return ledger.all.filter(
        (record) => isListed(record) || isServed(record.job, {endpoint, account}),
      );
    }
    const listed = ledger.all.filter(isListed);
    if (!client.mode) return listed;
    const isOwn = (record: CaptureRecord): boolean => present.ownerOf(record)?.element === element;
    const isLeft = (record: CaptureRecord): boolean =>
      record.job.state.name === 'held' && !awaitsReview(record.job.state) && !isOwn(record);
    if (!this.#hasHinted && listed.some(isLeft)) {
      this.#hasHinted = true;
      ports.report(LEFT);
    }
    return listed.filter(isOwn);
  }

  /**
   * Changes tags of a capture, in the storage, too, and makes one that waits due anew: while a person writes, no other page takes
   * it. Resolves to false if it is too late for that. The element may be gone, and another one have the capture already.
   */
  async changeTags(
    connection: Connection,
    captureId: string,
    tags: Readonly<Record<string, string | undefined>>,
  ): Promise<boolean> {
    const {ports, ledger} = this.#parts;
    const {job} = await this.recordOf(connection, captureId, ANYONES);
    // Refuses invalid tags, whatever the state of the capture.
    withTags(job.metadata, tags);
    return ledger.amend(captureId, (stored) => {
      if (!mayChangeMetadata(stored)) return undefined;
      const metadata = withTags(stored.metadata, tags);
      return postponed({...stored, metadata}, ports.clock.now());
    });
  }

  /** Records copies that a person has made, in the storage, too, whatever the state of the captures. */
  async noteCopies(
    connection: Connection,
    captureIds: readonly string[],
    copy: Omit<CaptureCopy, 'at'>,
  ): Promise<void> {
    const {ports, ledger} = this.#parts;
    const lastCopy = {...copy, at: new Date(ports.clock.now()).toISOString()};
    const notes = captureIds.map(async (captureId) => {
      const record = await this.recordOf(connection, captureId, ANYONES).catch(() => undefined);
      if (record) await ledger.amend(captureId, (stored) => ({...stored, lastCopy}));
    });
    await Promise.all(notes);
  }

  /** Gives up attempts of captures that are withheld, and continues with those that are not any more. */
  withhold(
    captureIds: readonly string[],
    isWithheld: boolean,
    reason: WithheldFor = 'deletion',
  ): void {
    const {ledger} = this.#parts;
    for (const captureId of captureIds) {
      const others = (ledger.get(captureId)?.withheldFor ?? []).filter((one) => one !== reason);
      const reasons = isWithheld ? [...others, reason] : others;
      ledger.note(captureId, {withheldFor: reasons.length > 0 ? reasons : undefined});
      const activity = ledger.get(captureId)?.activity;
      const isUnderway = activity?.name === 'asking' || activity?.name === 'sending';
      if (isWithheld && isUnderway) activity.controller.abort();
    }
    ledger.changed();
    if (!isWithheld) this.#loop.sealNow();
  }

  /** Where a capture is sealed when it is retried: where its element seals, or where any client of its account does. */
  #endpointFor(record: CaptureRecord, connection: Connection): string {
    const {job} = record;
    const owner = this.#parts.connections.present(connection).ownerOf(record);
    if (owner) return owner.endpoint || job.endpoint;
    const mayMove = !this.#loop.authorizer.serves(job) && canMove(job, connection.endpoint);
    return mayMove ? connection.endpoint : job.endpoint;
  }
}

/** True if the page asks for the captures of all elements. Throws `configuration_invalid` for an unknown scope. */
function isOfAccount({scope}: CaptureScope = {}): boolean {
  if (!scope || scope === 'element' || scope === 'account') return scope === 'account';
  throw new SealedCaptureError('configuration_invalid', 'scope has to be “element” or “account”.');
}
