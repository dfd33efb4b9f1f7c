import {expect, test, type Page, type Route} from '@playwright/test';
import {freePort} from '../free-port.js';
import {HtmlSite} from './html-site.js';

let site: HtmlSite;

test.beforeAll(async () => {
  site = await HtmlSite.borrow();
});
test.beforeEach(() => site.reset());
test.use({viewport: {width: 360, height: 740}});

const MINUTE = 60_000;

/** Opens a page with a camera and a recorder that have these attributes, and clocks that tests can set forward. */
async function opened(page: Page, attributes = site.access) {
  const warnings: string[] = [];
  page.on('console', (message) => {
    // What browsers say of failed requests has no words of this package.
    if (message.text().includes('sealed-capture')) warnings.push(message.text());
  });
  await page.context().grantPermissions(['camera', 'microphone'], {origin: site.origin});
  await page.clock.install();
  site.put(
    '/',
    `<capture-image ${attributes}></capture-image>
    <capture-audio ${attributes}></capture-audio>
    <script>
      const errors = [];
      document.addEventListener('protect-error', ({code, message, captureId, retryable}) => {
        errors.push({code, message, captureId, retryable});
      });
    </script>`,
  );
  await page.goto(site.origin);
  const camera = page.locator('capture-image');
  return {
    warnings,
    notice: camera.locator('[part=notice]'),
    spoken: camera.getByRole('status'),
    camera,
    take: async (count: number) => {
      for (let i = 0; i < count; i++) {
        await page.getByRole('button', {name: 'Take photo'}).click();
        await expect.poll(() => states(page).then(({length}) => length)).toBe(i + 1);
      }
    },
    errors: () =>
      page.evaluate<{code: string; message: string; captureId: string; retryable: boolean}[]>(
        'errors',
      ),
  };
}

/** The state of each photo. */
const states = (page: Page): Promise<{captureId: string; name: string}[]> =>
  page.locator('capture-image').evaluate((element) => {
    type Summary = {captureId: string; progress: {name: string}};
    const {protections} = element as unknown as {protections: readonly Summary[]};
    return protections.map(({captureId, progress: {name}}) => ({captureId, name}));
  });

/** Has the service answer no request for a seal until it is released. */
async function silence(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route('**/seal', (route) => void held.push(route));
  return async () => {
    await page.unroute('**/seal');
    for (const route of held) await route.continue().catch(() => undefined);
  };
}

test('a person reads how many photos a service that hangs leaves unsealed, and the page learns of it after a minute', async ({
  page,
  context,
}) => {
  const {notice, spoken, take, errors} = await opened(page);
  const release = await silence(page);
  await take(4);
  await expect(notice).toHaveCount(0);
  await page.clock.fastForward(5_000);
  const words = '4 photos saved on this device, sealed when the service answers';
  await expect(notice).toHaveText(words);
  await expect(spoken).toHaveText(words);
  await expect(page.getByRole('button', {name: /^Last photo/})).toHaveAccessibleName(
    'Last photo: saved, waiting for the service',
  );
  expect(await errors()).toEqual([]);
  await page.clock.fastForward(MINUTE);
  await expect.poll(() => errors().then(({length}) => length)).toBe(1);
  const [first] = await states(page);
  expect((await errors())[0]).toMatchObject({
    code: 'timeout',
    captureId: first!.captureId,
    retryable: true,
  });
  await context.setOffline(true);
  await expect(notice).toHaveText('4 photos waiting for the network');
  await context.setOffline(false);
  await release();
  await expect(notice).toHaveCount(0);
  await expect
    .poll(() => states(page).then((all) => all.filter(({name}) => name === 'delivered').length))
    .toBe(4);
  expect((await errors()).length).toBe(1);
});

test('a person, the page and the developer learn that nothing answers at the address of the service', async ({
  page,
}) => {
  const address = `http://localhost:${await freePort()}/protection`;
  const {warnings, notice, take, errors} = await opened(
    page,
    `api-key="${site.key}" base-url="${address}"`,
  );
  await take(2);
  await expect(notice).toHaveText('2 photos saved on this device, sealed when the service answers');
  await page.getByRole('button', {name: 'Start recording'}).click();
  await page.waitForTimeout(1_000);
  await page.getByRole('button', {name: 'Stop recording'}).click();
  await expect(page.locator('capture-audio [part=seal]')).toContainText(
    'saved, waiting for the service',
  );
  await page.clock.fastForward(MINUTE);
  // Of the photos, and of the recording.
  await expect.poll(() => errors().then(({length}) => length)).toBe(2);
  for (const error of await errors()) {
    expect(error).toMatchObject({code: 'service_unreachable', retryable: true});
    expect(error.message).toContain(address);
  }
  expect(warnings).toEqual([
    `sealed-capture: The service does not answer at ${address}. Is it running, and is baseUrl its address?`,
  ]);
});

test('a person reads why the service refuses a photo, which is no matter of the network', async ({
  page,
}) => {
  const {notice, take, errors} = await opened(
    page,
    `sandbox base-url="${site.service.address}/protection" api-key="unknown"`,
  );
  await take(1);
  await expect(notice).toHaveText(
    /^\s*1 photo not sealed\s+The service does not accept this page’s key/,
  );
  expect((await errors()).map(({code}) => code)).toEqual(['unauthorized']);
});

test('a person reads that photos wait for the network only where there is none, and the page is told nothing', async ({
  page,
  context,
}) => {
  const {warnings, notice, take, errors} = await opened(page);
  await take(1);
  await expect.poll(() => states(page)).toMatchObject([{name: 'delivered'}]);
  await context.setOffline(true);
  await page.getByRole('button', {name: 'Take photo'}).click();
  await expect(notice).toHaveText('1 photo waiting for the network');
  await page.clock.fastForward(2 * MINUTE);
  await expect(notice).toHaveText('1 photo waiting for the network');
  expect(await errors()).toEqual([]);
  expect(warnings).toEqual([]);
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
});

test('a person reads that photos wait for the network where the page’s own server does not answer either', async ({
  page,
}) => {
  await page.route(`${site.origin}/`, (route) =>
    route.request().method() === 'HEAD' ? route.abort() : route.continue(),
  );
  const {warnings, notice, take} = await opened(
    page,
    `api-key="${site.key}" base-url="http://localhost:${await freePort()}/protection"`,
  );
  await take(1);
  await expect(notice).toHaveText('1 photo waiting for the network');
  expect(warnings).toEqual([]);
});

test('a person reads that photos wait for the network on a Wi-Fi that leads nowhere, before a request has failed', async ({
  page,
}) => {
  await page.route(`${site.origin}/`, (route) =>
    route.request().method() === 'HEAD' ? route.abort() : route.continue(),
  );
  const {notice, spoken, take} = await opened(page);
  const release = await silence(page);
  await take(2);
  await expect(notice).toHaveCount(0);
  await page.clock.fastForward(5_000);
  await expect(notice).toHaveText('2 photos waiting for the network');
  await expect(spoken).toHaveText('2 photos waiting for the network');
  await release();
  await expect(notice).toHaveCount(0);
});
