import {rmSync} from 'node:fs';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {chromium, type BrowserContext} from '@playwright/test';

type Options = Parameters<typeof chromium.launchPersistentContext>[1];

/** A browser with a profile on disk. A browser that is opened later finds what the one before stored. */
export class Profile {
  context: BrowserContext;
  readonly #folder: string;
  readonly #options: Options;
  /** Deletes the folder if the process exits before `close`. */
  readonly #removeNow = () => {
    rmSync(this.#folder, {recursive: true, force: true, maxRetries: 3});
  };

  private constructor(context: BrowserContext, folder: string, options: Options) {
    this.context = context;
    this.#folder = folder;
    this.#options = options;
    process.once('exit', this.#removeNow);
  }

  /** @param preferences entries of the profile's `Preferences` file */
  static async open(options: Options = {}, preferences?: object): Promise<Profile> {
    const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-profile-'));
    if (preferences) {
      await mkdir(join(folder, 'Default'));
      await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
    }
    return new Profile(await chromium.launchPersistentContext(folder, options), folder, options);
  }

  /** Closes the browser and opens it again, as a person does on another day. */
  async reopen(): Promise<BrowserContext> {
    await this.context.close();
    return this.#open();
  }

  /** Crashes the browser with all its pages, as an empty battery does, and opens it again. */
  async crash(): Promise<BrowserContext> {
    const page = await this.context.newPage();
    const session = await this.context.newCDPSession(page);
    const closed = this.context.waitForEvent('close');
    // This call is never answered.
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
    process.off('exit', this.#removeNow);
    await rm(this.#folder, {recursive: true, force: true, maxRetries: 5});
  }
}
