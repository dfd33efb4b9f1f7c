import {setTimeout as sleep} from 'node:timers/promises';
import type {BrowserContext, LaunchOptions} from '@playwright/test';
import {Field} from '../../test/end-to-end/field.js';
import {Profile} from '../../test/end-to-end/profile.js';
import {StoredCaptures} from '../../test/end-to-end/stored-captures.js';
import {Tab} from '../../test/end-to-end/tab.js';
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
  /** Minimum number of captures that must be reported. */
  captures: number;
  /** All faults are derived from it. */
  seed: number;
  /** Minimum duration; the soak continues until both minimums are reached. */
  minutes?: number;
  launchOptions: LaunchOptions;
  /** Called with the progress. */
  onProgress?: (told: number, delivered: number) => void;
}

/** The results of a soak. */
export interface SoakReport {
  /** Captures begun, reported by `capture`, and delivered: by `protected` alone, or to the page's storage. */
  made: number;
  told: number;
  delivered: number;
  /** Deliveries by `protected` after the first, because the page ended before it could delete the capture. */
  repeated: number;
  /** Captures that were discarded before they were sealed. */
  discarded: number;
  /**
   * Captures that were reported as in memory only because the browser's storage hung, and those of them that were lost
   * with their page.
   */
  unkept: number;
  lostFromMemory: number;
  /** Reported captures of each account; the empty account is nobody. */
  accounts: Map<string, number>;
  /** Number of arrivals in the page's storage in each way, and number of those whose page received no answer. */
  arrivals: {upload: number; sent: number; brokenOff: number};
  /** Number of captures in the page's storage. */
  stored: number;
  /** Captures that are missing, were reported to another account, or are stored as several files. */
  lost: number;
  wrongAccount: number;
  storedTwice: number;
  happenings: Map<Happening, number>;
  spoilings: Map<Spoiling, number>;
  storageSpoilings: Map<StorageSpoiling, number>;
  requests: number;
  /** Number of different manifests that the service made. */
  seals: number;
  /** Number of files that the service inspected. */
  inspected: number;
  seconds: number;
  /** Violations of the guarantees; empty if there were none. */
  problems: string[];
}

const MOST_TABS = 4;
const DRAIN_MS = 120_000;
/** How long the captures of one account are waited for before the next account's turn, in milliseconds. */
const TURN_MS = 8_000;
const DAY_MS = 86_400_000;
/** One in this many files is inspected by the service. */
const SAMPLE = 20;

/** Makes captures under all faults, waits until everything is processed, and checks the results. */
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
  /** Error of the device's clock, in milliseconds. */
  #clockOffset = 0;
  /** Settles when the service has started. */
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

  /** Records which page has which captures. */
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
    // A capture that is not reported before its page is killed is not guaranteed.
    const taking = tab.takeThese(pictures).catch(() => []);
    await (after === undefined ? taking : sleep(after));
    await this.#happen(step, tab);
    await taking;
  }

  /** Makes another page block the storage while captures are made; a third of the time for longer than they wait. */
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
    // Captures in memory may be lost with their page.
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
        // Tokens contain the account.
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

  /** Revokes the key for a while before its pages get the new one. */
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

  /** Captures that are not known yet, or not any more, cannot be discarded. */
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
   * Ends all faults, and gives each account its turn. Resolves with the captures that are left when nothing is in
   * progress any more.
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
