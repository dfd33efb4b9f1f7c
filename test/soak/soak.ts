import {setTimeout as sleep} from 'node:timers/promises';
import type {BrowserContext, LaunchOptions} from '@playwright/test';
import type {Fault} from '../end-to-end/faulty-line.js';
import {Field} from '../end-to-end/field.js';
import {Profile} from '../end-to-end/profile.js';
import {StoredCaptures} from '../end-to-end/stored-captures.js';
import {Tab} from '../end-to-end/tab.js';
import {
  spoilingOf,
  steps,
  type Happening,
  type Spoiling,
  type Spoilt,
  type Step,
} from './schedule.js';

export interface SoakOptions {
  /** How many captures are to be told at least. */
  captures: number;
  /** All faults follow from it. */
  seed: number;
  /** Goes on until both are reached. */
  minutes?: number;
  launchOptions: LaunchOptions;
  /** Hears how far it is. */
  onProgress?: (told: number, delivered: number) => void;
}

/** What came of a soak. */
export interface SoakReport {
  /** Captures begun, told by `capture`, and delivered by `protected`. */
  made: number;
  told: number;
  delivered: number;
  /** Deliveries beside the first, because the page was cut off before it could forget. */
  repeated: number;
  /** Captures that were discarded before they were sealed. */
  discarded: number;
  happenings: Map<Happening, number>;
  spoilings: Map<Spoiling, number>;
  requests: number;
  /** Different manifests that the service made. */
  seals: number;
  /** Files that the service itself was asked about. */
  inspected: number;
  seconds: number;
  /** What breaks the promise; empty where it held. */
  problems: string[];
}

const MOST_TABS = 4;
const SILENCE_MS = 1_500;
const DRAIN_MS = 120_000;
const DAY_MS = 86_400_000;
/** One of so many files is inspected by the service. */
const SAMPLE = 20;

/** Makes captures while everything goes wrong that can, lets it settle, and looks what came of it. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const field = await Field.open();
  const profile = await Profile.open(options.launchOptions);
  try {
    return await new Soak(field, profile, options).run();
  } finally {
    await profile.close();
    await field.close();
  }
}

class Soak {
  readonly #field: Field;
  readonly #profile: Profile;
  readonly #options: SoakOptions;
  readonly #happenings = new Map<Happening, number>();
  readonly #spoilings = new Map<Spoiling, number>();
  #tabs: Tab[] = [];
  /** How far the device's clock is off, in milliseconds. */
  #clockOffset = 0;
  /** A service that is being started. */
  #service = Promise.resolve();

  constructor(field: Field, profile: Profile, options: SoakOptions) {
    this.#field = field;
    this.#profile = profile;
    this.#options = options;
  }

  async run(): Promise<SoakReport> {
    const {captures, seed, minutes = 0} = this.#options;
    const {journal, line} = this.#field;
    const start = performance.now();
    line.fault = ({captureId, attempt}) => {
      const spoilt = spoilingOf(seed, captureId, attempt);
      count(this.#spoilings, spoilt.spoiling);
      return faultOf(spoilt);
    };
    await this.#begin(this.#profile.context);
    for (const step of steps(seed)) {
      await this.#take(step);
      this.#options.onProgress?.(journal.told.size, journal.deliveries.length - journal.repeated);
      if (journal.told.size >= captures && performance.now() - start >= minutes * 60_000) break;
    }
    const left = await this.#drain();
    const {inspected, problems} = await this.#inspectSample();
    return {
      made: journal.made.size,
      told: journal.told.size,
      delivered: journal.deliveries.length - journal.repeated,
      repeated: journal.repeated,
      discarded: journal.discarded.size,
      happenings: this.#happenings,
      spoilings: this.#spoilings,
      requests: line.requests.length,
      seals: [...line.seals.values()].reduce((sum, {size}) => sum + size, 0),
      inspected,
      seconds: (performance.now() - start) / 1000,
      problems: [...journal.problems(), ...line.sealedAnew(), ...left, ...problems],
    };
  }

  async #begin(context: BrowserContext): Promise<void> {
    await context.clock.install({time: Date.now() + this.#clockOffset});
    this.#tabs = [await Tab.open(context, this.#field)];
  }

  async #take(step: Step): Promise<void> {
    const {captureIds, areHeld, happening, after} = step;
    const tab = this.#tabs[step.tab % this.#tabs.length];
    if (!tab) throw new Error('There is no tab left.');
    const pictures = captureIds.map((captureId) => ({captureId, isHeld: areHeld}));
    // What is not told by a page that is killed meanwhile, nobody was promised.
    const taking = tab.takeThese(pictures).catch(() => []);
    await (after === undefined ? taking : sleep(after));
    count(this.#happenings, happening);
    await this.#happen(step, tab);
    await taking;
  }

  async #happen({happening, amount, captureIds}: Step, tab: Tab): Promise<void> {
    const {line} = this.#field;
    const {context} = this.#profile;
    switch (happening) {
      case 'nothing':
        return;
      case 'hurry':
        return this.#hurry();
      case 'reload':
        return tab.reload();
      case 'kill':
        await tab.kill();
        return this.#replace(tab, await Tab.open(context, this.#field));
      case 'close tab':
        if (this.#tabs.length === 1) return;
        await tab.close();
        return this.#replace(tab);
      case 'open tab':
        if (this.#tabs.length < MOST_TABS) this.#tabs.push(await Tab.open(context, this.#field));
        return;
      case 'offline':
        await context.setOffline(true);
        await sleep(amount * 600);
        if (amount < 0.3) {
          await tab.kill();
          await context.setOffline(false);
          return this.#replace(tab, await Tab.open(context, this.#field));
        }
        return context.setOffline(false);
      case 'unreachable':
        await line.unreachable();
        await sleep(amount * 600);
        return line.listen();
      case 'restart browser':
        return this.#restart(() => this.#profile.reopen());
      case 'crash browser':
        return this.#restart(() => this.#profile.crash());
      case 'restart service':
        await this.#service;
        await this.#field.service.kill();
        this.#service = this.#field.service.start();
        return;
      case 'replace key':
        return this.#replaceKey();
      case 'change credentials': {
        const kinds = ['key', 'signature', 'token'] as const;
        this.#field.authorizedBy = kinds[Math.floor(amount * kinds.length)] ?? 'key';
        return this.#setCredentials();
      }
      case 'release':
        return this.#release();
      case 'discard':
        return this.#discard(captureIds, tab);
      case 'set clock':
        this.#clockOffset = (amount - 0.5) * 4 * DAY_MS * (captureIds.length % 2);
        return context.clock.setSystemTime(Date.now() + this.#clockOffset);
    }
  }

  #replace(tab: Tab, ...by: Tab[]): void {
    this.#tabs.splice(this.#tabs.indexOf(tab), 1, ...by);
  }

  async #restart(browser: () => Promise<BrowserContext>): Promise<void> {
    for (const {visit} of this.#tabs) this.#field.journal.cutOff(visit);
    await this.#begin(await browser());
  }

  /** The old key is refused for a while before its pages get the new one. */
  async #replaceKey(): Promise<void> {
    const {service, key} = this.#field;
    this.#field.key = await service.createKey();
    await service.revokeKey(key);
    await sleep(300);
    await this.#setCredentials();
  }

  async #setCredentials(): Promise<void> {
    await Promise.all(this.#tabs.map((tab) => tab.setCredentials(this.#field.credentials)));
  }

  async #release(): Promise<void> {
    await Promise.all(this.#tabs.map((tab) => tab.release()));
  }

  /** What is not known yet, or no more, cannot be. */
  async #discard(captureIds: readonly string[], tab: Tab): Promise<void> {
    const {discarded} = this.#field.journal;
    for (const captureId of captureIds.filter((_, at) => at % 3 === 0)) {
      const isDiscarded = await tab.discard(captureId).catch(() => false);
      if (isDiscarded) discarded.set(captureId, performance.now());
    }
  }

  async #hurry(): Promise<void> {
    await Promise.all(this.#tabs.map((tab) => tab.hurry()));
  }

  /** Everything works again from now on; resolves with what is left once nothing is underway any more. */
  async #drain(): Promise<string[]> {
    const {journal} = this.#field;
    await this.#service;
    await this.#setCredentials();
    const [tab] = this.#tabs;
    if (!tab) throw new Error('There is no tab left.');
    const stored = new StoredCaptures(tab.page);
    let left: string[] = [];
    for (const end = performance.now() + DRAIN_MS; performance.now() < end; await sleep(250)) {
      await this.#release();
      await this.#hurry();
      left = (await stored.sizes()).map(({captureId}) => captureId);
      this.#options.onProgress?.(journal.told.size, journal.deliveries.length - journal.repeated);
      if (journal.missing.length === 0 && left.length === 0) return [];
    }
    return left.map((captureId) => `${captureId} is still stored`);
  }

  async #inspectSample(): Promise<{inspected: number; problems: string[]}> {
    const {journal} = this.#field;
    const sample = journal.deliveries.filter((_, at) => at % SAMPLE === 0);
    const problems: string[] = [];
    for (const {captureId, file} of sample) {
      const {labelValid, reason} = await this.#field.inspected(file);
      if (!labelValid) problems.push(`${captureId} is not valid to the service: ${reason}`);
    }
    return {inspected: sample.length, problems};
  }
}

function faultOf({spoiling, delay}: Spoilt): Fault {
  switch (spoiling) {
    case 'pass':
      return {name: 'pass', after: sleep(delay)};
    case 'status 500':
      return {name: 'status', status: 500};
    case 'status 503':
      return {name: 'status', status: 503, retryAfter: '1'};
    case 'status 429':
      return {name: 'status', status: 429, retryAfter: '1'};
    case 'silence':
      return {name: 'silence', until: sleep(SILENCE_MS)};
    case 'cut-short with length':
      return {name: 'cut-short', told: 'length'};
    case 'cut-short without length':
      return {name: 'cut-short', told: 'nothing'};
    case 'reset-before':
    case 'reset-after':
    case 'reset-within':
    case 'of-another':
    case 'garbage':
    case 'portal':
      return {name: spoiling};
  }
}

const count = <T>(counts: Map<T, number>, one: T): void =>
  void counts.set(one, (counts.get(one) ?? 0) + 1);
