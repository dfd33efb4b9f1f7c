import {AxeBuilder} from '@axe-core/playwright';
import {expect, test, type Page} from '@playwright/test';
import {variants} from '../variants.js';
import {DemoPage} from './demo-page.js';
import {pressUntilFocused} from './keyboard.js';
import {borrowSite, type Site} from './site.js';

/** What a test with axe depends on: colors on the scheme only, and positions on the width only. */
interface View {
  colorScheme: 'light' | 'dark';
  /** In pixels. */
  width: number;
}
const narrowAndLight: View = {colorScheme: 'light', width: 320};
const wideAndDark: View = {colorScheme: 'dark', width: 1280};

let site: Site;

test.beforeAll(async () => {
  site = await borrowSite();
});
test.afterAll(async () => {
  await site.close();
});

for (const view of variants([narrowAndLight, wideAndDark])) testDemo(view);
for (const view of variants([wideAndDark, narrowAndLight])) testRecorder(view);

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
  await demo.expectVerdict('Seal intact.');
  await pressUntilFocused(page, 'Tamper with it');
  await page.keyboard.press('Enter');
  await demo.expectVerdict('Seal broken.');
  await pressUntilFocused(page, 'Start again');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', {name: 'Photo'})).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tabpanel', {name: 'Recording'})).toBeVisible();
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
  await page.goto(`${site.address}/interview.html`);
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

/** Declares the test of the demo page in this view. */
function testDemo({colorScheme, width}: View): void {
  test(`the demo with a sealed and a broken photo passes axe, ${colorScheme}, ${width} pixels wide`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      colorScheme,
      viewport: {width, height: 900},
      permissions: ['camera', 'geolocation'],
      geolocation: {latitude: 51.5, longitude: -0.1, accuracy: 9},
      // The test injects axe from outside the page; another test covers the strict CSP.
      bypassCSP: true,
    });
    const page = await context.newPage();
    const demo = new DemoPage(page);
    await demo.open(site.address);
    await page.getByRole('button', {name: /^Sealing/}).click();
    const list = page.getByRole('region', {name: 'What will be sealed'});
    await expect(list.getByText('Latitude')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Location in the seal').selectOption('500');
    await expect(list.getByText('Blurred to 500 m')).toBeVisible();
    await list.getByRole('button', {name: 'Close'}).click();
    await demo.takeSealedPhoto();
    await demo.expectVerdict('Seal intact.');
    await expectAccessible(page);
    await demo.tamper();
    await demo.expectVerdict('Seal broken.');
    await expectAccessible(page);
    await page.getByRole('button', {name: 'Show all details'}).click();
    await expectAccessible(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await context.close();
  });
}

/** Declares the test of the recorder in this view. */
function testRecorder({colorScheme, width}: View): void {
  test(`the recorder passes axe in each of its states, ${colorScheme}, ${width} pixels wide`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      colorScheme,
      viewport: {width, height: 900},
      permissions: ['microphone'],
      bypassCSP: true,
    });
    const page = await context.newPage();
    await page.goto(`${site.address}/interview.html`);
    const recorder = page.locator('capture-audio');
    const press = async (name: string) => {
      await recorder.getByRole('button', {name, exact: true}).click();
    };
    await expect(recorder.getByRole('button', {name: 'Start recording'})).toBeVisible();
    await expectAccessible(page, 'capture-audio');
    await press('Start recording');
    await expect(recorder.getByRole('meter')).toBeVisible();
    await expectAccessible(page, 'capture-audio');
    await press('Pause');
    await expect(recorder.getByRole('button', {name: 'Resume'})).toBeVisible();
    await expectAccessible(page, 'capture-audio');
    await press('Stop recording');
    await expect(recorder.getByRole('button', {name: 'New recording'})).toBeVisible();
    await expect(recorder.getByRole('slider', {name: 'Position'})).toBeVisible();
    await expectAccessible(page, 'capture-audio');
    await expectAccessible(page);
    await context.close();
  });
}

async function expectAccessible(page: Page, part?: string): Promise<void> {
  const axe = new AxeBuilder({page}).setLegacyMode();
  const {violations} = await (part ? axe.include(part) : axe).analyze();
  expect(violations.map(({id, nodes}) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}
