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
  await page.getByRole('button', {name: 'Use the sample'}).click();
  await demo.expectVerdict('Seal intact.');
  const change = page.getByRole('button', {name: 'Tamper with it'});
  await change.focus();
  await page.keyboard.press('Enter');
  await demo.expectVerdict('Seal broken.');
  await expect(page.getByText(/^One byte of \d+ kB changed\.$/)).toBeVisible();
  await expect(change).toBeHidden();
  await expect(page.getByRole('group', {name: 'Result'})).toBeFocused();
  await page.getByRole('button', {name: 'Show all details'}).click();
  await expect(demo.inspector.getByText('A drawing, not a photo.').first()).toBeVisible();
  expect(watch.problems).toEqual([]);
  await page.getByRole('link', {name: 'What a verdict means'}).click();
  await expect(page.getByRole('heading', {level: 1})).toHaveText('Inspecting');
});

test('on a phone, the verdict on the sample is in sight', async ({page}) => {
  await page.setViewportSize({width: 360, height: 740});
  await page.goto(site.address);
  await page.getByRole('button', {name: 'Use the sample'}).click();
  await expect(page.getByRole('heading', {name: 'Seal intact.'})).toBeInViewport();
});
