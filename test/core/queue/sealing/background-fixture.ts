import {BackgroundSealing} from '../../../../src/core/queue/sealing/background-sealing.js';
import {createProtection} from '../../../../src/core/credentials/create-protection.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {sealed, type Job} from '@sealed-capture/seal/model/job/job.js';
import type {
  FileDelivery,
  ProtectionOptions,
} from '@sealed-capture/seal/model/protection-config.js';
import {storeSeal} from '../../../../src/worker/sealing/sealer.js';
import {type Browser, PAGE, photo, type SealCall, type Service} from '../queue-fixture.js';

const defaultProtection = createProtection({apiKey: 'key'});

/** A service worker in a browser that may have pages. */
export class BackgroundWorker {
  service: Service;
  readonly calls: SealCall[] = [];
  /** The duration of each wait in milliseconds. */
  readonly pauses: number[] = [];
  announcements = 0;
  readonly reports: unknown[] = [];
  /** Called during each wait. */
  onPause: () => Promise<void> = () => Promise.resolve();
  onAnnounced: () => void = () => undefined;
  /** True while the browser provides no storage. */
  isBroken = false;
  /** True while the storage has no space for a manifest. */
  isFull = false;
  readonly #browser: Browser;
  readonly #sealing: BackgroundSealing;
  readonly #held = new Set<string>();
  #isDead = false;

  constructor(
    browser: Browser,
    service: Service,
    protections: readonly ProtectionOptions[] = [defaultProtection],
    limits?: {begin: number; work: number},
    sending: {delivery?: FileDelivery; account?: () => string | undefined} = {},
  ) {
    this.#browser = browser;
    this.service = service;
    const {captures, locks} = browser;
    const unlessDead = <Result>(work: () => Result): Promise<Result> =>
      this.#isDead ? new Promise(() => undefined) : Promise.resolve(work());
    const replace = (job: Job, expected: Job['state']): Promise<boolean> =>
      this.isFull && job.state.name === 'sealed'
        ? Promise.reject(new SealedCaptureError('storage_full', 'No room.'))
        : unlessDead(() => captures.replace(structuredClone(job), expected));
    this.#sealing = new BackgroundSealing(
      protections,
      {
        store: {
          list: () =>
            this.isBroken
              ? Promise.reject(new Error('No storage.'))
              : unlessDead(() => structuredClone(captures.list())),
          get: (captureId) => unlessDead(() => structuredClone(captures.get(captureId))),
          replace,
        },
        sealer: {
          seal: async (job, authorization, signal) => {
            const call = {job, authorization, signal};
            this.calls.push(call);
            const done = sealed(
              job,
              await this.service(call),
              new Date(browser.time).toISOString(),
            );
            return {blob: photo, ...(await storeSeal({replace}, done, job.state))};
          },
          fill: (job, manifest) => browser.fill(job, manifest),
        },
        locks: {
          hold: (name, signal) => {
            this.#held.add(name);
            locks.set(name, Promise.resolve());
            signal.addEventListener('abort', () => locks.delete(name));
          },
          held: () => Promise.resolve(browser.hasLocks ? new Set(locks.keys()) : undefined),
          alone: (name, work) => {
            this.#held.add(name);
            return browser.alone(name, work);
          },
        },
        clock: {now: () => browser.time},
        random: {number: () => 0.5, uuid: () => browser.nextVisit()},
        wakeUps: {isOnline: true},
        events: {
          announce: () => {
            this.announcements++;
            this.onAnnounced();
          },
        },
        pause: async (milliseconds) => {
          this.pauses.push(milliseconds);
          await this.onPause();
          browser.time += milliseconds;
        },
        report: (problem) => this.reports.push(problem),
        address: PAGE,
        ...sending,
      },
      limits,
    );
  }

  /** The result of one sync for the browser: done, or to be repeated. */
  async sync(lastChance = false): Promise<'done' | 'again'> {
    return this.#sealing.run(lastChance).then(
      () => 'done',
      () => 'again',
    );
  }

  /** Kills the service worker: it stores nothing any more, and the browser releases its locks. */
  die(): void {
    this.#isDead = true;
    for (const name of this.#held) this.#browser.locks.delete(name);
  }

  /** The stored states, oldest capture first. */
  get states() {
    return this.#browser.captures.list().map(({state}) => state);
  }

  get names(): string[] {
    return this.states.map(({name}) => name);
  }
}
