import {AxeBuilder} from '@axe-core/playwright';
import {expect, test, type Page} from '@playwright/test';
import arabic from '../../demo/texts/ar.json' with {type: 'json'};
import english from '../../demo/texts/en.json' with {type: 'json'};
import german from '../../demo/texts/de.json' with {type: 'json'};
import {PageWatch} from './page-watch.js';
import {borrowSite, type Site} from './site.js';

let site: Site;
test.use({permissions: ['camera', 'microphone']});
test.beforeAll(async () => void (site = await borrowSite()));
test.afterAll(() => site.close());

async function expectNoViolations(page: Page): Promise<void> {
  const {violations} = await new AxeBuilder({page}).analyze();
  const found = violations.map(({id, nodes}) => [id, ...nodes.map(({html}) => html)]);
  expect(found).toEqual([]);
}

const views = [
  {texts: english, lang: 'en', direction: 'ltr', width: 1280, colorScheme: 'light'},
  {texts: german, lang: 'de', direction: 'ltr', width: 390, colorScheme: 'dark'},
  {texts: arabic, lang: 'ar', direction: 'rtl', width: 390, colorScheme: 'light'},
] as const;

for (const {texts, lang, direction, width, colorScheme} of views) {
  const open = async (page: Page, name: string): Promise<PageWatch> => {
    await page.setViewportSize({width, height: 844});
    await page.emulateMedia({colorScheme});
    const watch = await PageWatch.of(page);
    await page.goto(`${site.address}/${name}.html?lang=${lang}`);
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
    return watch;
  };

  test(`the claim speaks ${lang} and passes axe, before and with the camera on the whole screen`, async ({
    page,
  }) => {
    const watch = await open(page, 'claim');
    await expect(page.getByRole('heading', {level: 1})).toHaveText(texts.claimTitle);
    await expect(page).toHaveTitle(texts.claimTitle);
    await expect(page.locator('capture-image .shutter')).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', {name: texts.begin}).click();
    const camera = page.locator('capture-image');
    await expect.poll(() => camera.evaluate((element) => element.clientWidth)).toBe(width);
    await expect(camera.getByText(texts.shotFront).first()).toBeVisible();
    await expectNoViolations(page);
    expect(watch.problems).toEqual([]);
  });

  test(`the interview speaks ${lang} and passes axe, before and after the recording`, async ({
    page,
  }) => {
    const watch = await open(page, 'interview');
    await expect(page.getByRole('heading', {level: 1})).toHaveText(texts.interviewTitle);
    const record = page.locator('capture-audio .record').first();
    await expect(record).toBeVisible();
    await expectNoViolations(page);
    await record.click();
    await page.waitForTimeout(1_500);
    await expectNoViolations(page);
    await record.click();
    await expect(page.locator('#state')).not.toBeEmpty({timeout: 20_000});
    await expectNoViolations(page);
    expect(watch.problems).toEqual([]);
  });

  test(`the case speaks ${lang} and passes axe, without and with files`, async ({page}) => {
    const watch = await open(page, 'case');
    await expect(page.getByRole('heading', {level: 1})).toHaveText(texts.caseTitle);
    await expectNoViolations(page);
    const picture = await page.screenshot({type: 'jpeg'});
    const files = ['one.jpg', 'two.jpg'].map((name) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: picture,
    }));
    await page.locator('seal-inspector input[type=file]').first().setInputFiles(files);
    const told = texts.caseSoFar.replace('{intact}', '0').replace('{all}', '2');
    await expect(page.locator('#state')).toHaveText(told, {timeout: 20_000});
    await expectNoViolations(page);
    expect(watch.problems).toEqual([]);
  });
}
