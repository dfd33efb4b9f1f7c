import {expect, test} from '@playwright/test';
import {narrowAndLight, testDemo, testRecorder, wideAndDark} from './accessible-views.js';
import {DemoPage} from './demo-page.js';
import {pressUntilFocused} from './keyboard.js';
import {borrowSite, type Site} from './site.js';

let site: Site;

test.beforeAll(async () => {
  site = await borrowSite();
});
test.afterAll(async () => {
  await site.close();
});

testDemo(() => site, narrowAndLight);
testRecorder(() => site, wideAndDark);

test('the demo can be used with the keyboard alone', async ({browser}) => {
  const context = await browser.newContext({
    permissions: ['camera', 'geolocation'],
    geolocation: {latitude: 51.5, longitude: -0.1, accuracy: 9},
  });
  const page = await context.newPage();
  const demo = new DemoPage(page);
  await demo.open(site.address);
  await pressUntilFocused(page, /^Sealing/);
  await page.keyboard.press('Enter');
  const list = page.getByRole('region', {name: 'What will be sealed'});
  await expect(list).toBeVisible();
  await pressUntilFocused(page, 'Close');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await pressUntilFocused(page, 'Take photo');
  await page.keyboard.press('Enter');
  await demo.expectSealed();
  await pressUntilFocused(page, 'Inspect');
  await page.keyboard.press('Enter');
  await demo.expectVerdict('Seal intact.');
  await context.close();
});

test('a recording can be made, paused, ended and played with the keyboard alone', async ({
  browser,
}) => {
  const context = await browser.newContext({permissions: ['microphone']});
  const page = await context.newPage();
  await page.goto(site.address);
  const recorder = page.locator('capture-audio');
  const expectButton = (name: string) =>
    expect(recorder.getByRole('button', {name, exact: true})).toBeVisible();
  await expectButton('Start recording');
  await pressUntilFocused(page, 'Start recording');
  await page.keyboard.press('Enter');
  await expectButton('Pause');
  await pressUntilFocused(page, 'Pause');
  await page.keyboard.press('Space');
  await expectButton('Resume');
  await page.keyboard.press('Space');
  await expectButton('Pause');
  await page.keyboard.press('Shift+Tab');
  await pressUntilFocused(page, 'Stop recording');
  await page.keyboard.press('Enter');
  await expectButton('New recording');
  await pressUntilFocused(page, 'Play');
  await page.keyboard.press('Enter');
  const position = recorder.getByRole('slider', {name: 'Position'});
  await expect(position).not.toHaveValue('0');
  await context.close();
});
