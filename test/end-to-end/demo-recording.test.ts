import {expect, test} from '@playwright/test';
import type {CaptureAudio} from '../../src/elements/capture-audio.js';
import {DemoPage} from './demo-page.js';
import {PageWatch} from './page-watch.js';
import {startSite, type Site} from './site.js';

let site: Site;

test.beforeAll(async () => void (site = await startSite()));
test.afterAll(() => site.close());

test('a recording is made in the demo, sealed, played, and found broken after a byte is changed', async ({
  browser,
}) => {
  const context = await browser.newContext({permissions: ['camera', 'microphone']});
  const page = await context.newPage();
  const watch = await PageWatch.of(page);
  const demo = new DemoPage(page);
  await demo.open(site.address);
  await page.getByRole('button', {name: 'Start recording'}).click();
  // The timer shows the recorded time, which is shorter if the sound began late or samples were lost.
  await expect(page.locator('capture-audio').getByRole('timer')).toContainText(/0:0[2-4]/, {
    timeout: 15_000,
  });
  await page.locator('capture-audio').evaluate((element: CaptureAudio) => element.stopRecording());
  const item = demo.photos.first();
  await demo.expectSealed();
  await expect(item.locator('.duration')).toHaveText(/^0:0[2-5]$/);
  expect((await demo.download()).name).toMatch(/^recording-.*\.mp3$/);

  await item.getByRole('button', {name: 'Inspect'}).click();
  await demo.expectVerdict('Seal intact.');
  await expect(demo.inspector).toContainText('44.1 kHz');
  await expect(demo.inspector).toContainText(
    'Its seal says that a camera or microphone captured it.',
  );
  await demo.inspector.getByRole('button', {name: 'Play'}).click();
  await expect(demo.inspector.getByRole('slider', {name: 'Position'})).not.toHaveValue('0');

  await item.getByRole('button', {name: 'Change one byte'}).click();
  await demo.expectVerdict('Seal broken.');
  await expect(demo.inspector).toContainText('this may not be what was recorded');
  expect(watch.problems).toEqual([]);
  await context.close();
});
