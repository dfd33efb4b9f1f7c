// Folders of really sealed files in the built inspector: judged in the browser, and by the answers of a service.
import {readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test, type Page} from '@playwright/test';
import type {Engine} from '@sealed-capture/seal/engine/engine.js';
import {readSeal} from '@sealed-capture/seal/engine/read-seal.js';
import type {SealInspector} from '../../src/elements/seal-inspector.js';
import {makeAuthority, type TestAuthority} from '../../seal/test/pki.js';
import {startEngine} from '../../seal/test/seal-file.js';
import {InspectorStage} from './inspector-stage.js';
import {PageWatch} from './page-watch.js';
import {sealedJob, SetSealer, type SealedFile} from './sealed-set.js';
import {borrowSite, type Site} from './site.js';

const picture = new Uint8Array(
  readFileSync(resolve(import.meta.dirname, '../../seal/test/media/small.jpg')),
);
/** Where pictures of each state are put, for people to look at. */
const {SETS_PICTURES} = process.env;

const without = (files: readonly SealedFile[], ...names: string[]) =>
  files.filter(({name}) => !names.includes(name));

const changed = ({name, bytes}: SealedFile): SealedFile => {
  const copy = Uint8Array.from(bytes);
  copy[copy.length - 40]! ^= 0x10;
  return {name, bytes: copy};
};

const given = (files: readonly SealedFile[]) =>
  files.map(({name, bytes}) => ({name, mimeType: 'image/jpeg', buffer: Buffer.from(bytes)}));

test.describe('a folder of a set', () => {
  let site: Site;
  let authority: TestAuthority;
  let engine: Engine;
  let job: SealedFile[];
  let other: SealedFile;
  let stranger: SealedFile[];

  test.beforeAll(async () => {
    site = await borrowSite();
    authority = await makeAuthority();
    engine = await startEngine(authority.rootPem);
    job = await sealedJob(new SetSealer(authority.signer, engine, picture, 'claim 4711'));
    const another = new SetSealer(authority.signer, engine, picture, 'claim 4712');
    other = await another.photo('from-another-job.jpg', {id: 'front', label: 'Front'});
    stranger = await sealedJob(new SetSealer(authority.signer, engine, picture, 'claim 4711'));
  });
  test.afterAll(() => site.close());

  /** The page of the demo's case, whose inspector verifies in the browser by the test's own roots. */
  async function open(page: Page): Promise<void> {
    await page.goto(`${site.address}/case.html`);
    await page.locator('seal-inspector').evaluate((element: SealInspector, roots) => {
      element.verify = 'local';
      element.trustAnchors = roots;
    }, authority.rootPem);
  }

  async function give(page: Page, files: readonly SealedFile[]): Promise<void> {
    await page.locator('seal-inspector input[type=file]').setInputFiles(given(files));
    await page.waitForFunction(
      () => document.querySelector<SealInspector>('seal-inspector')?.sets,
      undefined,
      {timeout: 60_000},
    );
  }

  const bandOf = (page: Page, name: string) =>
    page.locator('seal-inspector').getByRole('article', {name});

  test('is complete, verified in the browser, which sends no file anywhere', async ({page}) => {
    const watch = await PageWatch.of(page);
    await open(page);
    await give(page, job);
    const band = bandOf(page, 'claim 4711');
    await expect(band).toContainText(
      'Complete 8 of 8, in order, 1 retaken, 1 discarded on the device, 1 skipped, none missing',
    );
    await band.getByText('All about this set').click();
    await expect(band.getByRole('row')).toHaveCount(9);
    await expect(band).toContainText('Discarded, the device says');
    await expect(band).toContainText('Papers · Cannot be reached');
    expect(watch.requests.filter((one) => one.url().includes('/inspect'))).toEqual([]);
    expect(watch.problems).toEqual([]);
  });

  const cases: [string, () => SealedFile[], string | RegExp, string | RegExp][] = [
    [
      'one removed file',
      () => without(job, 'photo-3.jpg'),
      'Not complete 7 of 8',
      'Missing: number 3, “Back”.',
    ],
    [
      'one exchanged file',
      () => [
        ...without(job, 'photo-2.jpg'),
        // The same job and number, of a set that was begun anew.
        {...stranger[1]!, name: 'photo-2.jpg'},
      ],
      'Not complete 7 of 8',
      'Missing: number 2, “Left”.',
    ],
    [
      'one changed byte',
      () => [...without(job, 'photo-6.jpg'), changed(job[5]!)],
      /Not complete 7 of 8.*1 exchanged or changed/,
      'photo-6.jpg, number 6, was changed: its seal is broken.',
    ],
    [
      'a photo of another job',
      () => [...job, other],
      /Complete 8 of 8.*1 from another job/,
      'from-another-job.jpg is from another job, “claim 4712”.',
    ],
    [
      'no closing record',
      () => without(job, 'closing.jpg'),
      'Open 8 so far',
      'There is no closing record here: nobody can tell whether more follow.',
    ],
  ];
  for (const [name, files, verdict, remark] of cases) {
    test(`names ${name}`, async ({page}) => {
      await open(page);
      await give(page, files());
      const band = bandOf(page, 'claim 4711').filter({hasText: verdict});
      await expect(band).toHaveCount(1);
      await expect(band).toContainText(remark);
    });
  }

  test('is judged by the answers of a service as well', async ({page}) => {
    await page.route('**/protection/sandbox/inspect', async (route) => {
      const request = route.request();
      const body = request.postDataBuffer()!;
      const isJson = request.headers()['content-type']?.includes('json');
      const bytes = isJson
        ? Buffer.from((JSON.parse(body.toString()) as {image: string}).image, 'base64')
        : body;
      await route.fulfill({json: await readSeal(engine, bytes, 'image/jpeg')});
    });
    await page.goto(`${site.address}/case.html`);
    await give(page, without(job, 'photo-8.jpg'));
    await expect(bandOf(page, 'claim 4711')).toContainText('Missing: number 8, “Damage”.');
  });

  for (const look of [
    {name: 'narrow', viewport: {width: 390, height: 844}},
    {name: 'narrow-dark', viewport: {width: 390, height: 844}, colorScheme: 'dark' as const},
    {name: 'wide', viewport: {width: 1280, height: 900}},
    {name: 'wide-dark', viewport: {width: 1280, height: 900}, colorScheme: 'dark' as const},
    {name: 'german', viewport: {width: 390, height: 844}, lang: 'de'},
    {name: 'arabic', viewport: {width: 390, height: 844}, lang: 'ar'},
    {name: 'arabic-wide', viewport: {width: 1280, height: 900}, lang: 'ar'},
    // 200 % of 1,280 pixels.
    {name: 'enlarged', viewport: {width: 640, height: 450}, deviceScaleFactor: 2},
  ]) {
    test(`passes axe and is no wider than the window: ${look.name}`, async ({browser}) => {
      const {name, lang = 'en', ...options} = look;
      const context = await browser.newContext({
        deviceScaleFactor: 1,
        locale: 'en-GB',
        reducedMotion: 'reduce',
        ...options,
      });
      const stage = await InspectorStage.in(context);
      const answers = await Promise.all(
        [...without(job, 'photo-3.jpg'), changed({...job[4]!, name: 'photo-5.jpg'}), other].map(
          async (file) => [file.name, await readSeal(engine, file.bytes, 'image/jpeg')] as const,
        ),
      );
      await stage.element.evaluate((element: SealInspector, told) => {
        const byName = new Map(told);
        element.client = {
          inspect: (file) => Promise.resolve(byName.get((file as File).name)!),
        };
      }, answers);
      await stage.page.evaluate((language) => {
        document.documentElement.lang = language;
        document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
      }, lang);
      await stage.give(...given([...without(job, 'photo-3.jpg'), other]));
      await stage.page.waitForFunction(
        () => document.querySelector<SealInspector>('seal-inspector')?.sets,
      );
      await stage.settle();
      const shoot = async (what: string) => {
        expect(await stage.overflow(), what).toBe(0);
        expect(await stage.violations(), what).toEqual([]);
        if (!SETS_PICTURES) return;
        const path = join(SETS_PICTURES, `${name}-${what}.png`);
        await stage.page.screenshot({path, fullPage: true});
      };
      await shoot('bands');
      await stage.element.locator('.set details').first().locator('summary').click();
      await shoot('details');
      await stage.give();
      await stage.element.evaluate(
        (element: SealInspector, file) =>
          element.inspect(
            new File([Uint8Array.from(atob(file), (one) => one.charCodeAt(0))], 'closing.jpg', {
              type: 'image/jpeg',
            }),
          ),
        Buffer.from(job.at(-1)!.bytes).toString('base64'),
      );
      await stage.settle();
      await stage.element.locator('[part=set-facts]').scrollIntoViewIfNeeded();
      await shoot('file');
      await context.close();
    });
  }
});
