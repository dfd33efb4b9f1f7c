import {setTimeout as sleep} from 'node:timers/promises';
import type {BrowserContext, LaunchOptions} from '@playwright/test';
import {Field} from '../end-to-end/field.js';
import {Profile} from '../end-to-end/profile.js';
import {StoredCaptures} from '../end-to-end/stored-captures.js';
import {Tab} from '../end-to-end/tab.js';
import {faultOf, storageAnswerOf} from './faults.js';
import {
  accounts,
  spoilingOf,
  steps,
  storageSpoilingOf,
  type Happening,
  type Spoiling,
  type Step,
  type StorageSpoiling,
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
  /** Captures begun, told by `capture`, and delivered: by `protected` alone, or to the page's storage. */
  made: number;
  told: number;
  delivered: number;
  /** Deliveries by `protected` beside the first, because the page was cut off before it could forget. */
  repeated: number;
  /** Captures that were discarded before they were sealed. */
  discarded: number;
  /** Captures that were told to be in memory alone, as the browser's storage hung, and of these such as died with it. */
  unkept: number;
  lostFromMemory: number;
  /** Captures told of each account; the empty one is nobody. */
  accounts: Map<string, number>;
  /** How often captures reached the page's storage in each way, and how often their page did not hear of it. */
  arrivals: {upload: number; sent: number; brokenOff: number};
  /** Captures that the page's storage has. */
  stored: number;
  /** Captures that are missing, known to another account, or stored as more than one file. */
  lost: number;
  wrongAccount: number;
  storedTwice: number;
  happenings: Map<Happening, number>;
  spoilings: Map<Spoiling, number>;
  storageSpoilings: Map<StorageSpoiling, number>;
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
const DRAIN_MS = 120_000;
/** How long an account's captures are waited for before it is another one's turn. */
const TURN_MS = 8_000;
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
  readonly #storageSpoilings = new Map<StorageSpoiling, number>();
  readonly #uploads = new Map<string, number>();
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
    journal.answerTo = (captureId) => {
      count(this.#uploads, captureId);
      const spoilt = storageSpoilingOf(seed, captureId, this.#uploads.get(captureId) ?? 0);
      count(this.#storageSpoilings, spoilt.spoiling);
      return storageAnswerOf(captureId, spoilt);
    };
    this.#field.authorizedBy = 'token';
    for (const step of steps(seed)) {
      if (this.#tabs.length === 0) await this.#begin(step, this.#profile.context);
      await this.#take(step);
      await this.#look();
      this.#options.onProgress?.(journal.told.size, journal.files.size);
      if (journal.told.size >= captures && performance.now() - start >= minutes * 60_000) break;
    }
    const left = await this.#drain();
    const {inspected, problems} = await this.#inspectSample();
    const sent = journal.arrivals.filter(({delivery}) => delivery === 0).length;
    const {misauthorized} = this.#field;
    const told = new Map<string, number>();
    for (const captureId of journal.told) count(told, journal.accounts.get(captureId) ?? '');
    return {
      made: journal.made.size,
      told: journal.told.size,
      delivered: journal.files.size,
      repeated: journal.repeated,
      discarded: journal.discarded.size,
      unkept: journal.unkept.size,
      lostFromMemory: journal.lostFromMemory.length,
      accounts: told,
      arrivals: {upload: journal.arrivals.length - sent, sent, brokenOff: journal.brokenOff},
      stored: journal.uploads.size,
      lost: journal.missing.length,
      wrongAccount: misauthorized.length + journal.strays.length,
      storedTwice: journal.ambiguous.length,
      happenings: this.#happenings,
      spoilings: this.#spoilings,
      storageSpoilings: this.#storageSpoilings,
      requests: line.requests.length,
      seals: [...line.seals.values()].reduce((sum, {size}) => sum + size, 0),
      inspected,
      seconds: (performance.now() - start) / 1000,
      problems: [
        ...journal.problems(),
        ...misauthorized,
        ...line.sealedAnew(),
        ...left,
        ...problems,
      ],
    };
  }

  async #begin(step: Step, context: BrowserContext): Promise<void> {
    await context.clock.install({time: Date.now() + this.#clockOffset});
    this.#tabs = [await this.#open(step, context)];
  }

  #open(
    {page: {way, account}}: Step,
    context: BrowserContext = this.#profile.context,
  ): Promise<Tab> {
    const query = new URLSearchParams({...(account && {account}), [way]: ''});
    return Tab.open(context, this.#field, `?${query.toString()}`);
  }

  /** Which page knows of which captures. */
  async #look(): Promise<void> {
    for (const tab of this.#tabs) {
      const {account, captureIds} = await tab.listed();
      for (const captureId of captureIds) this.#field.journal.hear('listed', captureId, account);
    }
  }

  async #take(step: Step): Promise<void> {
    const {captureIds, areHeld, happening, after} = step;
    const tab = this.#tabs[step.tab % this.#tabs.length];
    if (!tab) throw new Error('There is no tab left.');
    const pictures = captureIds.map((captureId) => ({captureId, isHeld: areHeld}));
    count(this.#happenings, happening);
    if (happening === 'hang storage') return this.#hang(step, tab);
    // What is not told by a page that is killed meanwhile, nobody was promised.
    const taking = tab.takeThese(pictures).catch(() => []);
    await (after === undefined ? taking : sleep(after));
    await this.#happen(step, tab);
    await taking;
  }

  /** Another page holds up the storage while captures are made; a third of the time for longer than they wait. */
  async #hang({captureIds, amount, ...step}: Step, tab: Tab): Promise<void> {
    const {journal} = this.#field;
    const holder = await this.#profile.context.newPage();
    await holder.route('**/*', (route) =>
      route.fulfill({contentType: 'text/html', body: '<!doctype html><title>Holder</title>'}),
    );
    await holder.goto(this.#field.address);
    const isHeld = await new StoredCaptures(holder).hang();
    const from = performance.now();
    const pictures = captureIds.map((captureId) => ({captureId}));
    const taking = tab.takeTogether(pictures).catch(() => []);
    if (isHeld) await sleep(amount < 0.4 ? 5_300 + amount * 3_000 : amount * 1_500);
    // What is in memory may die with its page.
    if (amount < 0.1) await tab.kill();
    await holder.close();
    journal.hangs.push({from, to: performance.now()});
    if (amount < 0.1) this.#replace(tab, await this.#open({captureIds, amount, ...step}));
    await taking;
  }

  async #happen(step: Step, tab: Tab): Promise<void> {
    const {happening, amount, captureIds, page} = step;
    const {line} = this.#field;
    const {context} = this.#profile;
    switch (happening) {
      case 'nothing':
      case 'hang storage':
        return;
      case 'switch account':
        return tab.setAccount(page.account || undefined);
      case 'hurry':
        return this.#hurry();
      case 'reload':
        return tab.reload();
      case 'kill':
        await tab.kill();
        return this.#replace(tab, await this.#open(step));
      case 'close tab':
        if (this.#tabs.length === 1) return;
        await tab.close();
        return this.#replace(tab);
      case 'open tab':
        if (this.#tabs.length < MOST_TABS) this.#tabs.push(await this.#open(step));
        return;
      case 'offline':
        await context.setOffline(true);
        await sleep(amount * 600);
        if (amount < 0.3) {
          await tab.kill();
          await context.setOffline(false);
          return this.#replace(tab, await this.#open(step));
        }
        return context.setOffline(false);
      case 'unreachable':
        await line.unreachable();
        await sleep(amount * 600);
        return line.listen();
      case 'restart browser':
        return this.#restart(step, () => this.#profile.reopen());
      case 'crash browser':
        return this.#restart(step, () => this.#profile.crash());
      case 'restart service':
        await this.#service;
        await this.#field.service.kill();
        this.#service = this.#field.service.start();
        return;
      case 'replace key':
        return this.#replaceKey();
      case 'change credentials': {
        // Tokens tell whose they are.
        const kinds = ['key', 'signature', 'token', 'token', 'token'] as const;
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

  async #restart(step: Step, browser: () => Promise<BrowserContext>): Promise<void> {
    for (const {visit} of this.#tabs) this.#field.journal.cutOff(visit);
    await this.#begin(step, await browser());
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

  /**
   * Everything works again from now on, and it is everybody's turn; resolves with what is left once nothing is underway
   * any more.
   */
  async #drain(): Promise<string[]> {
    const {journal} = this.#field;
    await this.#service;
    await this.#setCredentials();
    const [tab] = this.#tabs;
    if (!tab) throw new Error('There is no tab left.');
    const stored = new StoredCaptures(tab.page);
    let left: string[] = [];
    let turn = -1;
    let turnEnd = 0;
    for (const end = performance.now() + DRAIN_MS; performance.now() < end; await sleep(250)) {
      const of = (account?: string) => (id: string) => journal.accounts.get(id) === account;
      const account = accounts[turn % accounts.length];
      const isDone = ![...journal.missing, ...left].some(of(account));
      if (turn < 0 || isDone || performance.now() > turnEnd) {
        const next = accounts[++turn % accounts.length];
        turnEnd = performance.now() + TURN_MS;
        for (const tab of this.#tabs) await tab.setAccount(next || undefined);
      }
      await this.#release();
      await this.#hurry();
      await this.#look();
      left = (await stored.sizes()).map(({captureId}) => captureId);
      this.#options.onProgress?.(journal.told.size, journal.files.size);
      if (journal.missing.length === 0 && left.length === 0) return [];
    }
    const states = await stored.states();
    const now = await tab.page.evaluate(() => Date.now());
    return left.map((captureId) => {
      const account = journal.accounts.get(captureId) ?? 'nobody';
      return `${captureId} of ${account} is still stored at ${now}: ${states.get(captureId)}`;
    });
  }

  async #inspectSample(): Promise<{inspected: number; problems: string[]}> {
    const sample = [...this.#field.journal.files].filter((_, at) => at % SAMPLE === 0);
    const problems: string[] = [];
    for (const [captureId, file] of sample) {
      const {labelValid, reason} = await this.#field.inspected(file);
      if (!labelValid) problems.push(`${captureId} is not valid to the service: ${reason}`);
    }
    return {inspected: sample.length, problems};
  }
}

const count = <T>(counts: Map<T, number>, one: T): void =>
  void counts.set(one, (counts.get(one) ?? 0) + 1);
