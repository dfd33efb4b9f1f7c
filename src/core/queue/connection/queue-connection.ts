import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import {awaitsReview, type CaptureCopy, type Job} from '@sealed-capture/seal/model/job/job.js';
import type {CaptureDetail} from '@sealed-capture/seal/model/protection-config.js';
import type {SetClosing} from '@sealed-capture/seal/model/seal/sealed-set.js';
import type {Account, Accounts} from '../../credentials/accounts.js';
import {ANYONES, captureUnknown, type CaptureActions} from '../capture-actions.js';
import type {CaptureIntake} from '../capture-intake.js';
import type {ClosingRecords} from '../closing-records.js';
import {Connection} from './connection.js';
import type {Capturing, Draft, Kept, Sealable} from '../draft.js';
import type {
  CaptureScope,
  CaptureSummary,
  FailureReason,
  Protection,
  ProtectionClient,
  ReleaseOptions,
  StorageState,
  WithheldFor,
} from '../queue-client.js';
import type {QueueParts} from '../queue-parts.js';
import type {SealingLoop} from '../sealing/sealing-loop.js';
import {intended, type CaptureRecord} from '../store/ledger.js';
import {oldestFirst, reasonOf, summaryOf} from '../summaries.js';

/** What a connection uses of its queue. */
export interface QueueSide {
  parts: QueueParts;
  accounts: Accounts;
  actions: CaptureActions;
  intake: CaptureIntake;
  closings: ClosingRecords;
  loop: SealingLoop;
}

const canAsk = ({client}: Connection): boolean => !!client.asks;

/** The summaries of a client, as of what `key` says. */
interface Listed {
  key: string;
  captures: readonly CaptureSummary[];
  closings: readonly CaptureSummary[];
}

/** The connection of a client, with everything that the client can ask of the queue. */
export class QueueConnection extends Connection implements Protection, Capturing {
  readonly #queue: QueueSide;
  #listed: Listed = {key: '', captures: [], closings: []};

  constructor(client: ProtectionClient, queue: QueueSide) {
    super(client, queue.parts.ports.pageAddress, queue.accounts);
    this.#queue = queue;
  }

  get captures(): readonly CaptureSummary[] {
    return this.#list.captures;
  }

  get closings(): readonly CaptureSummary[] {
    return this.#list.closings;
  }

  /** Computed once for each change, because an element reads them several times for each render. */
  get #list(): Listed {
    const {endpoint, account, client} = this;
    const key = JSON.stringify([
      this.#queue.parts.ledger.version,
      endpoint,
      String(account),
      client.source,
    ]);
    if (key !== this.#listed.key) {
      const all = this.#summaries();
      const captures = all.filter(({closes}) => closes === undefined);
      const closings = all.filter(({closes}) => closes !== undefined);
      this.#listed = {key, captures, closings};
    }
    return this.#listed;
  }

  get storage(): StorageState | undefined {
    return this.#queue.parts.storage.state;
  }

  get problem(): FailureReason | undefined {
    const failure = this.#queue.loop.setup.problemOf(this);
    return failure && reasonOf(failure);
  }

  seen(): void {
    this.#queue.loop.setup.seen(this);
  }

  configurationChanged(): void {
    const {parts, loop} = this.#queue;
    const {isRenewed, isAskingChanged} = this.applyConfiguration();
    parts.ledger.version++;
    loop.setup.warnOfSecret(this);
    if (isAskingChanged || isRenewed) parts.ledger.changed();
    void loop.moves.rebind(this, isRenewed);
    // Every element calls this after its first render, usually without any change.
    if (isRenewed) loop.scan.run();
    else parts.extras.plates?.start();
  }

  enqueueProtection(captureId?: string, options?: ReleaseOptions): Promise<void> {
    return this.#queue.actions.enqueue(this, captureId, options);
  }

  picture(captureId: string): Promise<Blob | undefined> {
    return this.#queue.actions.picture(this, captureId);
  }

  preview(captureId: string): Promise<Blob | undefined> {
    return this.#queue.actions.preview(this, captureId);
  }

  async metadata(captureId: string): Promise<CaptureMetadata> {
    const {job} = await this.#queue.actions.recordOf(this, captureId, ANYONES);
    return job.metadata;
  }

  async confirmLicensePlate(captureId: string, plateNumber: string): Promise<void> {
    const {actions, parts} = this.#queue;
    const {plates} = parts.extras;
    if (!plates) throw captureUnknown();
    await actions.recordOf(this, captureId);
    await actions.confirm(plates.confirm(this, captureId, plateNumber));
  }

  retryProtection(captureId: string, scope?: CaptureScope): Promise<void> {
    return this.#queue.actions.retry(this, captureId, scope);
  }

  sealedFile(captureId: string): Promise<Blob | undefined> {
    return this.#queue.actions.sealedFile(this, captureId);
  }

  discard(captureId: string, scope?: CaptureScope): Promise<void> {
    return this.#queue.actions.discard(this, captureId, scope);
  }

  async accept(captureId: string): Promise<boolean> {
    const {actions, parts} = this.#queue;
    const isUsed = await actions.accept(this, captureId);
    parts.extras.plates?.start();
    return isUsed;
  }

  reject(captureId: string): Promise<boolean> {
    return this.#queue.actions.reject(this, captureId);
  }

  changeTags(
    captureId: string,
    tags: Readonly<Record<string, string | undefined>>,
  ): Promise<boolean> {
    return this.#queue.actions.changeTags(this, captureId, tags);
  }

  noteCopies(captureIds: readonly string[], copy: Omit<CaptureCopy, 'at'>): Promise<void> {
    return this.#queue.actions.noteCopies(this, captureIds, copy);
  }

  withhold(captureIds: readonly string[], isWithheld: boolean, reason?: WithheldFor): void {
    this.#queue.actions.withhold(captureIds, isWithheld, reason);
  }

  closeJob(picture: Blob, shots: SetClosing['shots']): Promise<string> {
    return this.#queue.closings.close(this, picture, shots);
  }

  async add(
    draft: Draft,
    keep: (job: Job) => Promise<Kept>,
    sealable?: Sealable,
  ): Promise<CaptureDetail> {
    const {intake, loop} = this.#queue;
    // Nothing is sealed before the stored captures are known; that scan may still be waiting for a camera.
    if (!loop.scan.isListed) loop.scan.run();
    const detail = await intake.add(this, draft, keep, sealable);
    loop.sealNow();
    return detail;
  }

  prepare(draft: Draft): Job | Promise<Job> {
    const prepared = (account: Account): Job =>
      this.#queue.intake.prepare(this, draft, account, () => undefined);
    const account = this.accountOf(draft);
    return account instanceof Promise ? account.then(prepared) : prepared(account);
  }

  async recover(draft: Draft): Promise<CaptureDetail | undefined> {
    const {loop, parts} = this.#queue;
    const detail = await parts.extras.recoveries?.recover(this, draft);
    loop.sealNow();
    return detail;
  }

  #summaries(): CaptureSummary[] {
    const {ledger, connections, extras} = this.#queue.parts;
    const present = connections.present(this);
    const records = ledger.all.filter(present.listedBy(this));
    const circumstances = this.#queue.loop.authorizer.circumstancesOf(records, present);
    // One client asks the person whether to use a capture: its element's, or another one that can.
    const isAsked = (record: CaptureRecord): boolean =>
      awaitsReview(intended(record).state) && present.receiverOf(record, canAsk) === this;
    return records
      .map((record) => ({
        ...summaryOf(record, circumstances),
        plateReading: extras.plates?.readingOf(record),
        ...(isAsked(record) && {
          asksHere: true as const,
          ...(record.media.name !== 'stored' && {isUnstored: true as const}),
        }),
      }))
      .sort(oldestFirst);
  }
}
