import {readdir} from 'node:fs/promises';
import {resolve} from 'node:path';
import {AxeBuilder} from '@axe-core/playwright';
import {expect, test, type Page} from '@playwright/test';
import {startSite, type Site} from './site.js';

const built = resolve(import.meta.dirname, '../../dist/site');

let site: Site;

test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(async () => {
  await site.close();
});

const addressOf = (page: string): string => `${site.address}/docs/${page}`;

/** Collects every error, warning and policy violation that the browser reports during the test. */
function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

for (const [colorScheme, width] of [
  ['light', 320],
  ['dark', 1280],
] as const) {
  test(`each page of the documentation passes axe, ${colorScheme}, ${width} pixels wide`, async ({
    browser,
  }) => {
    test.setTimeout(600_000);
    const context = await browser.newContext({
      colorScheme,
      viewport: {width, height: 900},
      // The test injects axe from outside the page; a test below covers the strict CSP.
      bypassCSP: true,
    });
    const page = await context.newPage();
    const isPage = (name: string) => name.endsWith('.html') && name !== '404.html';
    const names = (await readdir(built)).filter(isPage);
    expect(names.length).toBeGreaterThan(30);
    for (const name of names) {
      await page.goto(addressOf(name));
      await page.getByRole('button', {name: 'Search'}).waitFor();
      const {violations} = await new AxeBuilder({page}).setLegacyMode().analyze();
      const found = violations.map(({id, nodes}) => `${id}: ${nodes[0]?.html}`);
      expect(found, name).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, name).toBe(0);
    }
    await context.close();
  });
}

test('the documentation can be read without JavaScript', async ({browser}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: {width: 1280, height: 740},
  });
  const page = await context.newPage();
  await page.goto(`${site.address}/docs/`);
  await expect(page.getByRole('heading', {level: 1})).toHaveText(/sealed-capture/);
  await page.getByRole('link', {name: '<capture-image>', exact: true}).first().click();
  await expect(page.getByText('The playground needs JavaScript.')).toBeVisible();
  await expect(page.getByRole('heading', {name: 'takePicture'})).toBeVisible();
  await page.goto(addressOf('quick-start.html'));
  await expect(page.getByRole('heading', {name: 'React'})).toBeVisible();
  await expect(page.getByRole('heading', {name: 'Nuxt'})).toBeVisible();
  await context.close();
});

test('the playground changes an option of the real element and logs its events', async ({
  browser,
}) => {
  const context = await browser.newContext({permissions: ['camera']});
  const page = await context.newPage();
  const problems = problemsOf(page);
  await page.goto(addressOf('capture-image.html'));
  await page.getByRole('button', {name: 'Start the element'}).click();
  const camera = page.locator('.stage capture-image');
  await expect(page.getByText(/^The element is live/)).toBeVisible();
  await page.getByLabel('facing', {exact: true}).selectOption('user');
  await expect(camera).toHaveAttribute('facing', 'user');
  const code = page.locator('.playground .code code');
  await expect(code).toContainText('facing="user"');
  await camera.getByRole('button', {name: 'Take photo'}).click();
  const log = page.locator('.log');
  await expect(log.getByText('protected', {exact: true})).toBeVisible({timeout: 20_000});
  await expect(log.getByText('capture', {exact: true})).toBeVisible();

  await page.getByLabel('Language').selectOption('de');
  await expect(camera.getByRole('button', {name: 'Foto aufnehmen'})).toBeVisible();
  await page.getByLabel('Width').selectOption('280');
  expect((await camera.boundingBox())?.width).toBe(280);
  await page.getByLabel('Preset').selectOption('A claim in three shots');
  await expect(camera).toHaveAttribute('shots', /"front"/);
  await expect(camera).not.toHaveAttribute('facing');
  await page.getByRole('button', {name: 'React', exact: true}).click();
  await expect(code).toContainText('<CaptureImage');

  await page.getByRole('link', {name: 'Theming', exact: true}).first().click();
  await expect(camera).toHaveCount(0);
  expect(problems).toEqual([]);
  await context.close();
});

test('a framework is chosen once, for the quick start and every playground', async ({page}) => {
  const problems = problemsOf(page);
  await page.goto(addressOf('quick-start.html'));
  await page.getByRole('button', {name: 'Vue', exact: true}).click();
  await expect(page.getByText('src/App.vue')).toBeVisible();
  await expect(page.getByText('src/App.tsx')).toBeHidden();
  await page.goto(addressOf('seal-inspector.html'));
  await expect(page.locator('.playground .code code')).toContainText('<template>');
  await page.goto(addressOf('quick-start.html#svelte'));
  await expect(page.getByText('src/App.svelte')).toBeInViewport();
  await page.getByRole('button', {name: 'React', exact: true}).click();
  await expect(page).toHaveURL(/#react$/);
  expect(problems).toEqual([]);
});

test('the texts are listed in another language', async ({page}) => {
  const problems = problemsOf(page);
  await page.goto(addressOf('texts.html'));
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('searchbox').fill('photoTake');
  await expect(page.getByRole('row').filter({hasText: 'Foto aufnehmen'})).toBeVisible();
  expect(problems).toEqual([]);
});

test('the search finds an error by its code, with the keyboard alone', async ({page}) => {
  const problems = problemsOf(page);
  await page.goto(addressOf('forms.html'));
  await page.getByRole('button', {name: 'Search'}).waitFor();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', {name: 'Skip to content'})).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('storage_full');
  await expect(page.locator('.result').first()).toContainText('storage_full');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/errors\.html#storage_full$/);
  expect(problems).toEqual([]);
});
