import {randomUUID} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import {expect, test} from '@playwright/test';
import {expectLight} from './light-upload.js';
import type {Outcome, Uploading} from './page/upload-page.js';
import {allowAll, upload, UploadSite} from './upload-site.js';

let site: UploadSite;

test.beforeAll(async () => void (site = await UploadSite.open()));
test.afterAll(() => site.close());
test.beforeEach(async ({page}) => {
  site.fault = undefined;
  await page.goto(site.address);
});

/** A photo that the page uploads with HTTP. */
const photo = (given: Partial<Uploading> = {}): Uploading => ({
  kind: 'http',
  url: site.uploads,
  captureId: randomUUID(),
  size: 3_000_000,
  ...given,
});

/** Answers every upload with this status and stores none. */
function answerWith(status: number, headers: Record<string, string> = {}, body = ''): void {
  site.fault = (request, response) => {
    request.resume();
    allowAll(response);
    response.writeHead(status, headers).end(body);
    return true;
  };
}

/**
 * Reads half of each upload and then waits. Resolves with the held request; if the test lets it continue, the file is
 * stored.
 */
function holdHalfway(size: number): Promise<IncomingMessage> {
  return new Promise((resolve) => {
    site.fault = (request, response) => {
      let received = 0;
      const isHalf = (): boolean => received > size / 2;
      request.on('data', ({length}: Buffer) => {
        const wasHalf = isHalf();
        received += length;
        if (wasHalf || !isHalf()) return;
        request.pause();
        resolve(request);
      });
      request.on('error', () => undefined);
      request.on('end', () => {
        allowAll(response);
        response.writeHead(204).end();
      });
      return true;
    };
  });
}

test('a file is uploaded with progress reports, and stored once if it is sent repeatedly', async ({
  page,
}) => {
  const sent = photo();
  const name = `${sent.captureId}.jpg`;
  const location = new URL(`/uploads/${name}`, site.uploads).href;
  const {size} = sent;
  const outcome = await upload(page, sent);
  expect(outcome).toMatchObject({location, last: size});
  expect((await upload(page, sent)).location).toBe(location);
  expect(await site.stored(sent.captureId)).toEqual([name]);
  const stored = await site.read(name);
  expect(stored.length).toBe(size);
  expect(stored.every((byte, index) => byte === (index % 1_000) % 251)).toBe(true);
});

test('a file is uploaded to a presigned address with only the headers that were signed', async ({
  page,
}) => {
  const seen: string[] = [];
  let received = 0;
  site.fault = (request, response) => {
    seen.push(`${request.method} ${request.url}`, ...Object.keys(request.headers));
    request.on('data', ({length}: Buffer) => (received += length));
    request.on('end', () => {
      allowAll(response);
      response.writeHead(200, {etag: '"d41d8cd9"'}).end();
    });
    return true;
  };
  const sent = photo({method: 'PUT', isPresigned: true});
  const outcome = await upload(page, sent);
  expect(outcome.code).toBe(undefined);
  expect(received).toBe(sent.size);
  expect(seen).toContain('PUT /uploads?signature=1');
  expect(seen).toContain('content-type');
  expect(seen).not.toContain('idempotency-key');
  expect(seen).not.toContain('content-disposition');
});

test('the sign-in page of a network is not mistaken for the server', async ({page}) => {
  answerWith(200, {'content-type': 'text/html'}, '<!doctype html><title>Sign in</title>');
  const {code, message} = await upload(page, photo());
  expect(code).toBe('response_invalid');
  expect(message).toContain('204, with JSON, or with a Location or ETag header');
});

test('an upload that is redirected to another origin does not count as stored', async ({page}) => {
  answerWith(307, {location: `${site.elsewhere}/uploads`});
  const {code, message} = await upload(page, photo());
  expect(code).toBe('response_invalid');
  expect(message).toContain(`redirected to ${site.elsewhere}`);
});

test('an upload fails with the delay and the message of a server that asks the client to wait', async ({
  page,
}) => {
  answerWith(429, {'retry-after': '7'}, JSON.stringify({detail: 'Too many photos today.'}));
  const message = 'Too many photos today.';
  expect(await upload(page, photo())).toMatchObject({
    code: 'rate_limited',
    retryAfter: 7_000,
    message,
  });
  answerWith(503, {'retry-after': '2'});
  expect(await upload(page, photo())).toMatchObject({
    code: 'service_unavailable',
    retryAfter: 2_000,
  });
});

test('a connection that is reset during the upload is reported as no network, and nothing is stored', async ({
  page,
}) => {
  const sent = photo({size: 30_000_000});
  const held = holdHalfway(sent.size);
  const outcome = upload(page, sent);
  (await held).socket.resetAndDestroy();
  // The browser itself repeats a request whose connection was cut.
  site.fault = (request) => {
    request.socket.resetAndDestroy();
    return true;
  };
  expect((await outcome).code).toBe('network_failed');
  expect(await site.stored(sent.captureId)).toEqual([]);
});

test('an upload to a server that does not allow the page’s origin is told from one that is out of reach', async ({
  page,
}) => {
  const {code, message} = await upload(
    page,
    photo({url: `${site.address}/uploads`.replace('localhost', '127.0.0.1')}),
  );
  expect(code).toBe('origin_not_allowed');
  expect(message).toContain('Access-Control-Allow-Origin');
});

test('an attempt ends if the server stops answering', async ({page}) => {
  // By fetch, which reports no progress: a second, and another one for every 16 kB.
  const sent = photo({size: 100_000, patience: 1_000});
  const held = holdHalfway(sent.size);
  const outcome = upload(page, sent);
  const closed = new Promise(
    (resolve) => void held.then(({socket}) => socket.once('close', resolve)),
  );
  expect((await outcome).code).toBe('timeout');
  await held.then((request) => request.resume());
  await closed;
});

test('an aborted upload ends at once and closes its connection', async ({page}) => {
  const sent = photo({size: 30_000_000});
  const held = holdHalfway(sent.size);
  const outcome = upload(page, sent);
  const request = await held;
  const closed = new Promise((resolve) => request.socket.once('close', resolve));
  await page.evaluate(() => window.uploads.abort());
  expect((await outcome).code).toBe('aborted');
  request.resume();
  await closed;
});

test('a service worker uploads with fetch, under the same rules', async ({page}) => {
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js', {type: 'module'});
    await navigator.serviceWorker.ready;
  });
  const inWorker = (uploading: Uploading): Promise<Outcome> =>
    page.evaluate(async (given) => {
      const {active} = await navigator.serviceWorker.ready;
      const {port1, port2} = new MessageChannel();
      const answered = new Promise<Outcome>((resolve) => {
        port1.onmessage = ({data}: MessageEvent<Outcome>) => resolve(data);
      });
      active?.postMessage(given, [port2]);
      return answered;
    }, uploading);
  const sent = photo();
  expect(await inWorker(sent)).toMatchObject({last: sent.size});
  expect(await site.stored(sent.captureId)).toEqual([`${sent.captureId}.jpg`]);
  answerWith(200, {'content-type': 'text/html'}, '<!doctype html><title>Sign in</title>');
  expect((await inWorker(photo())).code).toBe('response_invalid');
  answerWith(429, {'retry-after': '7'});
  expect(await inWorker(photo())).toMatchObject({code: 'rate_limited', retryAfter: 7_000});
  answerWith(307, {location: `${site.elsewhere}/uploads`});
  expect((await inWorker(photo())).code).toBe('response_invalid');
});

test('a page stays responsive and small while it uploads 30 MB', async ({page, browser}) => {
  const sent = photo({size: 30_000_000});
  await expectLight(
    {page, browser},
    async () => {
      expect((await upload(page, sent)).last).toBe(sent.size);
    },
    async () => {
      const request = await holdHalfway(sent.size);
      return () => void request.resume();
    },
  );
});
