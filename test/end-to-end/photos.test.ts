import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from '@playwright/test';
import {variants} from '../variants.js';
import {HtmlSite} from './html-site.js';
import {pressUntilFocused} from './keyboard.js';
import {
  button,
  counter,
  expectAccessible,
  list,
  open,
  rows,
  sharing,
  take,
  takeOneOfEach,
  useKey,
} from './photo-list.js';

let site: HtmlSite;
test.beforeAll(async () => void (site = await HtmlSite.borrow()));
test.beforeEach(async ({context}) => {
  site.reset();
  await context.grantPermissions(['camera'], {origin: site.origin});
});

for (const {name, use} of variants([
  {
    name: 'with fingers on a phone',
    use: {viewport: {width: 360, height: 740}, hasTouch: true, isMobile: true},
  },
  {name: 'with the mouse on a desk', use: {viewport: {width: 1280, height: 900}}},
])) {
  test.describe(name, () => {
    test.use(use);

    test('the list is opened by the number of photos, photos are deleted, restored, viewed and saved, and the focus returns', async ({
      page,
    }) => {
      await open(site, page);
      await take(page, /sealed/);
      await take(page, /sealed/);
      await take(page, /sealed/);
      const press = async (target: ReturnType<typeof button>) => {
        await (use.hasTouch ? target.tap() : target.click());
      };
      await press(counter(page, 3));
      await expect(list(page)).toHaveAccessibleName('3 photos');
      await expect(rows(page)).toHaveCount(3);
      await expect(list(page).locator('canvas')).toHaveCount(3);

      await press(
        rows(page)
          .nth(1)
          .getByRole('button', {name: /^Delete/}),
      );
      await expect(rows(page)).toHaveCount(2);
      await press(list(page).getByRole('button', {name: 'Undo'}));
      await expect(rows(page)).toHaveCount(3);

      await press(
        rows(page)
          .nth(0)
          .getByRole('button', {name: /^Sealed/}),
      );
      await expect(page.getByRole('dialog', {name: 'Photo 3 of 3'})).toBeVisible();
      await press(button(page, 'Close').last());
      await expect(
        rows(page)
          .nth(0)
          .getByRole('button', {name: /^Sealed/}),
      ).toBeFocused();

      const saving = page.waitForEvent('download');
      await press(rows(page).nth(0).getByRole('button', {name: /^Save/}));
      await press(sharing(page).getByRole('button', {name: 'Save', exact: true}));
      expect((await saving).suggestedFilename()).toMatch(/^photo \d{4}-.*\.jpg$/);

      await expect(rows(page).nth(0)).toContainText(/Saved, \d/);
      await expect(rows(page).nth(0).getByRole('button', {name: /^Save/})).toBeFocused();

      await press(button(page, 'Select'));
      await press(rows(page).nth(0).getByRole('checkbox'));
      await press(rows(page).nth(2).getByRole('checkbox'));
      await expect(list(page)).toHaveAccessibleName('2 selected');
      await press(list(page).getByRole('button', {name: 'Delete'}));
      await expect(rows(page)).toHaveCount(1);
      await press(list(page).getByRole('button', {name: 'Undo'}));
      await expect(rows(page)).toHaveCount(3);

      await press(button(page, 'Close'));
      await expect(list(page)).toBeHidden();
      await expect(counter(page, 3)).toBeFocused();
    });
  });
}

test('the list is opened, walked through, used and closed with the keyboard alone', async ({
  page,
}) => {
  await open(site, page);
  for (let photo = 0; photo < 3; photo++) await take(page, /sealed/);
  await page.keyboard.press('Shift+Tab');
  await expect(counter(page, 3)).toBeFocused();
  await page.keyboard.press('Enter');
  const main = (row: number) =>
    rows(page)
      .nth(row)
      .getByRole('button', {name: /^Sealed/});
  await expect(main(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(main(2)).toBeFocused();
  await page.keyboard.press('Home');
  await pressUntilFocused(page, /^Delete the photo from /);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await expect(list(page).getByRole('button', {name: 'Undo'})).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(3);
  await expect(main(0)).toBeFocused();
  await pressUntilFocused(page, 'Select');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(list(page)).toHaveAccessibleName('2 selected');
  await page.keyboard.press('Escape');
  await expect(list(page)).toHaveAccessibleName('3 photos');
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeHidden();
  await expect(counter(page, 3)).toBeFocused();
});

test('a ZIP of photos is saved with the keyboard; its script finds every seal intact, and the note survives a reload', async ({
  page,
}) => {
  await open(site, page);
  for (let photo = 0; photo < 2; photo++) await take(page, /sealed/);
  await counter(page, 2).focus();
  await page.keyboard.press('Enter');
  await pressUntilFocused(page, 'Select');
  await page.keyboard.press('Enter');
  await pressUntilFocused(page, 'Select all');
  await page.keyboard.press('Enter');
  await pressUntilFocused(page, 'Save');
  await page.keyboard.press('Enter');
  await expect(sharing(page)).toBeVisible();
  await expect(sharing(page)).toContainText('remove the seal from photos');
  await pressUntilFocused(page, 'Save as ZIP');
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^photo \d{4}-.*\.zip$/);
  await expect(sharing(page)).toBeHidden();

  const folder = await mkdtemp(join(tmpdir(), 'shared-zip-'));
  try {
    const zip = join(folder, 'shared.zip');
    await download.saveAs(zip);
    execFileSync('python3', ['-m', 'zipfile', '-e', zip, folder]);
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('2 files');
    const {stdout, status} = spawnSync('sh', ['verify.sh'], {cwd: folder, encoding: 'utf8'});
    expect(stdout.match(/^OK +The file is the one that was sealed/gm), stdout).toHaveLength(2);
    expect(stdout).not.toContain('FAILED');
    expect(status, stdout).toBe(0);
  } finally {
    await rm(folder, {recursive: true});
  }

  await page.reload();
  await counter(page, 2).click();
  await expect(rows(page).filter({hasText: /Saved as ZIP, \d/})).toHaveCount(2);
});

test('each photo has its state in words, with the reason why it was not sealed; a delivered one keeps its thumbnail', async ({
  page,
}) => {
  await open(site, page);
  await takeOneOfEach(page);
  await counter(page, 4).click();
  await expect(rows(page)).toHaveCount(4);
  const row = (place: number) => rows(page).nth(place);
  const [waiting, failed, sealed, delivered] = [row(0), row(1), row(2), row(3)] as const;
  await expect(waiting).toContainText('Waiting for the network');
  await expect(failed).toContainText('Not sealed');
  await expect(failed).toContainText('unauthorized, 401');
  await expect(sealed).toContainText(/Sealed.*[kM]B/s);
  await expect(delivered).toContainText('no longer on this device');
  await expect(list(page).locator('canvas')).toHaveCount(4);
  await expectAccessible(page);
  await expect(delivered.getByRole('button', {name: /^Save/})).toHaveCount(0);
  await expect(failed.getByRole('button', {name: /^Try again/})).toBeVisible();
  await page.context().setOffline(false);
  await useKey(page, site.key);
  await expect(rows(page).getByRole('button', {name: /^Sealed/})).toHaveCount(4);
});

test('the notice of low storage leads to the list, which says how much is left', async ({page}) => {
  await open(site, page, {
    script: `navigator.storage.estimate = async () => ({quota: 1e9, usage: 985e6})`,
  });
  await take(page, /sealed/);
  await button(page, 'Show photos').click();
  await expect(list(page)).toHaveAccessibleName('1 photo');
  await expect(list(page)).toContainText('This site uses 985 MB, 15 MB free');
  await expect(list(page)).toContainText('Storage is nearly full.');
  await expectAccessible(page);
});
