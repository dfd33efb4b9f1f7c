import {expect, test} from '@playwright/test';
import {DemoPage} from './demo-page.js';
import {expectSealed} from './expect-sealed.js';
import {Field} from './field.js';
import {startSite} from './site.js';
import {Tab} from './tab.js';

let field: Field;

test.beforeAll(async () => void (field = await Field.open()));
test.afterAll(() => field.close());
test.beforeEach(() => void (field.hasWorker = false));

const WAITS = 'waiting: worker_unavailable';

test('a photo that is taken while the worker’s script is missing is stored, and sealed after a reload with the script', async ({
  context,
}) => {
  const tab = await Tab.open(context, field);
  const [id = ''] = await tab.take(1);
  await expect.poll(() => tab.stateOf(id)).toBe(WAITS);
  const told = field.journal.errors.filter(({captureId}) => captureId === id);
  expect(told.map(({code}) => code)).toEqual(['worker_unavailable']);

  // The next visit lists the photo even while the script is still missing.
  await tab.reload();
  await expect.poll(() => tab.stateOf(id)).toBe(WAITS);

  field.hasWorker = true;
  await tab.reload();
  await expectSealed(field, [id]);
  const deliveries = field.journal.deliveriesOf(id);
  expect(deliveries.map(({restored}) => restored)).toEqual([true]);
  expect(field.journal.problems()).toEqual([]);
});

test('photos that the page stored are sealed in the same page as soon as the worker’s script can be loaded', async ({
  context,
}) => {
  const tab = await Tab.open(context, field);
  const ids = await tab.take(3);
  await expect.poll(() => tab.stateOf(ids[2] ?? '')).toBe(WAITS);
  field.hasWorker = true;
  await tab.page.evaluate(() => dispatchEvent(new Event('online')));
  await expectSealed(field, ids);
  expect(ids.map((id) => field.line.seals.get(id)?.size)).toEqual([1, 1, 1]);
  expect(ids.map((id) => field.journal.deliveriesOf(id)[0]?.restored)).toEqual(
    ids.map(() => false),
  );
  expect(field.journal.problems()).toEqual([]);
});

test('a page whose policy forbids the worker reports that its photo is stored, and uploads it once the policy allows the worker', async ({
  page,
}) => {
  const site = await startSite();
  try {
    await page.route(`${site.address}/`, async (route) => {
      const answer = await route.fetch();
      const policy = answer.headers()['content-security-policy'] ?? '';
      const strict = policy.replace(/worker-src [^;]*/, "worker-src 'none'");
      const headers = {...answer.headers(), 'content-security-policy': strict};
      await route.fulfill({response: answer, headers});
    });
    const demo = new DemoPage(page);
    await demo.open(site.address);
    await demo.takePhoto();
    const element = page.locator('capture-image');
    const notice = element.locator('.notice');
    const status = element.getByRole('status');
    await expect(notice).toContainText('1 photo kept here, not sealed yet');
    await expect(status).toHaveText('Photo not sealed. It is kept here.');
    await expect(element.getByRole('button', {name: 'Last photo'})).toHaveAccessibleName(
      'Last photo: waiting for the next attempt',
    );
    await page.unroute(`${site.address}/`);
    await page.reload();
    await demo.expectUploaded();
    await expect(demo.photos).toHaveCount(1);
    await expect(notice).toHaveCount(0);
  } finally {
    await site.close();
  }
});
