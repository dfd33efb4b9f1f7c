import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {delimiter, dirname, join, resolve} from 'node:path';
import {expect as expectSoon, test} from '@playwright/test';
import {freePort} from '../free-port.js';
import {nodeOf, pack} from '../npm.js';
import {follow, type Place, type Served} from './documented-steps.js';

const expect = expectSoon.configure({timeout: 30_000});
const document = 'quick-start.md';
const root = resolve(import.meta.dirname, '../..');

/** The headings of the page, by the names of the examples in examples. */
const headings: Record<string, string> = {
  'html-module': 'Plain HTML',
  'html-classic': 'Plain HTML, classic script',
  react: 'React',
  vue: 'Vue',
  svelte: 'Svelte',
  angular: 'Angular',
  next: 'Next',
  nuxt: 'Nuxt',
};
const wantsNode22 = ['angular', 'nuxt'];

/** Each section needs an npm installation. `npm run frameworks` tests all of them. */
const QUICK = 'html-module';
const frameworks = (process.env['FRAMEWORKS'] ?? QUICK).split(',').filter((name) => headings[name]);

/** A PATH with the needed programs and a Node version that is new enough. */
async function pathOfPrograms(name: string): Promise<string> {
  const {PATH = ''} = process.env;
  const major = Number(process.versions.node.split('.')[0]);
  if (!wantsNode22.includes(name) || major >= 22) return PATH;
  return [dirname(await nodeOf('22')), PATH].join(delimiter);
}

test.describe('docs/quick-start.md, followed literally from an empty folder', () => {
  test.describe.configure({timeout: 120_000});
  test.use({permissions: ['camera']});
  let folder: string;
  let words: [RegExp, string][];
  let service: Served | undefined;

  const placeOf = (name: string, PATH = process.env['PATH']): Place => ({
    folder: join(folder, name),
    env: {
      ...process.env,
      PATH,
      SEALED_CAPTURE_DATA: join(folder, 'data'),
      // Confirms npm's prompt before it downloads a program.
      npm_config_yes: 'true',
    },
    words,
  });

  test.beforeAll(async () => {
    test.setTimeout(300_000);
    folder = await mkdtemp(join(tmpdir(), 'sealed-capture-quick-start-'));
    const {file: elements} = await pack(root, folder);
    const {file: itsService} = await pack(join(root, 'dist/sealed-capture-service'), folder);
    const PORT = String(await freePort());
    words = [
      [/(?<=localhost:)8080\b/g, PORT],
      [/(?<=npm install.*\s)sealed-capture-service\b/g, itsService],
      [/(?<=npm install.*\s)sealed-capture(?!-)\b/g, elements],
    ];
    const place = placeOf('service');
    place.env['PORT'] = PORT;
    service = await follow({document, heading: 'Start the service'}, place);
    const [key = ''] = /sc_sandbox_\S+/.exec(service.said) ?? [];
    words.push([/YOUR_KEY/g, key]);
  });
  test.afterAll(async () => {
    await service?.close();
    await rm(folder, {recursive: true, force: true, maxRetries: 3});
  });

  for (const name of frameworks) {
    test(`${name}: a photo is taken, sealed, downloaded and found valid`, async ({page}) => {
      const heading = headings[name]!;
      const site = await follow({document, heading}, placeOf(name, await pathOfPrograms(name)));
      try {
        await page.goto(site.address);
        await page.getByRole('button', {name: 'Take photo'}).click();
        const downloading = page.waitForEvent('download');
        await page.getByRole('link', {name: 'Download the sealed photo'}).click();
        const photo = join(folder, `${name}.jpg`);
        await (await downloading).saveAs(photo);
        await page.locator('seal-inspector input[type=file]').first().setInputFiles(photo);
        await expect(page.locator('seal-inspector')).toContainText('Nothing has changed');
      } finally {
        await site.close();
      }
    });
  }
});
