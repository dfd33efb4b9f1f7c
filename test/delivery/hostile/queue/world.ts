import type {FileDelivery, ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import {deliveryLock} from '../../../../src/core/queue/visits.js';
import {CapturesInMemory} from '../../../../src/worker/storage/captures-in-memory.js';
import {Browser, failing, Page, sealing, type Service} from '../../../core/queue/queue-fixture.js';
import {BackgroundWorker} from '../../../core/queue/sealing/background-fixture.js';
import {settled} from '../../../settled.js';
import type {Moment} from '../server.js';
import {Attempts, type Sender} from './attempts.js';
import type {Device} from './device.js';
import {SIZE, type Hostile, type Way} from './ways.js';

/** Something that happens at a moment of a request. */
interface Interruption {
  /** How many requests come first, this one included. */
  requests: number;
  moment: Moment;
  act: () => void;
}

class WatchedCaptures extends CapturesInMemory {
  onRemoved: (captureId: string) => void = () => undefined;

  override remove(...which: Parameters<CapturesInMemory['remove']>): boolean {
    const isRemoved = super.remove(...which);
    if (isRemoved) this.onRemoved(which[0]);
    return isRemoved;
  }
}

class WatchedBrowser extends Browser {
  override readonly captures = new WatchedCaptures();
}

/** A browser whose pages and service worker send photos to a hostile server. */
export class World {
  readonly browser = new WatchedBrowser();
  readonly device: Device;
  readonly server: Hostile;
  readonly pages: Page[] = [];
  readonly attempts = new Attempts(
    () => this.browser.time,
    (event) => this.say(event),
  );
  /** What went wrong. */
  readonly problems: string[] = [];
  /** The photos of which pages were told that they are stored. */
  readonly told: string[] = [];
  readonly captureIds: string[] = [];
  readonly #way: Way;
  readonly #seed: number;
  #interruption?: Interruption;

  constructor(server: Hostile, device: Device, way: Way, seed: number) {
    this.server = server;
    this.device = device;
    this.#way = way;
    this.#seed = seed;
    this.browser.fill = ({captureId}) => Promise.resolve(this.#fileOf(captureId));
    this.browser.captures.onRemoved = (id) => void this.#check(id, 'The only copy was deleted');
    server.watch((moment) => this.#onMoment(moment));
  }

  #fileOf(captureId: string): Blob {
    const start = this.#seed + this.captureIds.indexOf(captureId);
    const bytes = Uint8Array.from({length: SIZE}, (_, index) => (start + index * index) % 251);
    return new Blob([bytes], {type: 'image/jpeg'});
  }

  /** Notes a problem if a file is neither in the browser nor at the server. */
  async check(): Promise<void> {
    for (const captureId of this.captureIds) await this.#check(captureId, 'A file is nowhere');
  }

  async #check(captureId: string, problem: string): Promise<void> {
    const isKept = !!this.browser.captures.get(captureId);
    // Both at this moment.
    const stored = this.server.stored(captureId);
    if (isKept) return;
    const file = Buffer.from(await this.#fileOf(captureId).arrayBuffer());
    if (!stored?.equals(file)) this.problems.push(problem);
  }

  /** The captures whose files are stored in the browser. Delivered ones stay listed without them. */
  get kept(): Job[] {
    return this.browser.captures
      .list()
      .filter(({captureId}) => this.browser.captures.media(captureId));
  }

  /** Takes a photo. */
  async take(page: Page): Promise<void> {
    const captureId = `photo-${this.#seed}-${this.captureIds.length + 1}`;
    this.captureIds.push(captureId);
    await page.capture({captureId});
  }

  say(event: string): void {
    this.server.events.push(`— ${event}`);
  }

  /** Opens a page. It has done its first work after {@link idle}. */
  open(): Page {
    const {isByAddress} = this.#way;
    const delivery = this.#deliveryOf({end: () => this.close(page)});
    const config: ProtectionConfig = {
      apiKey: 'key',
      ...(isByAddress ? {deliverTo: this.server.url} : {delivery}),
    };
    const page = new Page({browser: this.browser, service: this.#service, config});
    page.toAddress = () => delivery;
    const {client} = page;
    const heard = client.onDelivered.bind(client);
    client.onDelivered = (detail) => {
      this.told.push(detail.captureId);
      heard(detail);
    };
    this.pages.push(page);
    return page;
  }

  /** Closes a page, whatever it is doing. */
  close(page: Page): void {
    if (!this.pages.includes(page)) return;
    this.pages.splice(this.pages.indexOf(page), 1);
    page.close();
  }

  closeAll(): void {
    for (const page of [...this.pages]) this.close(page);
  }

  /** Ends the page or service worker that has begun the last attempt. */
  endSender(): void {
    this.attempts.all.at(-1)?.sender.end();
  }

  /** Wakes the service worker, as the browser does when there is a network. */
  async sync(lastChance = false): Promise<void> {
    const ending = new AbortController();
    const {signal: ended} = ending;
    const dead = new Promise((resolve) => ended.addEventListener('abort', resolve));
    const end = (): void => {
      worker.die();
      ending.abort();
    };
    const delivery = this.#deliveryOf({end, ended});
    const sending = {delivery};
    const worker = new BackgroundWorker(this.browser, this.#service, undefined, undefined, sending);
    worker.onAnnounced = () => this.pages.forEach(({backgroundSync}) => backgroundSync.announce());
    await Promise.race([worker.sync(lastChance), dead]);
    await this.idle();
  }

  loseNetwork(): void {
    this.device.isOnline = false;
    for (const {wakeUps} of this.pages) wakeUps.loseNetwork();
  }

  findNetwork(): void {
    this.device.isOnline = true;
    for (const {wakeUps} of this.pages) wakeUps.wake('online');
  }

  /** Sets the clock to the next time at which a page is to be woken. False if there is none. */
  goOn(): boolean {
    const times = this.pages.map(({wakeUps}) => wakeUps.wakesAt ?? Infinity);
    const next = Math.min(...times);
    if (next === Infinity) return false;
    this.browser.time = Math.max(this.browser.time, next);
    for (const {wakeUps} of [...this.pages]) {
      if ((wakeUps.wakesAt ?? Infinity) > this.browser.time) continue;
      wakeUps.wakesAt = undefined;
      wakeUps.wake('time');
    }
    return true;
  }

  /** A person, or the page, asks for another try of all photos that a tab shows. Returns those that are not stored yet. */
  retry(): Set<string> {
    const asked = new Set<string>();
    for (const {protection} of this.pages) {
      for (const {captureId, progress} of protection.captures) {
        if (progress.name !== 'delivering') continue;
        if (this.browser.captures.get(captureId)) asked.add(captureId);
        protection.retryProtection(captureId).catch(() => undefined);
      }
    }
    return asked;
  }

  interrupt(interruption?: Interruption): void {
    this.#interruption = interruption;
  }

  /** Waits until all attempts have ended, and all that follows from that is done. */
  async idle(): Promise<void> {
    await settled();
    const {locks} = this.browser;
    const isLocked = (captureId: string): boolean => locks.has(deliveryLock(captureId));
    while (this.attempts.areUnderway || this.captureIds.some(isLocked)) {
      await this.attempts.end();
      await settled();
    }
  }

  /** Closes everything. */
  end(): void {
    this.closeAll();
    this.server.close();
  }

  readonly #service: Service = (call) =>
    (this.device.isOnline ? sealing : failing('network_failed', 'Offline.'))(call);

  #onMoment(moment: Moment): void {
    const next = this.#interruption;
    if (next?.moment !== moment || --next.requests > 0) return;
    this.#interruption = undefined;
    next.act();
  }

  #deliveryOf(sender: Sender): FileDelivery {
    const {url} = this.server;
    return this.attempts.of(sender, this.#way.deliveryOf(url, this.device, this.#seed));
  }
}
