import {expect, type BrowserContext, type LaunchOptions, type Page} from '@playwright/test';
import {DemoPage} from './demo-page.js';
import {Profile} from './profile.js';
import {ServiceWorkerDebugger} from './service-worker-debugger.js';
import type {ServiceWorkerSite} from './service-worker-site.js';

/** What a page reported about its captures. */
export interface Told {
  name: string;
  captureId: string;
  restored?: boolean;
  location?: string;
}

/** Background sync needs no prompt in this browser: it is granted by default. */
const granted = ['camera', 'geolocation', 'background-sync'];

const start = (options: LaunchOptions, permissions: string[]): Promise<Profile> =>
  Profile.open({
    ...options,
    permissions,
    geolocation: {latitude: 51.50735, longitude: -0.12776, accuracy: 9},
  });

/** The browser that tests of this process use one after the other. It ends with the process. */
let shared: Promise<Profile> | undefined;

/** A browser, its visits of the site, and the actions of its debugger on service workers. */
export class ServiceWorkerBrowser {
  readonly context: BrowserContext;
  readonly #site: ServiceWorkerSite;
  readonly #worker: ServiceWorkerDebugger;
  /** A page of the site without any element, which reads what the site has stored. */
  readonly #blank: Page;
  readonly #end: () => Promise<void>;

  private constructor(
    context: BrowserContext,
    site: ServiceWorkerSite,
    blank: Page,
    worker: ServiceWorkerDebugger,
    end: () => Promise<void>,
  ) {
    this.context = context;
    this.#site = site;
    this.#blank = blank;
    this.#worker = worker;
    this.#blank = blank;
    this.#end = end;
  }

  /** The browser of this process. Each test has a site with its own origin, so it finds nothing of the others. */
  static async borrow(
    options: LaunchOptions,
    site: ServiceWorkerSite,
  ): Promise<ServiceWorkerBrowser> {
    const {context} = await (shared ??= start(options, granted));
    return ServiceWorkerBrowser.#begin(context, site, async () => {
      const [first, ...others] = context.pages();
      await first?.goto('about:blank');
      for (const page of others) await page.close();
    });
  }

  /** A browser of its own, with these permissions. */
  static async open(
    options: LaunchOptions,
    site: ServiceWorkerSite,
    permissions: string[],
  ): Promise<ServiceWorkerBrowser> {
    const profile = await start(options, permissions);
    return ServiceWorkerBrowser.#begin(profile.context, site, () => profile.close());
  }

  static async #begin(
    context: BrowserContext,
    site: ServiceWorkerSite,
    end: () => Promise<void>,
  ): Promise<ServiceWorkerBrowser> {
    const [blank = await context.newPage()] = context.pages();
    await blank.goto(`${site.address}/blank`);
    const worker = await ServiceWorkerDebugger.of(blank, site.address);
    return new ServiceWorkerBrowser(context, site, blank, worker, end);
  }

  async close(): Promise<void> {
    await this.#worker.detach();
    await this.#end();
  }

  /** Opens a page that reports its captures; `told` collects the reports. */
  async visit(): Promise<{page: Page; demo: DemoPage; told: Told[]}> {
    const page = await this.context.newPage();
    const told: Told[] = [];
    await page.exposeFunction('tell', (one: Told) => void told.push(one));
    await page.addInitScript(() => {
      const {tell} = window as unknown as {tell: (told: Told) => void};
      for (const name of ['capture', 'protected', 'delivered', 'protect-error'] as const) {
        document.addEventListener(name, (event) => {
          const {captureId, restored, location} = event as unknown as Told;
          tell({name, captureId, restored, location});
        });
      }
    });
    const demo = new DemoPage(page);
    await demo.open(this.#site.address);
    await demo.publish();
    return {page, demo, told};
  }

  /** Registers the service worker as in docs/service-worker.md, under Trusted Types. */
  async register(page: Page, script = '/service-worker.js'): Promise<void> {
    await page.evaluate(async (address) => {
      const {trustedTypes} = globalThis as unknown as {
        trustedTypes: {
          createPolicy(name: string, rules: object): {createScriptURL(url: string): string};
        };
      };
      const policy = trustedTypes.createPolicy('page', {createScriptURL: () => address});
      await navigator.serviceWorker.register(policy.createScriptURL(address), {
        type: address.includes('classic') ? 'classic' : 'module',
      });
      await navigator.serviceWorker.ready;
    }, script);
  }

  /** Takes a photo while the service cannot be reached. */
  async capture(demo: DemoPage, told: readonly Told[]): Promise<string> {
    const before = told.filter(({name}) => name === 'capture').length;
    await demo.shutter.click();
    const captures = (): Told[] => told.filter(({name}) => name === 'capture');
    await expect.poll(() => captures().length).toBe(before + 1);
    return captures()[before]?.captureId ?? '';
  }

  /** Dispatches the sync event, as the browser does when it has a network again. */
  dispatchSync(lastChance = false): Promise<void> {
    return this.#worker.dispatchSync(lastChance);
  }

  /** Stops the service worker, as the browser does when it needs memory. */
  killServiceWorker(): Promise<void> {
    return this.#worker.kill();
  }

  /**
   * Closes the page, and waits until the browser has freed its locks: its visit is over then, and no page of the site is
   * open.
   */
  async leave(page: Page): Promise<void> {
    const clientId = await page.evaluate(() =>
      navigator.locks.request('leave', async () => {
        const {held = []} = await navigator.locks.query();
        return held.find(({name}) => name === 'leave')?.clientId;
      }),
    );
    expect(clientId).toBeDefined();
    await page.close();
    const isHeld = (client: string | undefined) =>
      navigator.locks.query().then(({held = []}) => held.some((lock) => lock.clientId === client));
    await expect.poll(() => this.#blank.evaluate(isHeld, clientId)).toBe(false);
    await this.#blank.goto('about:blank');
  }

  /** The stored states. */
  async stored(): Promise<{captureId: string; state: string; manifest: number; isSent: boolean}[]> {
    const {address} = this.#site;
    if (!this.#blank.url().startsWith(address)) await this.#blank.goto(`${address}/blank`);
    return this.#blank.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open('sealed-capture');
          opening.onerror = () => {
            reject(new Error(opening.error?.message));
          };
          opening.onsuccess = () => {
            const database = opening.result;
            const reading = database.transaction('jobs').objectStore('jobs').getAll();
            reading.onsuccess = () => {
              database.close();
              resolve(
                (
                  reading.result as {
                    captureId: string;
                    state: {name: string; manifest?: ArrayBuffer; sent?: object};
                  }[]
                ).map(({captureId, state}) => ({
                  captureId,
                  state: state.name,
                  manifest: state.manifest?.byteLength ?? 0,
                  isSent: !!state.sent,
                })),
              );
            };
          };
        }),
    );
  }
}
