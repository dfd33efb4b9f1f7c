import {expect, type Page, type Request} from '@playwright/test';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import {bundled} from '../bundled.js';
import type {HtmlSite} from '../html-site.js';
import type {Heard} from '../page/photo-page.js';
import {StoredCaptures} from '../stored-captures.js';
import type {Storage} from './storage.js';

/** How and where a page sends its photos. */
export interface Sending {
  way?: 'deliver-to' | 'put' | 'tus';
  to: string;
  /** Bytes in one request, by tus. */
  chunk?: number;
}

/** By the page's clock. Shorter than any time limit of a request. */
const STEP_MS = 10_000;

/** A person who takes a photo, on a page whose clock goes as a test wishes. */
export class Photographer {
  readonly page: Page;
  readonly stored: StoredCaptures;
  /** Requests that carried the photo. */
  readonly sent: Request[] = [];

  private constructor(page: Page, to: string) {
    this.page = page;
    this.stored = new StoredCaptures(page);
    page.on('request', (request) => {
      const isUpload = ['POST', 'PUT', 'PATCH'].includes(request.method());
      if (isUpload && request.url().startsWith(to)) this.sent.push(request);
    });
  }

  /** Opens the page at this origin. At that of a proxy, the service is behind the proxy as well. */
  static async at(
    page: Page,
    site: HtmlSite,
    origin: string,
    {way = 'deliver-to', to, chunk}: Sending,
  ): Promise<Photographer> {
    site.put('/', '', '<script type="module" src="/page.js">');
    site.files.set('/page.js', await bundled('page/photo-page.ts'));
    await page.context().grantPermissions(['camera'], {origin});
    const photographer = new Photographer(page, to);
    const service = origin === site.origin ? site.service.address : origin;
    const query = new URLSearchParams({way, to, key: site.key, service: `${service}/protection`});
    if (chunk) query.set('chunk', String(chunk));
    await page.clock.install();
    await page.goto(`${origin}/?${query.toString()}`);
    return photographer;
  }

  /** Takes a photo. Resolves once the page has its seal, with the id and the digest of the sealed file. */
  async takePhoto(): Promise<Heard> {
    await this.page.getByRole('button', {name: 'Take photo'}).click();
    return this.hears('protected');
  }

  /** The event, if the page has heard of it since it was loaded. */
  async heard(name: Heard['name']): Promise<Heard | undefined> {
    return (await this.page.evaluate(() => window.heard)).find((one) => one.name === name);
  }

  /** Waits for the event, also by so many milliseconds of the page's clock while nothing is sent. */
  async hears(name: Heard['name'], within = 0): Promise<Heard> {
    let found: Heard | undefined;
    await this.waitFor(async () => !!(found = await this.heard(name)), within);
    return found as Heard;
  }

  /** Waits until something is true, also by so many milliseconds of the page's clock while nothing is sent. */
  async waitFor(isTrue: () => boolean | Promise<boolean>, within: number): Promise<void> {
    let left = within;
    const isTrueNow = async (): Promise<boolean> => {
      if (await isTrue()) return true;
      if (left > 0 && !(await this.#isSending())) {
        const step = Math.min(STEP_MS, left);
        left -= step;
        await this.page.clock.fastForward(step);
      }
      return false;
    };
    await expect.poll(isTrueNow, {intervals: [20, 50], timeout: 15_000}).toBe(true);
  }

  #isSending(): Promise<boolean> {
    return this.page
      .locator('capture-image')
      .evaluate((camera: CaptureImage) =>
        camera.protections.some(
          ({progress}) => progress.name !== 'delivered' && 'total' in progress,
        ),
      );
  }

  get notice() {
    return this.page.locator('[part=notice]');
  }

  async tryAgain(): Promise<void> {
    await this.page.getByRole('button', {name: 'Try again'}).click();
  }

  /** Checks that the browser has the photo. */
  async expectKept(): Promise<void> {
    expect((await this.stored.ids()).length).toBe(1);
  }

  /** Checks that the photo is stored once, as it was sealed, within this time, and no longer in the browser. */
  async expectDelivered(storage: Storage, photo: Heard, within = 0): Promise<Heard> {
    const delivered = await this.hears('delivered', within);
    const {captureId, digest = ''} = photo;
    expect(delivered.captureId).toBe(captureId);
    expect(await storage.files()).toEqual([{captureId, digest}]);
    await expect.poll(() => this.stored.ids()).toEqual([]);
    // The elements render by a timer.
    await this.waitFor(async () => (await this.notice.count()) === 0, STEP_MS);
    return delivered;
  }
}
