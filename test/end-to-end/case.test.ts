// The report of a case in the built element: axe, the width of the window, the printed document on two sizes of paper,
// and a ZIP that is packed by the real worker and verified by its script.
import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test, type Browser} from '@playwright/test';
import type {SealInspector} from '../../src/elements/seal-inspector.js';
import {answers, InspectorStage, photo} from './inspector-stage.js';

/** Opens the report of three files. */
async function openCase(browser: Browser, options: Parameters<Browser['newContext']>[0]) {
  const context = await browser.newContext({
    deviceScaleFactor: 1,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  const stage = await InspectorStage.in(context);
  await stage.element.evaluate((element: SealInspector, given) => {
    element.client = {
      inspect: (file) => {
        const {name} = file as File;
        return Promise.resolve(name.startsWith('hull') ? given.invalid : given.brief);
      },
    };
  }, answers);
  await stage.give(...['quay', 'hull', 'mast'].map((name) => photo(`${name}.jpg`)));
  await stage.settle();
  await stage.element.getByRole('button', {name: 'Case report'}).click();
  const dialog = stage.element.getByRole('dialog', {name: 'Case report'});
  await expect(dialog).toBeVisible();
  return {context, stage, dialog};
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`the report of a case passes axe and is no wider than its window, ${colorScheme}, ${width} pixels`, async ({
      browser,
    }) => {
      const viewport = {width, height: 900};
      const {context, stage, dialog} = await openCase(browser, {colorScheme, viewport});
      expect(await stage.violations()).toEqual([]);
      const {clientWidth, scrollWidth} = await dialog.evaluate((element) => ({
        clientWidth: element.clientWidth,
        scrollWidth: element.scrollWidth,
      }));
      expect(scrollWidth).toBe(clientWidth);
      await context.close();
    });
  }
}

test('Escape closes the report and returns the focus to its button, and nothing is lost', async ({
  browser,
}) => {
  const {context, stage, dialog} = await openCase(browser, {});
  await dialog.getByLabel('Note on hull.jpg').fill('Cropped.');
  await stage.page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const button = stage.element.getByRole('button', {name: 'Case report'});
  await expect(button).toBeFocused();
  await stage.page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Note on hull.jpg')).toHaveValue('Cropped.');
  await context.close();
});

test('the evidence of a case is packed by the worker, and its script verifies every folder', async ({
  browser,
}) => {
  const {context, stage, dialog} = await openCase(browser, {acceptDownloads: true});
  const download = stage.page.waitForEvent('download');
  await dialog.getByRole('button', {name: 'Download evidence'}).click();
  const folder = mkdtempSync(join(tmpdir(), 'sealed-capture-case-'));
  try {
    const zip = join(folder, 'case.zip');
    await (await download).saveAs(zip);
    execFileSync('python3', ['-m', 'zipfile', '-e', zip, join(folder, 'case')]);
    expect(readdirSync(join(folder, 'case')).sort()).toEqual([
      '1-hull.jpg',
      '2-quay.jpg',
      '3-mast.jpg',
      'README.txt',
      'SHA256SUMS',
      'case.json',
      'files.csv',
      'report.html',
      'verify.sh',
    ]);
    const {status, stdout} = spawnSync('sh', [join(folder, 'case', 'verify.sh')], {
      encoding: 'utf8',
    });
    expect(stdout).not.toContain('FAILED');
    expect(stdout).toContain('Nothing failed in any folder');
    expect(status).toBe(0);
    const page = await context.newPage();
    await page.goto(`file://${join(folder, 'case', 'report.html')}`);
    await page.emulateMedia({media: 'print'});
    for (const format of ['A4', 'Letter'] as const) {
      const paper = (await page.pdf({format})).toString('latin1');
      const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(paper)?.slice(1).map(Number) ?? [];
      const wanted = format === 'A4' ? [595, 842] : [612, 792];
      for (const [side, points] of wanted.entries()) {
        expect(Math.abs((box[side] ?? 0) - points)).toBeLessThan(2);
      }
    }
  } finally {
    rmSync(folder, {recursive: true});
    await context.close();
  }
});
