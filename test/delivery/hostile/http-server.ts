import {createHash} from 'node:crypto';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {seeded, type Random} from './random.js';
import {cut, json, listening, type RunningServer} from './server.js';

export const digestOf = (body: Buffer): string =>
  `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;

/** What stores the file, and how that is answered. */
const receipts: Record<string, (response: ServerResponse, body: Buffer) => void> = {
  created: (response) => response.writeHead(201, {Location: '/stored/1'}).end(),
  'no content': (response) => response.writeHead(204).end(),
  json: (response) => json(response, {id: 1}),
  etag: (response) => response.writeHead(200, {ETag: '"1"'}).end(),
  digest: (response, body) => response.writeHead(204, {'Repr-Digest': digestOf(body)}).end(),
};

/** What a page gets that asks by GET: much of it looks like a receipt. */
const pages: Record<string, (response: ServerResponse) => void> = {
  json: (response) => json(response, []),
  'no content': (response) => response.writeHead(204).end(),
  etag: (response) => response.writeHead(200, {ETag: '"1"'}).end(),
  'sign-in page': (response) =>
    response.writeHead(200, {'Content-Type': 'text/html'}).end('<html>'),
  located: (response) => response.writeHead(200, {Location: '/stored/1'}).end(),
  'sign in': (response) => json(response, {error: 'sign in'}, 401),
};

const statuses = [400, 401, 403, 404, 405, 408, 409, 413, 422, 423, 425, 429, 500, 502, 503, 504];
const redirects = [301, 302, 303, 307, 308];

const fates = [
  'store',
  'store, then cut',
  'store, then no answer',
  'cut',
  'refuse',
  'refuse at once',
  'redirect to a sign-in page',
  'redirect to an address that says yes to all',
  'redirect to itself',
  'redirect elsewhere',
  'redirect to another address that stores',
  'store half and say so',
  'say in JSON that it failed',
  'a sign-in page',
] as const;

/** A server that takes uploads and does to each what the seed says, until it is repaired. */
export async function hostileHttpServer(seed: number) {
  const random = seeded(seed);
  const stored = new Map<string, Buffer>();
  const events: string[] = [];
  let isRepaired = false;
  const elsewhere = await listening((_request, response, body) =>
    body.then(
      () => response.writeHead(204).end(),
      () => undefined,
    ),
  );

  async function store(request: IncomingMessage, body: Promise<Buffer>): Promise<Buffer> {
    const bytes = await body;
    stored.set(String(request.headers['idempotency-key']), bytes);
    return bytes;
  }

  async function upload(
    request: IncomingMessage,
    response: ServerResponse,
    body: Promise<Buffer>,
    next: Random,
  ): Promise<unknown> {
    const receipt = (bytes: Buffer): void => {
      const name = next.of(Object.keys(receipts));
      events.push(`receipt: ${name}`);
      receipts[name]?.(response, bytes);
    };
    if (isRepaired || request.url === '/stores') return receipt(await store(request, body));
    const fate = next.of(fates);
    events.push(fate);
    switch (fate) {
      case 'store':
        return receipt(await store(request, body));
      case 'store, then cut':
        await store(request, body);
        return cut(request);
      case 'store, then no answer':
        return store(request, body);
      case 'cut':
        return request.once('data', () => cut(request));
      case 'refuse at once':
        return response.writeHead(next.of(statuses), {Connection: 'close'}).end();
      case 'refuse':
        await body;
        return json(response, {detail: 'No.'}, next.of(statuses));
      case 'redirect to a sign-in page':
        return redirect(response, body, '/sign-in', next);
      case 'redirect to an address that says yes to all':
        return redirect(response, body, '/yes', next);
      case 'redirect to itself':
        return redirect(response, body, String(request.url), next, [301, 302, 303]);
      case 'redirect elsewhere':
        return redirect(response, body, `${elsewhere.address}/`, next);
      case 'redirect to another address that stores':
        return redirect(response, body, '/stores', next);
      case 'store half and say so': {
        const bytes = await body;
        const half = digestOf(bytes.subarray(0, bytes.length / 2));
        return response.writeHead(201, {'Repr-Digest': half}).end();
      }
      case 'say in JSON that it failed':
        await body;
        return json(response, {success: false});
      case 'a sign-in page':
        await body;
        return response.writeHead(200, {'Content-Type': 'text/html'}).end('<html>');
    }
  }

  async function redirect(
    response: ServerResponse,
    body: Promise<Buffer>,
    Location: string,
    next: Random,
    among = redirects,
  ): Promise<void> {
    await body;
    const status = next.of(among);
    events.push(`${status} ${Location}`);
    response.writeHead(status, {Location}).end();
  }

  const server: RunningServer = await listening((request, response, body) => {
    if (request.url === '/yes') {
      return void body.then(
        () => response.writeHead(204).end(),
        () => undefined,
      );
    }
    if (request.method === 'GET' || request.url === '/sign-in') {
      const name = request.method === 'GET' ? random.of(Object.keys(pages)) : 'sign in';
      events.push(`page: ${name}`);
      return void body.then(
        () => pages[name]?.(response),
        () => undefined,
      );
    }
    upload(request, response, body, random).catch(() => undefined);
  });
  return {
    url: `${server.address}/uploads`,
    events,
    stored: (captureId: string): Buffer | undefined => stored.get(captureId),
    received: () => server.received(),
    repair: () => (isRepaired = true),
    close: () => [server, elsewhere].forEach((one) => one.close()),
  };
}
