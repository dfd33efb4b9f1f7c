import {existsSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test, type Page} from '@playwright/test';
import {InspectorPage} from './inspector-page.js';
import {PageWatch} from './page-watch.js';
import {startSite, type Site} from './site.js';

const assets = resolve(import.meta.dirname, '../../../shared/assets');
const hasAssets = existsSync(join(assets, 'dev/manifest.csv'));

/** The verdict of the inspector about a file, and a check that it names. */
interface Expected {
  verdict: string;
  /** A status code of the whole answer; undefined for `disputed` files. */
  code?: string;
}

const intact = 'Seal intact.';
const closed = 'Intact, and known from a closed list.';
const unknown = 'Intact, but the signer is not known here.';
const broken = 'Seal broken.';
const unsealed = 'No seal.';
const unchecked = 'Could not be checked.';
const trusted = 'signingCredential.trusted';
const untrusted = 'signingCredential.untrusted';

/** The verdicts with the roots of the shared anchors, from manifest.csv. */
const expected: Record<string, Expected> = {
  'C.jpg': {verdict: intact, code: trusted},
  'C_with_CAWG_data.jpg': {verdict: intact, code: trusted},
  'CIE-sig-CA.jpg': {verdict: intact, code: trusted},
  'E-sig-CA.jpg': {verdict: broken, code: 'claimSignature.mismatch'},
  'XCA.jpg': {verdict: broken, code: 'assertion.dataHash.mismatch'},
  // Published as valid, but the engine finds that the content differs. Only its metadata are tested, in the tests of
  // reading.
  'truepic-camera.jpg': {verdict: broken, code: 'assertion.dataHash.mismatch'},
  'amazon-titan-g1.png': {verdict: closed, code: 'org.sealed-capture.interimSigner'},
  'cards_trusted.webp': {verdict: intact, code: trusted},
  'cards_expired_with_timestamp.jpg': {verdict: intact, code: 'timeStamp.trusted'},
  'cicadas_trusted.mp3': {verdict: intact, code: trusted},
  'cloud.jpg': {verdict: unsealed},
  'no_alg.jpg': {verdict: unchecked, code: 'algorithm.unsupported'},
  'DSCN0010.jpg': {verdict: unsealed},
  'iphone6_hdr.jpg': {verdict: unsealed},
  'truncated.jpg': {verdict: unsealed},
  'truncated_image.png': {verdict: unchecked, code: 'general.error'},
  'png_decompression_dos.png': {verdict: unsealed},
  'forged-exclusion-dev.jpg': {verdict: broken, code: 'assertion.dataHash.mismatch'},
  'xss-fields-dev.jpg': {verdict: intact, code: trusted},
  'xss-cert-dev.png': {verdict: unknown, code: untrusted},
};

test.describe('files made by others', () => {
  test.skip(!hasAssets, 'the shared media are absent');

  let site: Site;

  test.beforeAll(async () => {
    site = await startSite({SEALED_CAPTURE_TRUST_ANCHORS: join(assets, 'anchors')});
  });
  test.afterAll(() => site.close());

  test('the files are the twenty of the list', () => {
    const lines = readFileSync(join(assets, 'dev/manifest.csv'), 'utf8').trim().split('\n');
    const files = lines.slice(1).map((line) => line.slice(0, line.indexOf(',')));
    expect(files.sort()).toEqual(Object.keys(expected).sort());
  });

  test('each file gets its verdict and its decisive check under the strict policies of the site, and none of its strings runs as code', async ({
    page,
  }) => {
    const watch = await PageWatch.of(page);
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const inspector = await InspectorPage.open(page, site.address);
    const names = Object.keys(expected);
    const start = Date.now();
    await inspector.choose(names.map((name) => join(assets, 'dev', name)));
    await expect(inspector.files).toHaveCount(names.length);
    await inspector.expectAllChecked();
    // This includes broken files and files that expand to a large size.
    expect(Date.now() - start).toBeLessThan(20_000);

    for (const [name, {verdict, code}] of Object.entries(expected)) {
      await test.step(name, async () => {
        await inspector.file(name).click();
        await expect(inspector.verdict).toHaveText(verdict);
        await inspector.expectFactsRead();
        if (code === undefined) await expect(inspector.checks).toBeHidden();
        else {
          await inspector.checks.getByRole('button', {name: 'Show all codes'}).click();
          await expect(inspector.checks.getByText(code, {exact: true}).first()).toBeVisible();
        }
        expect(await unsafeParts(page)).toEqual([]);
      });
    }
    expect(dialogs).toEqual([]);
    expect(watch.problems).toEqual([]);
    const outside = watch.requests
      .map((request) => request.url())
      .filter((url) => !url.startsWith(`${site.address}/`) && !/^(blob|data):/.test(url));
    expect(outside).toEqual([]);
  });
});

/** Every element of the page and its shadow roots that could run a script or load from elsewhere. */
function unsafeParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const roots: (Document | ShadowRoot)[] = [document];
    const found: string[] = [];
    for (const root of roots) {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
        const names = element.getAttributeNames();
        if (names.some((name) => name.startsWith('on'))) found.push(element.outerHTML);
        const inInspector = root instanceof ShadowRoot && root.host.localName === 'seal-inspector';
        if (!inInspector) continue;
        if (element.matches('script, iframe, object, embed, base, form')) {
          found.push(element.outerHTML);
        }
        for (const name of ['href', 'src', 'action', 'xlink:href']) {
          const value = element.getAttribute(name) ?? '';
          if (value !== '' && !/^(geo:[-\d.,;=?u]+|blob:.*|#.*)$/.test(value)) found.push(value);
        }
      }
    }
    return found;
  });
}
