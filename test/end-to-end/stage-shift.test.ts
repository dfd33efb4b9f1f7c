import {readdirSync} from 'node:fs';
import {resolve} from 'node:path';
import {expect, test, type Page} from '@playwright/test';
import {borrowSite, type Site} from './site.js';

const texts = resolve(import.meta.dirname, '../../demo/texts');
const languages = readdirSync(texts).map((name) => name.replace('.json', ''));

let site: Site;
test.use({permissions: ['camera', 'microphone']});
test.beforeAll(async () => void (site = await borrowSite()));
test.afterAll(() => site.close());

interface Measured {
  /** The sum of all layout shifts without a person's input before them. */
  shift: number;
}

/** Opens the page in a language, and waits until the camera is live and nothing more is loaded. */
async function open(page: Page, language: string): Promise<void> {
  await page.goto(`${site.address}/?lang=${language}`);
  await page.waitForFunction(() => {
    const video = document.querySelector('capture-image')?.shadowRoot?.querySelector('video');
    return (video?.videoWidth ?? 0) > 0;
  });
  await page.waitForLoadState('networkidle');
}

for (const [width, height] of [
  [390, 844],
  [1280, 900],
] as const) {
  test(`nothing moves while the page is loaded in any language, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({width, height});
    await page.addInitScript(() => {
      const measured = {shift: 0};
      Object.assign(globalThis, {measured});
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        })[])
          if (!entry.hadRecentInput) measured.shift += entry.value;
      }).observe({type: 'layout-shift', buffered: true});
    });
    for (const language of languages) {
      await open(page, language);
      const shift = await page.evaluate(
        () => (globalThis as unknown as {measured: Measured}).measured.shift,
      );
      // The line that says what will be sealed grows as the device answers.
      expect(shift, language).toBeLessThanOrEqual(0.01);
    }
  });
}

test('the headline has two lines at most on a phone, also in a wide font, so that the stage begins high up', async ({
  page,
}) => {
  await page.setViewportSize({width: 390, height: 844});
  for (const language of languages) {
    await page.goto(`${site.address}/?lang=${language}`);
    // The page's policy takes no further styles, but a script's.
    await page.evaluate(() => {
      document.documentElement.style.fontFamily = 'Verdana, "DejaVu Sans"';
    });
    await expect(page.locator('html')).not.toHaveAttribute('style', /visibility/);
    const {lines, top} = await page.evaluate(() => {
      const headline = document.querySelector('h1') ?? document.body;
      const {lineHeight} = getComputedStyle(headline);
      return {
        lines: Math.round(headline.clientHeight / parseFloat(lineHeight)),
        top: document.querySelector('.stage')?.getBoundingClientRect().top,
      };
    });
    expect(lines, language).toBeLessThanOrEqual(2);
    expect(top, language).toBeLessThan(185);
  }
});
