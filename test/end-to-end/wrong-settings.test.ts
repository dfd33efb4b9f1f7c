import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, test, type Locator, type Page} from '@playwright/test';
import {HtmlSite} from './html-site.js';

let site: HtmlSite;

test.beforeAll(async () => {
  site = await HtmlSite.borrow();
});
test.beforeEach(() => site.reset());
test.use({viewport: {width: 360, height: 740}});

/** A server that takes each check, and whose clock is three hours ahead. */
async function serviceInTheFuture() {
  const server = createServer((request, response) => {
    response.sendDate = false;
    response.writeHead(
      request.url?.endsWith('/check') || request.method === 'OPTIONS' ? 204 : 503,
      {
        Date: new Date(Date.now() + 3 * 3_600_000).toUTCString(),
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Headers': '*',
        'Access-Control-Expose-Headers': 'Date',
      },
    );
    request.resume().on('end', () => response.end());
  });
  await once(server.listen(0, 'localhost'), 'listening');
  const {port} = server.address() as AddressInfo;
  return {address: `http://localhost:${port}`, close: () => server.close()};
}

/** Opens a page with a camera, a recorder and an inspector that have these attributes. */
async function opened(page: Page, attributes: string, origin = site.origin) {
  const lines: string[] = [];
  page.on('console', (message) => {
    // What browsers say of failed requests has no words of this package.
    const text = message.text();
    if (text.includes('sealed-capture')) lines.push(text);
  });
  await page.context().grantPermissions(['camera'], {origin});
  site.put(
    '/',
    `<capture-image ${attributes}></capture-image>
    <capture-audio ${attributes}></capture-audio>
    <seal-inspector ${attributes}></seal-inspector>`,
  );
  await page.goto(origin);
  const notice = (tag: string) => page.locator(`${tag} [part=notice]`);
  return {lines, notice};
}

/** Compares the notice with its picture, on ground that does not move. */
const looksRight = (notice: Locator, codes: string) =>
  expect(notice).toHaveScreenshot(`setup-${codes.split(',')[0]}.png`, {maxDiffPixelRatio: 0.02});

const notSetUp = (files: string, codes: string) =>
  `This page is not set up right: your ${files} are kept here, but not sealed. Tell its owner. (${codes})`;

const cases: {
  name: string;
  attributes: () => string;
  origin?: () => string;
  codes: string;
  line: () => RegExp;
  /** What the inspector says of a file. */
  inspector: RegExp;
  /** What is said of a photo that is taken all the same. */
  photo: RegExp;
}[] = [
  {
    name: 'the origin of the page is not allowed',
    attributes: () => site.access,
    origin: () => site.origin.replace('localhost', 'elsewhere.localhost'),
    codes: 'origin_not_allowed',
    line: () =>
      /add http:\/\/elsewhere\.localhost:\d+ to SEALED_CAPTURE_ALLOWED_ORIGINS at http:\/\/localhost:\d+/,
    inspector: /This page is not set up right.*Tell the owner of this page\./,
    photo:
      /^\s*1 photo kept here, not sealed yet\. This page is not set up right: tell its owner\./,
  },
  {
    name: 'no service is at the address',
    attributes: () => `api-key="${site.key}" base-url="/nowhere"`,
    codes: 'request_rejected,\u00a0404',
    line: () =>
      /no sealing service at http:\/\/localhost:\d+\/nowhere \(status 404\)\. Set baseUrl/,
    inspector: /This page is not set up right.*can correct the address\./,
    photo:
      /^\s*1 photo not sealed\s+This page is not set up right: there is no service at its address/,
  },
  {
    name: 'the key is not known',
    attributes: () => `sandbox base-url="${site.service.address}/protection" api-key="unknown"`,
    codes: 'unauthorized,\u00a0401',
    line: () => /The service at .*\/protection\/sandbox refuses the credentials .*\(status 401\)/,
    inspector: /This page is not set up right.*can set a valid key\./,
    photo: /^\s*1 photo not sealed\s+The service does not accept this page’s key/,
  },
];

for (const {name, attributes, origin, codes, line, inspector, photo} of cases) {
  test(`a person and the developer learn before the first photo that ${name}`, async ({page}) => {
    const {lines, notice} = await opened(page, attributes(), origin?.());
    await expect(notice('capture-image')).toHaveText(notSetUp('photos', codes));
    await expect(notice('capture-audio')).toHaveText(notSetUp('recordings', codes));
    await looksRight(notice('capture-audio'), codes);
    await expect.poll(() => lines.filter((one) => line().test(one)).length).toBe(1);
    expect(lines.join('\n')).not.toContain(site.key);
    await page.locator('seal-inspector').evaluate((element) => {
      const jpeg = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'photo.jpg');
      void (element as unknown as {inspect(file: File): Promise<void>}).inspect(jpeg);
    });
    const failure = page.locator('seal-inspector [part=failure]');
    await expect(failure).toHaveText(inspector);
    await page.getByRole('button', {name: 'Take photo'}).click();
    await expect(notice('capture-image')).toHaveText(photo);
  });
}

test('a page without credentials says so after a moment, and no longer once it has them', async ({
  page,
}) => {
  const {lines, notice} = await opened(
    page,
    `sandbox base-url="${site.service.address}/protection"`,
  );
  await looksRight(notice('capture-audio'), 'credentials_missing');
  await expect(notice('capture-image')).toHaveText(notSetUp('photos', 'credentials_missing'));
  expect(lines).toEqual([
    'sealed-capture: Set apiKey or protection, so that captures can be sealed.',
  ]);
  await page.getByRole('button', {name: 'Take photo'}).click();
  await expect(notice('capture-image')).toHaveText(
    '1 photo kept here, not sealed yet. This page is not set up right: tell its owner.',
  );
  await page.locator('capture-image').evaluate((element, key) => {
    (element as unknown as {apiKey: string}).apiKey = key;
  }, site.key);
  await expect(notice('capture-image')).toHaveCount(0);
});

test('a page whose protection was made without credentials is not set up, and nobody is asked to log in', async ({
  page,
}) => {
  const {notice} = await opened(page, '');
  await page.evaluate(async (address) => {
    const own = (await import(address)) as {createProtection(settings: object): unknown};
    const protection = own.createProtection({});
    for (const element of document.querySelectorAll('capture-image, seal-inspector')) {
      Object.assign(element, {protection});
    }
    const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'photo.jpg');
    await document.querySelector('seal-inspector')?.inspect(file);
  }, `${site.origin}/bundle/sealed-capture.js`);
  await expect(notice('capture-image')).toHaveText(notSetUp('photos', 'configuration_invalid'));
  await page.getByRole('button', {name: 'Take photo'}).click();
  await expect(notice('capture-image')).toHaveText(
    '1 photo kept here, not sealed yet. This page is not set up right: tell its owner.',
  );
  await expect(page.locator('seal-inspector [part=failure]')).toHaveText(
    /This page is not set up right/,
  );
});

test('a person whose clock is wrong is told so before the first photo', async ({page}) => {
  const service = await serviceInTheFuture();
  try {
    const {lines, notice} = await opened(
      page,
      `api-key="${site.key}" base-url="${service.address}/protection"`,
    );
    await looksRight(notice('capture-audio'), 'clock_wrong');
    await expect(notice('capture-image')).toHaveText(
      'This device’s clock is wrong. Set it, or your photos will show the wrong time. (clock_wrong)',
    );
    expect(lines).toEqual([
      "sealed-capture: This device's clock is 180 minutes behind the service's: captures say a wrong time.",
    ]);
  } finally {
    service.close();
  }
});

test('a page that is set up right is asked about once, and nothing is said', async ({page}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/protection')) asked.push(`${request.method()} ${request.url()}`);
  });
  const {lines, notice} = await opened(page, site.access);
  await expect.poll(() => asked.length).toBe(1);
  await page.waitForTimeout(1_000);
  expect(asked).toEqual([`POST ${site.service.address}/protection/sandbox/check`]);
  expect(lines).toEqual([]);
  await expect(notice('capture-image')).toHaveCount(0);
});
