import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {chromium, type BrowserContext, type LaunchOptions} from '@playwright/test';

/** A browser with a profile on disk, which a next browser finds as the one before left it. */
export class Profile {
  context: BrowserContext;
  readonly #folder: string;
  readonly #options: LaunchOptions;

  private constructor(context: BrowserContext, folder: string, options: LaunchOptions) {
    this.context = context;
    this.#folder = folder;
    this.#options = options;
  }

  /** @param preferences of the profile, as in its `Preferences` file */
  static async open(options: LaunchOptions = {}, preferences?: object): Promise<Profile> {
    const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-profile-'));
    if (preferences) {
      await mkdir(join(folder, 'Default'));
      await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
    }
    return new Profile(await chromium.launchPersistentContext(folder, options), folder, options);
  }

  /** As when the person closes its last window, and opens it another day. */
  async reopen(): Promise<BrowserContext> {
    await this.context.close();
    return this.#open();
  }

  /** As when the battery is empty: the browser and all its pages are gone at once. */
  async crash(): Promise<BrowserContext> {
    const page = await this.context.newPage();
    const session = await this.context.newCDPSession(page);
    const closed = this.context.waitForEvent('close');
    // The answer never comes.
    session.send('Browser.crash').catch(() => undefined);
    await closed;
    return this.#open();
  }

  async #open(): Promise<BrowserContext> {
    this.context = await chromium.launchPersistentContext(this.#folder, this.#options);
    return this.context;
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.#folder, {recursive: true, force: true, maxRetries: 5});
  }
}
