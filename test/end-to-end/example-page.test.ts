import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from '@playwright/test';
import {PageWatch} from './page-watch.js';
import {borrowSite, type Site} from './site.js';

let site: Site;

test.beforeAll(async () => void (site = await borrowSite()));
test.afterAll(() => site.close());
test.use({permissions: ['camera']});

test('the demo’s example page takes a photo, has it sealed and delivered, and finds it valid', async ({
  page,
}) => {
  const watch = await PageWatch.of(page);
  await page.goto(`${site.address}/example.html`);
  const told = page.waitForEvent('console', (message) => message.text().startsWith('Stored at'));
  await page.getByRole('button', {name: 'Take photo'}).click();
  const [, location = ''] = /^Stored at (.*)$/.exec((await told).text()) ?? [];
  const [, captureId] = /\/uploads\/([\w-]+)$/.exec(location) ?? [];
  const uploads = join(site.data, 'uploads');
  const name = (await readdir(uploads)).find((one) => one.endsWith(`${captureId}.jpg`)) ?? '';
  const stored = await readFile(join(uploads, name));
  const file = {name: 'photo.jpg', mimeType: 'image/jpeg', buffer: stored};
  await page.locator('seal-inspector input[type=file]').first().setInputFiles(file);
  await expect(page.locator('seal-inspector')).toContainText('Nothing has changed');
  expect(watch.problems).toEqual([]);
});
