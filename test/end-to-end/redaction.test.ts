import {randomUUID} from 'node:crypto';
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {expect, test} from '@playwright/test';
import type {SealInspector} from '../../src/elements/seal-inspector.js';
import {demoToken} from './inspected.js';
import {InspectorPage} from './inspector-page.js';
import {PageWatch} from './page-watch.js';
import {borrowSite, type Site} from './site.js';

let site: Site;
let token: string;
test.beforeAll(async () => {
  site = await borrowSite();
  token = await demoToken(site.address);
});
test.afterAll(() => site.close());

async function posted(path: string, media: Uint8Array, fields: Record<string, string>) {
  const form = new FormData();
  form.append('media', new Blob([Uint8Array.from(media)], {type: 'image/jpeg'}), 'photo.jpg');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const answer = await fetch(`${site.address}/protection/sandbox/${path}`, {
    method: 'POST',
    headers: {
      Origin: site.address,
      Authorization: `Bearer ${token}`,
      'Idempotency-Key': randomUUID(),
    },
    body: form,
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

for (const verify of ['service', 'local'] as const) {
  test(`the inspector reports what was redacted from a seal (${verify})`, async ({page}) => {
    const photo = readFileSync(resolve(import.meta.dirname, '../seal/media/small.jpg'));
    const metadata = JSON.stringify({
      gps: {latitude: 48.137154, longitude: 11.576124},
      tags: {case: '7'},
    });
    const sealed = await posted('protect', photo, {metadata});
    const reason = 'The sender asked for it';
    const redacted = await posted('redact', sealed, {sections: 'place', reason});
    const path = join(tmpdir(), `${randomUUID()}.jpg`);
    writeFileSync(path, redacted);
    try {
      const watch = await PageWatch.of(page);
      const inspector = await InspectorPage.open(page, site.address);
      await inspector.element.evaluate((element, how) => {
        (element as SealInspector).verify = how;
      }, verify);
      await inspector.choose([path]);
      const section = inspector.element.getByRole('region', {
        name: 'What was taken out of the seal',
      });
      await expect(section).toContainText('The location');
      await expect(section).toContainText(/taken out by .+, .*20\d\d/);
      await expect(section).toContainText('Reason: it is personal.');
      await expect(section).toContainText(reason);
      await expect(inspector.verdict).toHaveText('Seal intact.');
      await inspector.expectFactsRead();
      const history = inspector.element.getByRole('region', {name: 'What was done to it'});
      await expect(history).toContainText(/Opened.*Part of the seal taken out/);
      await expect(inspector.element.getByText('(not confirmed)')).toHaveCount(0);
      const shown = await inspector.element.evaluate((one) => (one as SealInspector).result);
      expect(shown).toMatchObject({labelState: 'valid', tags: {case: '7'}});
      expect(JSON.stringify(shown)).not.toContain('48.13');
      expect(watch.problems).toEqual([]);
    } finally {
      rmSync(path);
    }
  });
}
