import type {Authorization} from '@sealed-capture/seal/model/authorization.js';
import type {CaptureSummary, ProtectionClient} from '../../../src/core/queue/queue-client.js';
import {Uploads} from '../../../src/core/queue/delivery/uploads.js';
import {ProtectionQueue} from '../../../src/core/queue/protection-queue.js';
import type {QueueConnection} from '../../../src/core/queue/connection/queue-connection.js';
import type {QueuePorts} from '../../../src/core/queue/queue-parts.js';
import type {Draft} from '../../../src/core/queue/draft.js';
import {sealableMetadata} from '../../../src/core/metadata/sealable-metadata.js';
import {readPlates} from '../../../src/core/plates/license-plates.js';
import {Recoveries} from '../../../src/core/recording/recoveries.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {CaptureSource} from '@sealed-capture/seal/model/job/capture-source.js';
import {hasFile, isHandedOver, sealed, type Job} from '@sealed-capture/seal/model/job/job.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import type {
  CaptureDetail,
  ConfigurationErrorDetail,
  DeliveredDetail,
  FileDelivery,
  LicensePlateDetail,
  ProtectedDetail,
  ProtectErrorDetail,
  ProtectionConfig,
  StorageLowDetail,
} from '@sealed-capture/seal/model/protection-config.js';
import type {BackgroundSync} from '../../../src/ports/browser/background-sync.js';
import type {PictureQuality} from '@sealed-capture/seal/model/picture-quality.js';
import type {
  CaptureStore,
  ForgottenSets,
  HandOverRecord,
} from '../../../src/ports/captures/capture-store.js';
import type {MediaSealer, Sealed} from '../../../src/ports/captures/media-sealer.js';
import type {RecordedPart} from '../../../src/ports/audio/recorder.js';
import type {
  CompleteRecording,
  RecordingStore,
  RecoveredRecording,
} from '../../../src/ports/captures/recording-store.js';
import type {Keeping, StorageFailure} from '@sealed-capture/seal/model/job/keeping.js';
import type {StorageSpace} from '../../../src/ports/browser/storage-persistence.js';
import type {WakeUp} from '../../../src/ports/browser/wake-ups.js';
import {settled} from '../../settled.js';
import {storeSeal} from '../../../src/worker/sealing/sealer.js';
import {CapturesInMemory} from '../../../src/worker/storage/captures-in-memory.js';
import {setsToClose} from '../../../src/worker/storage/sets/stored-set.js';

export const PAGE = 'https://shop.example/camera';
export const ENDPOINT = 'https://shop.example/protection';
export const photo = new Blob(['raw'], {type: 'image/jpeg'});
export const draft: Draft = {
  mode: 'image',
  mediaType: 'image/jpeg',
  metadata: {network: {wifi: true}},
  capturedAt: Date.UTC(2026, 0, 1),
};

/** What an element with this id is known by. */
export const withId = (id: string): CaptureSource => ({page: PAGE, tag: 'capture-image', id});

/** What outlives a page: storage, and the browser's locks. */
export class Browser {
  readonly captures: CapturesInMemory = new CapturesInMemory();
  /** Makes the sealed file of a capture. */
  fill = filled;
  /** Answers whether a capture could be sealed at an address; as a service whose clock is the device's. */
  check: MediaSealer['check'] = () => Promise.resolve(0);
  /** Answers whether the page's own server answers. */
  hasNetwork: MediaSealer['hasNetwork'] = () => Promise.resolve(true);
  readonly recordings = new Map<string, {job: Job; parts: ArrayBuffer[]}>();
  readonly locks = new Map<string, Promise<void>>();
  time = Date.UTC(2026, 0, 1);
  /** False for a browser without Web Locks. */
  hasLocks = true;
  #lastVisit = 0;

  nextVisit(): string {
    return `visit-${++this.#lastVisit}`;
  }

  /** Runs one work at a time per name, as Web Locks do. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = Promise.resolve(this.locks.get(name)).then(work);
    const over = mine.then(
      () => undefined,
      () => undefined,
    );
    const held = over.then(() => {
      if (this.locks.get(name) === held) this.locks.delete(name);
    });
    this.locks.set(name, held);
    return mine;
  }
}

class StoreOfBrowser implements CaptureStore {
  /** The result of `add`. */
  keeping: Keeping = {name: 'stored'};
  /** The result of measuring a picture. */
  measured = Promise.resolve<PictureQuality | undefined>(undefined);
  readonly #browser: Browser;
  readonly #captures: CapturesInMemory;
  readonly #inMemory = new Set<string>();
  #onLost = (): void => undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
    this.#captures = browser.captures;
  }

  async add(job: Job, media: Blob): Promise<Keeping> {
    if (this.keeping.name !== 'nowhere') this.#captures.add(job, await media.arrayBuffer());
    if (this.keeping.name === 'memory') this.#inMemory.add(job.captureId);
    return this.keeping;
  }
  setsToClose = (job: Job) => Promise.resolve().then(() => setsToClose(this.#captures.setsOf(job)));
  whenLost = (onLost: () => void): void => void (this.#onLost = onLost);
  /** Crashes the worker, with everything that it had only in memory. */
  crash(): void {
    for (const captureId of this.#inMemory) this.#captures.remove(captureId);
    this.#inMemory.clear();
    this.#onLost();
  }
  claim = (claim: Parameters<CaptureStore['claim']>[0]) =>
    Promise.resolve(this.#captures.claim(claim));
  replace = (job: Job, expected: Job['state']) =>
    Promise.resolve(this.#captures.replace(structuredClone(job), expected));
  get = (captureId: string) => Promise.resolve(structuredClone(this.#captures.get(captureId)));
  has = (captureId: string) => {
    const job = this.#captures.get(captureId);
    return Promise.resolve(!!job && !isHandedOver(job));
  };
  list = () => Promise.resolve(structuredClone(this.#captures.list()));
  media = (captureId: string) => {
    const bytes = this.#captures.media(captureId);
    return Promise.resolve(bytes && new Blob([bytes]));
  };
  /** What this page said when captures were handed over. */
  readonly handedOver: HandOverRecord[] = [];
  readonly previews = new Map<string, Blob>();
  preview = (captureId: string) => Promise.resolve(this.previews.get(captureId));
  quality = () => this.measured;
  handOver = (record: HandOverRecord) => {
    this.handedOver.push(record);
    return Promise.resolve(this.#captures.handOver(record));
  };
  /** Deletes delivered files, the oldest first. */
  makeRoom = () => {
    const kept = this.#captures
      .list()
      .find((job) => job.state.name === 'delivered' && hasFile(job));
    if (kept) this.#captures.remove(kept.captureId);
    return Promise.resolve(!!kept);
  };
  remove = (captureId: string, expected?: Job['state'], discardedAt?: string) => {
    if (!expected) this.#browser.recordings.delete(captureId);
    return Promise.resolve(this.#captures.remove(captureId, expected, discardedAt));
  };
  forgetSets = (sets: ForgottenSets) => Promise.resolve(this.#captures.forgetSets(sets));
}

class RecordingsOfBrowser implements RecordingStore {
  /** The result of `begin`, `addPart` and `finish`. */
  keeping: Keeping = {name: 'stored'};
  readonly #browser: Browser;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  begin(job: Job): Promise<Keeping> {
    const {parts = []} = this.#browser.recordings.get(job.captureId) ?? {};
    this.#browser.recordings.set(job.captureId, {job: structuredClone(job), parts});
    return Promise.resolve(this.keeping);
  }
  addPart(captureId: string, {bytes}: RecordedPart): Promise<Keeping> {
    this.#browser.recordings.get(captureId)?.parts.push(bytes);
    return Promise.resolve(this.keeping);
  }
  async finish(job: Job, {blob}: CompleteRecording): Promise<Keeping> {
    const {captures, recordings} = this.#browser;
    const {keeping} = this;
    // Without a worker, what was stored before stays for the next visit.
    if (keeping.failure?.code !== 'worker_unavailable') recordings.delete(job.captureId);
    if (this.keeping.name !== 'nowhere') captures.add(job, await blob.arrayBuffer());
    return this.keeping;
  }
  discard(captureId: string): Promise<void> {
    this.#browser.recordings.delete(captureId);
    return Promise.resolve();
  }
  unfinished = (): Promise<Job[]> =>
    Promise.resolve([...this.#browser.recordings.values()].map(({job}) => structuredClone(job)));
  recover = async (job: Job): Promise<RecoveredRecording | undefined> => {
    const {recordings, time} = this.#browser;
    const {parts = []} = recordings.get(job.captureId) ?? {};
    if (!parts.length) return void recordings.delete(job.captureId);
    const state = job.state.name === 'waiting' ? {...job.state, dueAt: time} : job.state;
    const recovered: Job = {...job, state, duration: 2 * parts.length, recovered: true};
    const blob = new Blob(parts, {type: job.mediaType});
    const complete = {infoFrame: new ArrayBuffer(0), parts: parts.length, blob};
    return {job: recovered, blob, keeping: await this.finish(recovered, complete)};
  };
}

/** The result of a store that has a capture only in memory, or nowhere. */
export const keptIn = (
  name: 'memory' | 'nowhere',
  code: StorageFailure['code'] = 'storage_full',
): Keeping => ({name, failure: {code, message: 'None.'}});

/** A fake manifest: it is bound to the capture whose id it contains. */
export const manifestFor = (captureId: string): ArrayBuffer =>
  new TextEncoder().encode(captureId).buffer;

export interface SealCall {
  job: Job;
  authorization: Authorization;
  signal: AbortSignal;
}

/** Stores the seal as the worker does. */
class FakeSealer implements MediaSealer {
  readonly #service: Service;
  readonly #store: Pick<CaptureStore, 'replace'>;
  readonly #browser: Browser;

  constructor(service: Service, store: Pick<CaptureStore, 'replace'>, browser: Browser) {
    this.#service = service;
    this.#store = store;
    this.#browser = browser;
  }

  async seal(
    job: Job,
    authorization: Authorization,
    signal: AbortSignal,
    stored = job.state,
  ): Promise<Sealed> {
    const manifest = await this.#service({job, authorization, signal});
    const blob = await this.fill(job, manifest);
    const done = sealed(job, manifest, new Date(this.#browser.time).toISOString());
    return {blob, ...(await storeSeal(this.#store, done, stored))};
  }

  fill(job: Job, manifest: ArrayBuffer): Promise<Blob> {
    return this.#browser.fill(job, manifest);
  }

  check(...asked: Parameters<MediaSealer['check']>): Promise<number | undefined> {
    return this.#browser.check(...asked);
  }

  hasNetwork(): Promise<boolean> {
    return this.#browser.hasNetwork();
  }
}

/** Builds the sealed file of a capture from its manifest. */
export const filled = ({captureId}: Job, manifest: ArrayBuffer): Promise<Blob> =>
  new TextDecoder().decode(manifest) === captureId
    ? Promise.resolve(new Blob(['sealed']))
    : Promise.reject(new SealedCaptureError('seal_mismatch', 'Of another file.'));

class FakeWakeUps {
  isLoaded = true;
  isOnline = true;
  wakesAt?: number;
  #onWakeUp?: (why: WakeUp) => void;
  /** Makes the browser report that it has lost the network. */
  loseNetwork(): void {
    this.isOnline = false;
    for (const onOffline of this.#onOffline) onOffline();
  }
  readonly #onOffline = new Set<() => void>();

  whenOffline(onOffline: () => void, signal: AbortSignal): void {
    this.#onOffline.add(onOffline);
    signal.addEventListener('abort', () => this.#onOffline.delete(onOffline));
  }
  listen(onWakeUp: (why: WakeUp) => void, signal: AbortSignal): void {
    this.#onWakeUp = onWakeUp;
    signal.addEventListener('abort', () => (this.#onWakeUp = undefined));
  }
  wakeAt(time?: number): void {
    this.wakesAt = time;
  }
  wake(why: WakeUp): void {
    if (why === 'online') this.isOnline = true;
    this.#onWakeUp?.(why);
  }
}

class FakeBackgroundSync implements BackgroundSync {
  requests = 0;
  waits: () => boolean = () => false;
  announce: () => void = () => undefined;

  request(): void {
    this.requests++;
  }
  begin(waits: () => boolean, onSealed: () => void, signal: AbortSignal): void {
    this.waits = waits;
    this.announce = onSealed;
    signal.addEventListener('abort', () => (this.announce = () => undefined));
  }
}

export type Service = (call: SealCall) => Promise<ArrayBuffer>;
export const sealing: Service = ({job}) => Promise.resolve(manifestFor(job.captureId));
export const silent: Service = ({signal}) =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new SealedCaptureError('aborted', 'Given up.'))),
  );
export const failing =
  (...error: ConstructorParameters<typeof SealedCaptureError>): Service =>
  () =>
    Promise.reject(new SealedCaptureError(...error));

export class FakeClient implements ProtectionClient {
  readonly mode: Mode;
  source?: CaptureSource;
  element?: object;
  within?: readonly object[];
  isAway = false;
  reviews = false;
  asks = true;
  opening?: Promise<unknown>;
  readonly heard: string[] = [];
  readonly captured: CaptureDetail[] = [];
  /** For each event, whether it was reported as the client's own capture. */
  readonly own: boolean[] = [];
  readonly sealed: ProtectedDetail[] = [];
  readonly errors: ProtectErrorDetail[] = [];
  readonly invalid: ConfigurationErrorDetail[] = [];
  readonly delivered: DeliveredDetail[] = [];
  readonly plates: LicensePlateDetail[] = [];
  config: ProtectionConfig;
  /** The codes of `errors`. */
  get codes(): string[] {
    return this.errors.map(({code}) => code);
  }

  constructor(config: ProtectionConfig = {apiKey: 'key'}, mode: Mode = 'image') {
    this.config = config;
    this.mode = mode;
  }
  onCapture(detail: CaptureDetail, isOwn: boolean): void {
    this.heard.push('capture');
    this.own.push(isOwn);
    this.captured.push(detail);
  }
  onCaptureAway(detail: CaptureDetail): void {
    this.heard.push('capture-away');
    this.captured.push(detail);
  }
  /** How the client processes a sealed file; the queue waits for the returned promise. */
  uses: (detail: ProtectedDetail) => unknown = () => undefined;
  onProtected(detail: ProtectedDetail): unknown {
    this.heard.push('protected');
    this.sealed.push(detail);
    return this.uses(detail);
  }
  onDelivered(detail: DeliveredDetail): void {
    this.heard.push('delivered');
    this.delivered.push(detail);
  }
  onProtectError(detail: ProtectErrorDetail): void {
    this.heard.push('protect-error');
    this.errors.push(detail);
  }
  onConfigurationError?(detail: ConfigurationErrorDetail): void {
    this.heard.push('configuration-error');
    this.invalid.push(detail);
  }
  onLicensePlate(detail: LicensePlateDetail): void {
    this.heard.push('license-plate');
    this.plates.push(detail);
  }
  onStorageLow: (detail: StorageLowDetail) => void = () => undefined;
  changes = 0;
  onChange(): void {
    this.changes++;
  }
}

export interface PageOptions {
  /** A new browser, unless the page shares one with others. */
  browser?: Browser;
  /** A service that seals at once by default. */
  service?: Service;
  config?: ProtectionConfig;
  mode?: Mode;
  source?: CaptureSource;
  /** Simulates a client whose camera is opening until this settles. */
  opening?: Promise<unknown>;
}

/** What code of a page that is gone waits for. */
const dead = (): Promise<never> => new Promise(() => undefined);

/** One page with one client, in a browser that may have others. */
export class Page {
  static readonly #all = new Set<Page>();
  service: Service;
  readonly browser: Browser;
  readonly client: FakeClient;
  readonly calls: SealCall[] = [];
  readonly reports: unknown[] = [];
  /** False if the parts that are loaded later cannot be loaded. */
  canLoad = true;
  /** Creates the delivery to `deliverTo`. */
  toAddress: (url: string) => FileDelivery = () => ({send: () => Promise.resolve(undefined)});
  persistenceRequests = 0;
  /** What the browser reports about its storage. */
  space?: StorageSpace;
  readonly backgroundSync = new FakeBackgroundSync();
  readonly store: StoreOfBrowser;
  readonly recordings: RecordingsOfBrowser;
  readonly sealer: FakeSealer;
  readonly wakeUps = new FakeWakeUps();
  readonly queue: ProtectionQueue;
  readonly protection: QueueConnection;
  readonly #held = new Set<string>();
  #isDead = false;

  constructor(options: PageOptions = {}) {
    const {browser = new Browser(), service = sealing, config, mode, source, opening} = options;
    Page.#all.add(this);
    this.browser = browser;
    this.service = service;
    this.client = new FakeClient(config, mode);
    this.client.opening = opening;
    this.client.source = source;
    this.store = new StoreOfBrowser(browser);
    this.recordings = new RecordingsOfBrowser(browser);
    this.sealer = new FakeSealer(
      (call) => {
        this.calls.push(call);
        return this.service(call);
      },
      // A closure, because tests replace methods of the store.
      {replace: (job, expected) => this.store.replace(job, expected)},
      browser,
    );
    this.queue = new ProtectionQueue(this.ports());
    if (mode === 'audio') {
      this.queue.recoverBy((...parts) => new Recoveries(this.recordings, ...parts));
    } else readPlates(this.queue);
    this.protection = this.queue.connect(this.client);
  }

  /** Ends the work of all pages so far, with their timers. */
  static closeAll(): void {
    for (const page of Page.#all) page.queue.close();
    Page.#all.clear();
  }

  /** Opens a page, and waits until it has finished its initial work. */
  static async open(options?: PageOptions): Promise<Page> {
    const page = new Page(options);
    await settled();
    return page;
  }

  /** Kills the page, and opens the next visit of the same browser. */
  next(options?: Omit<PageOptions, 'browser'>): Promise<Page> {
    this.die();
    return Page.open({browser: this.browser, ...options});
  }

  /** Makes a capture, and waits until everything that can happen has happened. */
  async capture(further: Partial<Draft> = {}, by = this.protection): Promise<string> {
    const {captureId} = await by.add(
      {...draft, capturedAt: this.browser.time, ...further},
      async (job) => ({blob: photo, keeping: await this.store.add(job, photo)}),
      sealableMetadata,
    );
    await settled();
    return captureId;
  }

  /** The bytes that this page allowed for previews, at each hand-over. */
  get previewBudgets(): (number | undefined)[] {
    return this.store.handedOver.map(({previewBudget}) => previewBudget);
  }

  /** Advances the clock to the time when the queue is to be woken. */
  async wakeInTime(): Promise<void> {
    this.browser.time = Math.max(this.browser.time, this.wakeUps.wakesAt ?? 0);
    await this.wake('time');
  }

  async wake(why: WakeUp): Promise<void> {
    await settled(this.wakeUps.wake(why));
  }

  /** Freezes the page, which may be resumed: the browser releases its locks. */
  freeze(): void {
    for (const name of this.#held) this.browser.locks.delete(name);
  }

  /** Kills the page: none of its code runs again, and the browser releases its locks. */
  die(): void {
    this.freeze();
    this.#isDead = true;
    this.service = silent;
    Object.assign(this.store, {
      replace: dead,
      remove: dead,
      handOver: dead,
      claim: dead,
      get: dead,
      has: dead,
      list: dead,
      media: dead,
    });
    Object.assign(this.recordings, {unfinished: dead, recover: dead});
  }

  /** Kills the page, with its timers and requests. */
  close(): void {
    this.die();
    this.queue.close();
    Page.#all.delete(this);
  }

  get progress(): CaptureSummary['progress'][] {
    return this.protection.captures.map(({progress}) => progress);
  }

  /** The names of the states in `progress`. */
  get states(): string[] {
    return this.progress.map(({name}) => name);
  }

  /** The stored jobs that were delivered to no page. */
  get stored(): Job[] {
    return this.browser.captures.list().filter(({state}) => state.name !== 'delivered');
  }

  /** The stored jobs that were delivered to pages. */
  get kept(): Job[] {
    return this.browser.captures.list().filter(({state}) => state.name === 'delivered');
  }

  /** The ports of one more visit. */
  ports(): QueuePorts {
    const {browser} = this;
    let uuids = 0;
    const visit = browser.nextVisit();
    return {
      store: this.store,
      whenLost: this.store.whenLost,
      sealer: this.sealer,
      wakeUps: this.wakeUps,
      persistence: {
        request: () => {
          this.persistenceRequests++;
          return Promise.resolve();
        },
        estimate: () => Promise.resolve(this.space),
      },
      backgroundSync: this.backgroundSync,
      loadUploads: () =>
        this.canLoad
          ? Promise.resolve((parts) => new Uploads(parts, (url) => this.toAddress(url), 60_000))
          : Promise.reject(new TypeError('Not found.')),
      locks: {
        hold: (name) => {
          if (this.#isDead) return;
          this.#held.add(name);
          browser.locks.set(name, Promise.resolve());
        },
        held: () => Promise.resolve(browser.hasLocks ? new Set(browser.locks.keys()) : undefined),
        alone: (name, work) => {
          if (this.#isDead) return dead();
          this.#held.add(name);
          return browser.alone(name, work);
        },
      },
      clock: {now: () => browser.time},
      random: {
        number: () => 0.5,
        uuid: () => (uuids++ === 0 ? visit : `${visit}-capture-${uuids}`),
      },
      pageAddress: () => PAGE,
      report: (problem) => this.reports.push(problem),
    };
  }
}

/** A page that has sealed a capture and reported it to no client, because its own was released before. */
export async function sealedForNobody(browser?: Browser) {
  let answer: (manifest: ArrayBuffer) => void = () => undefined;
  const page = new Page({browser, service: () => new Promise((resolve) => (answer = resolve))});
  const captureId = await page.capture();
  page.protection.release();
  await settled(answer(manifestFor(captureId)));
  return {page, captureId};
}

/** Waits until clients have received the changes. */
export const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 40));
