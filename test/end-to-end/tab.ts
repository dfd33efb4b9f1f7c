import {randomUUID} from 'node:crypto';
import type {BrowserContext, Page} from '@playwright/test';
import type {Field} from './field.js';
import type {PageCredentials, PictureToTake, QueuePage} from './page/queue-page.js';

/** A tab of the fault tests, until it is closed, reloaded or killed. */
export class Tab {
  readonly page: Page;
  readonly #field: Field;
  #visit = '';

  private constructor(page: Page, field: Field) {
    this.page = page;
    this.#field = field;
  }

  static async open(context: BrowserContext, field: Field, query = ''): Promise<Tab> {
    const tab = new Tab(await context.newPage(), field);
    await tab.goTo(query);
    return tab;
  }

  get visit(): string {
    return this.#visit;
  }

  async goTo(query = ''): Promise<void> {
    await this.page.goto(`${this.#field.address}/${query}`);
    await this.#begun();
  }

  async #begun(): Promise<void> {
    this.#visit = await this.page.evaluate(() => window.queue.visit);
  }

  /** Reloads the page, whatever it is doing. */
  async reload(): Promise<void> {
    this.#field.journal.cutOff(this.#visit);
    await this.page.reload();
    await this.#begun();
  }

  /** Kills the process of the page and of its worker. */
  async kill(): Promise<void> {
    this.#field.journal.cutOff(this.#visit);
    const session = await this.page.context().newCDPSession(this.page);
    const crashed = this.page.waitForEvent('crash');
    // This call is never answered.
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    await this.page.close();
  }

  async close(): Promise<void> {
    this.#field.journal.cutOff(this.#visit);
    await this.page.close();
  }

  /** Resolves with the captures' ids, once the page received `capture` for each. */
  take(count = 1, size = 0): Promise<string[]> {
    return this.takeThese(picturesToTake(count, size));
  }

  takeThese(pictures: PictureToTake[]): Promise<string[]> {
    return this.page.evaluate((pictures) => window.queue.take(pictures), pictures);
  }

  takeTogether(pictures: PictureToTake[]): Promise<string[]> {
    return this.page.evaluate((pictures) => window.queue.takeTogether(pictures), pictures);
  }

  /**
   * Starts to take all pictures at once, and reloads the page meanwhile. Resolves once it is reloaded, which the field
   * can delay.
   */
  async takeAndReload(pictures: PictureToTake[]): Promise<void> {
    this.#field.journal.cutOff(this.#visit);
    const reloaded = this.page.waitForEvent('load');
    await this.page.evaluate((pictures) => {
      void window.queue.takeTogether(pictures);
      location.reload();
    }, pictures);
    await reloaded;
    await this.#begun();
  }

  progress(): Promise<ReturnType<QueuePage['progress']>> {
    return this.page.evaluate(() => window.queue.progress());
  }

  /** The captures that the page shows, and the account that it shows them to. */
  listed(): Promise<{account: string; captureIds: string[]}> {
    return this.page.evaluate(() => ({
      account: window.queue.account ?? '',
      captureIds: window.queue.progress().map(({captureId}) => captureId),
    }));
  }

  /** The state of this capture, such as "waiting" or "failed: unauthorized". */
  async stateOf(captureId: string): Promise<string> {
    const one = (await this.progress()).find((progress) => progress.captureId === captureId);
    return one ? [one.name, one.code].filter(Boolean).join(': ') : 'unknown';
  }

  retry(captureId: string): Promise<void> {
    return this.page.evaluate((captureId) => window.queue.retry(captureId), captureId);
  }

  hurry(): Promise<void> {
    return this.page.evaluate(() => window.queue.hurry());
  }

  /** Resolves with whether the capture was discarded, as {@link QueuePage.discard} does. */
  discard(captureId: string): Promise<boolean> {
    return this.page.evaluate((captureId) => window.queue.discard(captureId), captureId);
  }

  /** Signs in with another account, or signs out. */
  setAccount(name?: string): Promise<void> {
    return this.page.evaluate((name) => window.queue.setAccount(name), name);
  }

  /** Releases all captures that are held. */
  release(): Promise<void> {
    return this.page.evaluate(() => window.queue.release({}));
  }

  setCredentials(credentials: PageCredentials): Promise<void> {
    return this.page.evaluate(
      (credentials) => window.queue.setCredentials(credentials),
      credentials,
    );
  }
}

export const picturesToTake = (count: number, size = 0): PictureToTake[] =>
  Array.from({length: count}, () => ({captureId: randomUUID(), size}));
