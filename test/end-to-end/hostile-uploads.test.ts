import {expect, test, type Page} from '@playwright/test';
import {seeded} from '../delivery/hostile/random.js';
import {seedsNow} from '../variants.js';
import {HostileSite} from './hostile-site.js';
import {StoredCaptures} from './stored-captures.js';

const ways = ['deliver-to', 'deliver-to-other-origin', 'presigned', 'send', 'tus', 'tus-in-parts'];
/** Photos of each way: as many sequences. */
const PHOTOS = 4;
const STEPS = 10;
const STEP_MS = 400;
/** Of the size of the files: what a page may send in an hour. */
const MOST_SIZES = 48;

let site: HostileSite;
test.beforeAll(async () => void (site = await HostileSite.open()));
test.afterAll(() => site.close());

const retry = (page: Page): Promise<void> => page.evaluate(() => window.hostile.retry());
/** What may happen to the page while it sends its photos. */
const acts: Record<string, (page: Page) => Promise<unknown>> = {
  'time passes': () => Promise.resolve(),
  'a person asks for another try': retry,
  'a person asks once more': retry,
  'the network is lost for a moment': async (page) => {
    site.interrupted();
    await page.context().setOffline(true);
    await page.waitForTimeout(100);
    await page.context().setOffline(false);
  },
  'the page is reloaded': (page) => {
    site.interrupted();
    return page.reload();
  },
};

for (const seed of seedsNow(1, 40)) {
  test(`photos that a page sends to a hostile server are all there in the end, and never nowhere (seed ${seed})`, async ({
    page,
    context,
  }) => {
    site.begin(seed);
    const before = site.received;
    await context.grantPermissions(['camera'], {origin: site.address});
    await page.exposeFunction('tell', (event: string) => site.events.push(event));
    await page.goto(site.address);
    const ids: string[] = [];
    for (const way of ways) {
      const taken = await page.evaluate(([name, count]) => window.hostile.take(name, count), [
        way,
        PHOTOS,
      ] as const);
      taken.forEach((captureId, index) => site.name(captureId, `${way} ${index}`));
      ids.push(...taken);
    }
    expect(ids.length).toBe(ways.length * PHOTOS);
    const stored = new StoredCaptures(page);
    const sizes = await stored.sizes();
    const story = (): string => site.events.join('\n');
    const expectNoneLost = async (): Promise<void> =>
      expect(await site.lost(ids, stored), story()).toEqual([]);

    await page.evaluate(() => window.hostile.release());
    const random = seeded(seed);
    for (let step = 0; step < STEPS; step++) {
      await page.waitForTimeout(STEP_MS);
      await expectNoneLost();
      const name = random.of(Object.keys(acts));
      site.events.push(`— ${name}`);
      await acts[name]?.(page);
    }
    site.events.push('— the server is repaired');
    site.repair();
    await expect(async () => {
      await retry(page);
      await expectNoneLost();
      expect(await stored.ids(), story()).toEqual([]);
    }).toPass({timeout: 20_000, intervals: [500]});
    const total = sizes.reduce((sum, {size = 0}) => sum + size, 0);
    expect(site.received - before).toBeLessThan(MOST_SIZES * total);
  });
}
