import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from '@playwright/test';
import {inspected} from './inspected.js';
import {PageWatch} from './page-watch.js';
import {verdict} from './page-verdict.js';
import {startSite, type Site} from './site.js';

const assets = resolve(import.meta.dirname, '../../../shared/assets');
const files = existsSync(assets)
  ? readdirSync(join(assets, 'dev')).filter((name) => !name.endsWith('.csv'))
  : [];

for (const withAnchors of [true, false]) {
  test.describe(`verdicts in the browser, ${withAnchors ? 'with' : 'without'} the test roots`, () => {
    test.skip(files.length === 0, 'The shared test media are not here.');
    let site: Site;
    test.beforeAll(async () => {
      site = await startSite(
        withAnchors ? {SEALED_CAPTURE_TRUST_ANCHORS: join(assets, 'anchors')} : {},
      );
    });
    test.afterAll(() => site.close());

    test('equal those of the service for all files, under the site’s own policy', async ({
      page,
    }) => {
      const watch = await PageWatch.of(page);
      await page.goto(site.address);
      expect(files).toHaveLength(20);
      for (const file of files) {
        const bytes = readFileSync(join(assets, 'dev', file));
        const [{result}, expected] = await Promise.all([
          verdict(page, file, bytes),
          inspected(site, bytes),
        ]);
        expect(result, file).toEqual(expected);
      }
      expect(watch.problems).toEqual([]);
    });
  });
}
