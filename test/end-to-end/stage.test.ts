import {expect, test, type Page} from '@playwright/test';
import arabic from '../../demo/texts/ar.json' with {type: 'json'};
import german from '../../demo/texts/de.json' with {type: 'json'};
import {DemoPage} from './demo-page.js';
import {PageWatch} from './page-watch.js';
import {borrowSite, type Site} from './site.js';

let site: Site;

test.use({permissions: ['camera', 'microphone']});
test.beforeAll(async () => void (site = await borrowSite()));
test.afterAll(() => site.close());

const currentStep = (page: Page) => page.locator('.steps [aria-current=step]');

for (const viewport of [
  {width: 390, height: 844},
  {width: 1280, height: 900},
]) {
  test(`from opening to the torn seal in two presses, ${viewport.width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const watch = await PageWatch.of(page);
    const demo = new DemoPage(page);
    await page.goto(site.address);
    await demo.waitForPicture();
    await expect(currentStep(page)).toHaveText('Take it');
    await expect(demo.shutter).toBeInViewport({ratio: 1});
    await demo.shutter.click();
    await demo.expectVerdict('Seal intact.');
    await expect(currentStep(page)).toHaveText('See its seal');
    const tamper = page.getByRole('button', {name: 'Tamper with it'});
    await expect(tamper).toBeInViewport({ratio: 1});
    await tamper.click();
    await demo.expectVerdict('Seal broken.');
    await expect(currentStep(page)).toHaveText('Break it');
    const told = page.getByText(/^One byte of \d+ kB changed\.$/);
    await expect(told).toBeInViewport({ratio: 1});
    const picture = page.locator('.shot');
    await expect(picture).toBeInViewport({ratio: 1});
    await expect(picture).not.toHaveCSS('mask-image', 'none');
    await expect(demo.inspector.getByRole('heading', {name: 'Seal broken.'})).toBeInViewport();
    expect(watch.problems).toEqual([]);
  });
}

test('the shutter of a small phone is on the first screen, below a stage that begins high up', async ({
  page,
}) => {
  await page.setViewportSize({width: 360, height: 740});
  const demo = new DemoPage(page);
  await page.goto(site.address);
  await demo.waitForPicture();
  await expect(demo.shutter).toBeInViewport({ratio: 1});
  const {y = Infinity} = (await page.locator('.stage').boundingBox()) ?? {};
  // Fonts of phones are narrower than that of this machine, whose heading has a line more.
  expect(y).toBeLessThan(740 / 3.5);
});

test('photos stay in the browser until they are deleted there, and the site never has them', async ({
  page,
}) => {
  const watch = await PageWatch.of(page);
  const demo = new DemoPage(page);
  await demo.open(site.address);
  await demo.takeSealedPhoto();
  const photo = demo.photos.first();
  await expect(photo.locator('.state')).toHaveText('Sealed, in this browser');
  const {bytes} = await demo.download();
  await page.reload();
  await demo.openMore();
  const again = await demo.download();
  expect(again.bytes.equals(bytes)).toBe(true);
  page.on('dialog', (dialog) => void dialog.accept());
  await photo.getByRole('button', {name: /^Delete/}).click();
  await expect(demo.photos).toHaveCount(0);
  await page.reload();
  await demo.openMore();
  await demo.waitForList();
  await expect(page.getByText('What you capture appears here')).toBeVisible();
  const posts = watch.requests.filter((request) => request.method() === 'POST');
  expect(posts.map((request) => new URL(request.url()).pathname)).not.toContain('/uploads');
});

test('a recording becomes its result in the same place, and a file of the visitor follows', async ({
  page,
}) => {
  const demo = new DemoPage(page);
  await page.goto(site.address);
  const recording = page.getByRole('tab', {name: 'Recording'});
  await expect(recording).toHaveAttribute('aria-selected', 'false');
  await recording.click();
  await page.getByRole('button', {name: 'Start recording'}).click();
  await page.waitForTimeout(1_500);
  await page.getByRole('button', {name: 'Stop recording'}).click();
  await demo.expectVerdict('Seal intact.');
  await demo.tamper();
  await demo.expectVerdict('Seal broken.');
  const picture = await page.screenshot({type: 'jpeg'});
  const file = {name: 'own.jpg', mimeType: 'image/jpeg', buffer: picture};
  await page.getByLabel('Try your own file').setInputFiles(file);
  await demo.expectVerdict('No seal.');
  await page.getByRole('button', {name: 'Start again'}).click();
  await expect(page.getByRole('tabpanel', {name: 'Recording'})).toBeVisible();
});

test('the code is there for each framework, by keyboard', async ({page}) => {
  await page.goto(site.address);
  const tab = (name: string) => page.getByRole('tab', {name, exact: true});
  const code = (name: string) => page.getByRole('tabpanel', {name, exact: true});
  await expect(code('HTML')).toContainText('<capture-image');
  await expect(tab('HTML')).toHaveAttribute('aria-selected', 'true');
  await tab('HTML').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('React')).toBeFocused();
  await expect(code('React')).toContainText("from 'sealed-capture/react'");
  await expect(code('HTML')).toBeHidden();
  await page.keyboard.press('End');
  await expect(tab('Svelte')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(tab('HTML')).toBeFocused();
});

test('the claim leads over the whole screen through eight shots, and says that it is complete', async ({
  page,
}) => {
  const watch = await PageWatch.of(page);
  await page.setViewportSize({width: 390, height: 844});
  await page.goto(site.address);
  await page.getByRole('link', {name: 'A claim'}).click();
  const shutter = page.getByRole('button', {name: 'Take photo'});
  await expect(shutter).toBeVisible();
  await page.getByRole('button', {name: 'Begin'}).click();
  const width = () => page.locator('capture-image').evaluate((element) => element.clientWidth);
  await expect.poll(width).toBe(390);
  for (const count of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await expect(page.getByRole('button', {name: `${count} of 8`})).toBeVisible();
    await shutter.click();
  }
  await expect(page.getByText('8 of 8 shots taken. Claim 4711 is complete.')).toBeVisible();
  await expect.poll(width).toBeLessThan(390);
  expect(watch.problems).toEqual([]);
});

for (const [name, address, locale, direction] of [
  ['of the browser', '', 'ar-EG', 'rtl'],
  ['of the address', '?lang=de', 'fr-FR', 'ltr'],
] as const) {
  test(`the page and its elements speak the language ${name}`, async ({browser}) => {
    const context = await browser.newContext({locale, viewport: {width: 360, height: 740}});
    const page = await context.newPage();
    await page.goto(`${site.address}/${address}`);
    const texts = direction === 'rtl' ? arabic : german;
    await expect(page.getByRole('heading', {level: 1})).toHaveText(texts.title);
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
    await page.getByRole('button', {name: texts.useSample}).click();
    await page.getByRole('button', {name: texts.tamper}).click();
    await expect(page.locator('.told')).toHaveText(/\d/);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await page.getByRole('combobox', {name: texts.language}).selectOption('Nederlands');
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
    await context.close();
  });
}

test('without a camera, the button takes what the camera’s own screen offers, and the sample works', async ({
  browser,
}) => {
  const context = await browser.newContext({permissions: []});
  const page = await context.newPage();
  const demo = new DemoPage(page);
  await page.goto(site.address);
  await page.getByRole('button', {name: 'Use the sample'}).click();
  await demo.expectVerdict('Seal intact.');
  await page.getByRole('button', {name: 'Take a photo'}).click();
  await expect(page.getByRole('tabpanel', {name: 'Photo'})).toBeVisible();
  await context.close();
});
