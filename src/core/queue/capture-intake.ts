import {
  awaitsReview,
  completed,
  type Job,
  type JobState,
} from '@sealed-capture/seal/model/job/job.js';
import {MEASURING_MS, type PictureQuality} from '@sealed-capture/seal/model/picture-quality.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import {LONGEST_DELAY_MS} from '@sealed-capture/seal/model/job/retries.js';
import {isRecord} from '@sealed-capture/seal/model/json/record.js';
import type {
  CaptureDetail,
  ConfigurationErrorDetail,
  ProtectionConfig,
} from '@sealed-capture/seal/model/protection-config.js';
import type {Keeping} from '@sealed-capture/seal/model/job/keeping.js';
import type {Account} from '../credentials/accounts.js';
import type {Connection} from './connection/connection.js';
import type {QueueParts} from './queue-parts.js';
import type {Draft, Kept, Sealable} from './draft.js';
import {jobNameOf} from './job-name.js';
import {ownWords} from './summaries.js';
import {plain} from '../metadata/added-values.js';
import {sealableAdditions, textOf, type RefuseOption} from '../metadata/page-values.js';

/** Takes new captures in: stores each one, then announces it, then leaves it to be sealed. */
export class CaptureIntake {
  readonly #parts: QueueParts;
  readonly #loop: {sealNow(): void};
  #askedToPersist = false;

  constructor(parts: QueueParts, loop: {sealNow(): void}) {
    this.#parts = parts;
    this.#loop = loop;
  }

  async add(
    connection: Connection,
    draft: Draft,
    keep: (job: Job) => Promise<Kept>,
    sealable?: Sealable,
  ): Promise<CaptureDetail> {
    const refused: ConfigurationErrorDetail[] = [];
    const code = 'configuration_invalid';
    const refuse: RefuseOption = (problem, option, value) => {
      refused.push({option, value: textOf(value), message: `${problem}.`, code});
    };
    const whose = connection.accountOf(draft);
    // `keep` takes the picture: at this very moment, unless the account's hash still has to be computed.
    const account = whose instanceof Promise ? await whose : whose;
    const job = this.prepare(connection, draft, account, refuse, sealable);
    // An invalid option does not fail the capture; it is sealed without the option.
    const {client} = connection;
    const {reports, ports} = this.#parts;
    for (const detail of refused) {
      if (client.onConfigurationError) reports.call(() => client.onConfigurationError?.(detail));
      else ports.report(`sealed-capture: ${detail.message}`);
    }
    const kept = await keep(job);
    const detail = this.takeIn(connection, job, kept);
    if (waitOf(draft)) void this.#complete(job, draft).catch(() => undefined);
    return detail;
  }

  /**
   * Waits for the location and the measurement of a stored capture. If the page dies meanwhile, the capture is
   * sealed without them.
   */
  async #complete({captureId}: Job, draft: Draft): Promise<void> {
    const {signal, ledger, ports} = this.#parts;
    ledger.note(captureId, {completeBy: ports.clock.now() + waitOf(draft)});
    const [gps, quality] = await Promise.all([
      draft.renewal?.place,
      draft.onMeasured && this.#quality(captureId, draft.onMeasured),
    ]);
    ledger.note(captureId, {completeBy: undefined});
    if (signal.aborted) return;
    await ledger.amend(captureId, (job) => completed(job, {gps, quality}, ports.clock.now()));
    this.#loop.sealNow();
  }

  /** Measures the picture; undefined if that is impossible or takes too long. */
  async #quality(
    captureId: string,
    onMeasured: Required<Draft>['onMeasured'],
  ): Promise<PictureQuality | undefined> {
    const {store} = this.#parts.ports;
    const signal = AbortSignal.timeout(MEASURING_MS);
    const quality = await store.quality(captureId, signal).catch(() => undefined);
    if (quality) this.#parts.reports.call(() => onMeasured(captureId, quality));
    return quality;
  }

  /** Takes a stored capture in, and reports it to the client, unless a person has yet to decide whether to use it. */
  takeIn(connection: Connection, job: Job, {blob, keeping}: Kept): CaptureDetail {
    const {storage, ledger} = this.#parts;
    ledger.setKept(job, {blob, keeping}, connection);
    const detail = detailOf(job, blob);
    if (awaitsReview(job.state)) ledger.note(job.captureId, {awaitingUse: {blob, keeping}});
    else this.report(connection, job, detail, keeping);
    if (keeping.name === 'stored') {
      const {persistence, backgroundSync} = this.#parts.ports;
      if (job.state.name === 'waiting') backgroundSync.request();
      if (!this.#askedToPersist) void persistence.request().then(() => storage.measure());
      this.#askedToPersist = true;
    }
    storage.measure(blob.size);
    this.#parts.extras.plates?.start();
    return detail;
  }

  /** Reports a capture to the client that made it and, if it is not stored for good, that as well. */
  report(
    connection: Connection,
    job: Job,
    detail: CaptureDetail,
    keeping: Keeping = {name: 'stored'},
  ): void {
    const isMine = connection.account === job.account;
    const {client} = connection;
    // Read before the call: a page may remove the camera as soon as it has the photo.
    if (isMine && !client.isAway) this.#parts.reports.call(() => client.onCapture(detail, true));
    else {
      if (isMine) this.#parts.reports.call(() => client.onCaptureAway?.(detail));
      this.#parts.reports.announce(detail);
    }
    this.#parts.reports.keeping(job, keeping, connection);
  }

  /**
   * Makes the job that a draft is stored as. `refuse` is called for values that cannot be sealed; `sealable` checks
   * the metadata of a page.
   */
  prepare(
    connection: Connection,
    draft: Draft,
    account: Account,
    refuse: RefuseOption,
    sealable?: Sealable,
  ): Job {
    const {client, endpoint} = connection;
    const {source} = client;
    const {config = client.config} = draft;
    const {ports, visits} = this.#parts;
    const given = isRecord(draft.metadata) ? draft.metadata : {};
    // Metadata of this package's own camera or microphone is valid already.
    const sections = sealable?.(given, config.locationObfuscationRadius, refuse) ?? given;
    const additions = {...sealableAdditions(given, refuse), ...sealableAdditions(config, refuse)};
    const name = jobNameOf(config.job, refuse);
    const {mode, mediaType, duration, missing, origin, gathered = []} = draft;
    const capturedAt = new Date(draft.capturedAt).toISOString();
    const dueAt = ports.clock.now() + waitOf(draft);
    return {
      captureId: draft.captureId ?? ports.random.uuid(),
      mode,
      mediaType,
      duration,
      missing,
      capturedAt,
      endpoint,
      ...(account && {account}),
      ...(source && {source}),
      ...(origin && {origin}),
      ...(gathered.length > 0 && {gathered}),
      visit: visits.own,
      // When a chosen file was made is not known here.
      metadata: plain({...sections, ...(!sections.imported && {capturedAt}), ...additions}),
      ...(name !== undefined && {set: {job: name}}),
      state: client.reviews ? {name: 'held', awaits: 'review'} : stateOfUsed(mode, config, dueAt),
    };
  }
}

/** The first state of a capture that is used: it is due at `dueAt`, unless the page or a person has to release it. */
export function stateOfUsed(
  mode: Mode,
  {licensePlateDetector, autoProtect}: ProtectionConfig,
  dueAt: number,
): JobState {
  if (mode === 'image' && licensePlateDetector) return {name: 'held', awaits: 'license-plate'};
  return autoProtect === false ? {name: 'held'} : {name: 'waiting', dueAt, attempts: 0};
}

/** Longest time in milliseconds that sealing waits for the rest of a capture's metadata. */
const waitOf = ({renewal, onMeasured}: Draft): number =>
  Math.max(Math.min(renewal?.within ?? 0, LONGEST_DELAY_MS), onMeasured ? MEASURING_MS : 0);

/** The details of a capture that a client receives. */
export function detailOf(job: Job, blob: Blob): CaptureDetail {
  const {captureId, mode, capturedAt, duration, missing, recovered} = job;
  return {
    captureId,
    mode,
    blob,
    capturedAt,
    ...(duration !== undefined && {duration}),
    ...(missing && {missing}),
    ...(recovered && {recovered}),
    ...ownWords(job),
  };
}
