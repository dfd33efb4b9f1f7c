import {randomUUID} from 'node:crypto';
import {expect, test, type Page} from '@playwright/test';
import {expectLight} from './light-upload.js';
import type {Outcome, Uploading} from './page/upload-page.js';
import {allowAll, upload, UploadSite} from './upload-site.js';

let site: UploadSite;

test.beforeAll(async () => void (site = await UploadSite.open()));
test.afterAll(() => site.close());
test.beforeEach(async ({page}) => {
  site.fault = undefined;
  site.received = 0;
  site.requests.length = 0;
  await page.goto(site.address);
});

const SIZE = 30_000_000;

/** A recording that the page uploads with tus. */
const recording = (given: Partial<Uploading> = {}): Uploading => ({
  kind: 'tus',
  url: site.files,
  captureId: randomUUID(),
  size: SIZE,
  ...given,
});

/** Addresses of incomplete uploads that the page remembers. */
const remembered = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus::')));

/** Interrupts the upload after this many bytes; by default when the server has half of it. */
async function breakOff(page: Page, sent: Uploading, after = SIZE / 2): Promise<Outcome> {
  const held = site.holdAfter(after);
  const outcome = upload(page, sent);
  (await held).cut();
  return outcome;
}

/** Checks that the server has exactly one file with the right bytes. */
async function expectStored(page: Page, location: string | undefined, size = SIZE): Promise<void> {
  expect(location).toContain(site.files);
  const name = location?.split('/').pop() ?? '';
  const stored = await site.read(name);
  expect(stored.length).toBe(size);
  expect(stored.every((byte, index) => byte === (index % 1_000) % 251)).toBe(true);
  expect(await remembered(page)).toEqual([]);
}

test('an upload of 30 MB resumes where it was if its page is reloaded halfway', async ({page}) => {
  const sent = recording();
  const held = site.holdAfter(SIZE / 2);
  // The page is gone before this settles.
  const broken = upload(page, sent).catch(() => undefined);
  await held;
  expect((await remembered(page)).length).toBe(1);
  await page.reload();
  await broken;
  (await held).cut();
  const {location, first = 0} = await upload(page, sent);
  expect(first).toBeGreaterThan(SIZE / 3);
  await expectStored(page, location);
  expect(site.requests.filter((request) => request.startsWith('POST')).length).toBe(1);
  expect(site.received).toBeLessThan(40_000_000);
});

test('a connection that is reset is reported as no network, and the next attempt resumes the upload', async ({
  page,
}) => {
  const sent = recording();
  expect((await breakOff(page, sent)).code).toBe('network_failed');
  const {location, first = 0} = await upload(page, sent);
  expect(first).toBeGreaterThan(SIZE / 3);
  await expectStored(page, location);
  expect(site.received).toBeLessThan(40_000_000);
});

test('an upload ends at once if it is aborted, or if its server stops answering', async ({
  page,
}) => {
  const sent = recording();
  const held = site.holdAfter(SIZE / 2);
  const outcome = upload(page, sent);
  const line = await held;
  await page.evaluate(() => window.uploads.abort());
  expect((await outcome).code).toBe('aborted');
  line.resume();
  await line.closed();
  void site.holdAfter(SIZE / 10);
  expect((await upload(page, {...sent, patience: 1_000})).code).toBe('timeout');
  await expectStored(page, (await upload(page, sent)).location);
});

test('the next page resumes an upload whose page crashed halfway', async ({page, context}) => {
  const sent = recording();
  const held = site.holdAfter(SIZE / 2);
  // The page is gone before this settles.
  void upload(page, sent).catch(() => undefined);
  const line = await held;
  const crashed = page.waitForEvent('crash');
  const debugging = await context.newCDPSession(page);
  // This call is never answered.
  void debugging.send('Page.crash').catch(() => undefined);
  await crashed;
  line.cut();
  const next = await context.newPage();
  await next.goto(site.address);
  const {location, first = 0} = await upload(next, sent);
  expect(first).toBeGreaterThan(SIZE / 3);
  await expectStored(next, location);
  expect(site.received).toBeLessThan(40_000_000);
});

test('a file is sent in chunks, each with the headers of the page', async ({page}) => {
  const headers = {Authorization: 'Bearer of-a-user'};
  const seen: string[] = [];
  site.fault = ({method = '', headers: {authorization = ''}}) => {
    seen.push(`${method} ${authorization}`);
    return false;
  };
  const {location} = await upload(page, recording({headers, chunkSize: 12_000_000}));
  await expectStored(page, location);
  expect(seen).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH'].map((one) => `${one} Bearer of-a-user`));
});

test('an upload that the server has deleted starts again', async ({page}) => {
  const sent = recording();
  await breakOff(page, sent);
  site.fault = ({method}, response) => {
    if (method !== 'HEAD') return false;
    allowAll(response);
    response.writeHead(404).end();
    return true;
  };
  const {location, first} = await upload(page, sent);
  expect(first).toBe(0);
  await expectStored(page, location);
});

test('a photo that was sealed again is not appended to the partial upload of its first seal', async ({
  page,
}) => {
  const sent = recording();
  await breakOff(page, sent);
  const {location, first} = await upload(page, {...sent, sealedAt: '2026-11-22T11:00:00.000Z'});
  expect(first).toBe(0);
  await expectStored(page, location);
});

test('an upload whose server has moved starts again, and one whose address has another token resumes', async ({
  page,
}) => {
  const sent = recording();
  await breakOff(page, sent);
  // The other half.
  const {first = 0} = await breakOff(page, {...sent, url: `${site.files}?token=2`}, SIZE / 4);
  expect(first).toBeGreaterThan(SIZE / 3);
  const moved = await upload(page, {...sent, url: site.files.replace('localhost', '127.0.0.1')});
  expect(moved.code).toBe(undefined);
  expect(moved.first).toBe(0);
  expect(await remembered(page)).toEqual([]);
});

test('addresses of unfinished uploads are deleted after 30 days', async ({page}) => {
  await page.evaluate(() => {
    const old = (days: number): string =>
      JSON.stringify({creationTime: new Date(Date.now() - days * 86_400_000).toString()});
    localStorage.setItem('tus::sealed-capture-old::1', old(31));
    localStorage.setItem('tus::sealed-capture-new::1', old(29));
    localStorage.setItem('tus::of-the-page::1', old(31));
  });
  await upload(page, recording({size: 100_000}));
  expect((await remembered(page)).sort()).toEqual([
    'tus::of-the-page::1',
    'tus::sealed-capture-new::1',
  ]);
});

test('a temporary error of the server loses no uploaded bytes', async ({page}) => {
  const sent = recording();
  await breakOff(page, sent);
  for (const [status, code] of [
    [401, 'unauthorized'],
    [423, 'service_unavailable'],
    [429, 'rate_limited'],
    [503, 'service_unavailable'],
  ] as const) {
    site.fault = (request, response) => {
      request.resume();
      allowAll(response);
      response.writeHead(status, {'retry-after': '7'}).end();
      return true;
    };
    expect(await upload(page, sent)).toMatchObject({code, retryAfter: 7_000});
  }
  site.fault = undefined;
  expect((await upload(page, sent)).first).toBeGreaterThan(SIZE / 3);
});

test('a server without tus and a server of another origin are not mistaken for the tus server', async ({
  page,
}) => {
  const answerWith = (status: number, headers: Record<string, string>): void => {
    site.fault = (request, response) => {
      request.resume();
      allowAll(response);
      response.writeHead(status, headers).end('<!doctype html><title>Sign in</title>');
      return true;
    };
  };
  answerWith(200, {'content-type': 'text/html'});
  const {code, message} = await upload(page, recording());
  expect(code).toBe('response_invalid');
  expect(message).toContain('no tus server');
  answerWith(307, {location: site.elsewhere});
  const redirected = await upload(page, recording());
  expect(redirected.code).toBe('response_invalid');
  expect(redirected.message).toContain(`redirected to ${site.elsewhere}`);
});

test('a page that cannot store the address of an upload uploads anyway', async ({page}) => {
  await page.evaluate(() => {
    let size = 6_000_000;
    for (let index = 0; size > 0; index++) {
      try {
        localStorage.setItem(`filler-${index}`, 'x'.repeat(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
  await expectStored(page, (await upload(page, recording())).location);
});

test('the server receives the id of the capture that a file belongs to', async ({page}) => {
  const sent = recording({size: 100_000});
  const {location} = await upload(page, sent);
  await expectStored(page, location, sent.size);
  const {metadata} = JSON.parse(
    (await site.read(`${location?.split('/').pop()}.json`)).toString(),
  ) as {metadata: Record<string, string>};
  expect(metadata).toEqual({
    captureId: sent.captureId,
    mode: 'image',
    filename: `${sent.captureId}.jpg`,
    filetype: 'image/jpeg',
    sealedAt: '2026-11-22T10:00:00.000Z',
  });
});

test('a page stays responsive and small while it uploads 30 MB with tus', async ({
  page,
  browser,
}) => {
  await expectLight(
    {page, browser},
    async () => {
      expect((await upload(page, recording())).last).toBe(SIZE);
    },
    async () => {
      const line = await site.holdAfter(SIZE / 2);
      return () => void line.resume();
    },
  );
});
