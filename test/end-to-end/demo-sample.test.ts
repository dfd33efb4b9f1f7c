import {expect, test} from '@playwright/test';
import {DemoPage} from './demo-page.js';
import {PageWatch} from './page-watch.js';
import {borrowSite, type Site} from './site.js';

let site: Site;

test.beforeAll(async () => {
  site = await borrowSite();
});
test.afterAll(async () => {
  await site.close();
});

test('a visitor without a camera can break the seal of a sample, and finds the documentation', async ({
  page,
}) => {
  const watch = await PageWatch.of(page);
  const demo = new DemoPage(page);
  await page.goto(site.address);
  await demo.waitForList();
  await page.getByRole('button', {name: 'Use the sample picture'}).click();
  await demo.expectVerdict('Seal intact.');
  await expect(demo.inspector).toContainText('A drawing, not a photo.');
  const change = page.getByRole('button', {name: 'Change a byte and see'});
  await change.focus();
  await page.keyboard.press('Enter');
  await demo.expectVerdict('Seal broken.');
  await expect(change).toBeHidden();
  await expect(page.getByRole('heading', {name: 'Inspect a file'})).toBeFocused();
  expect(watch.problems).toEqual([]);
  await page.getByText('Whose seal is it').click();
  await page.getByRole('link', {name: 'What a verdict means'}).click();
  await expect(page.getByRole('heading', {level: 1})).toHaveText('Inspecting');
});

test('on a phone, the verdict on the sample is in sight', async ({page}) => {
  await page.setViewportSize({width: 360, height: 740});
  await page.goto(site.address);
  await page.getByRole('button', {name: 'Use the sample picture'}).click();
  await expect(page.getByRole('heading', {name: 'Seal intact.'})).toBeInViewport();
});
