import {createHash} from 'node:crypto';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {seededByName} from './random.js';
import {cut, json} from './server.js';

export const digestOf = (body: Buffer): string =>
  `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;

const SLOW_MS = 20;

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
  busy: (response) => response.writeHead(503).end(),
  cut: (response) => response.destroy(),
};

const statuses = [400, 401, 403, 404, 405, 408, 409, 413, 422, 423, 425, 429, 500, 502, 503, 504];
const redirects = [301, 302, 303, 307, 308];
/** `Retry-After` in seconds, or none. */
const waits = ['', '', '0', '30', '3600'];

const fates = [
  'store',
  'store slowly',
  'store, then cut',
  'store, then cut the answer',
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

const captureIdOf = ({headers}: IncomingMessage): string => String(headers['idempotency-key']);

export interface HttpMisbehaviour {
  seed: number;
  /** Address of a server of another origin, which says yes to all. */
  elsewhere: string;
  /** The name of a capture whose id is random. By default the id itself. */
  nameOf?: (captureId: string) => string;
  /** Milliseconds after which a connection without an answer is cut. By default it never is. */
  silence?: number;
}

/** Takes uploads, and does to each what the seed says, until it is repaired. */
export function misbehavingHttp({
  seed,
  elsewhere,
  nameOf = (captureId) => captureId,
  silence,
}: HttpMisbehaviour) {
  const randomOf = seededByName(seed);
  const stored = new Map<string, Buffer>();
  const events: string[] = [];
  let isRepaired = false;

  async function store(request: IncomingMessage, body: Promise<Buffer>): Promise<Buffer> {
    const bytes = await body;
    stored.set(captureIdOf(request), bytes);
    return bytes;
  }

  /** What happens to a request: drawn when it arrives, so that the next one gets the same whatever becomes of this one. */
  const draw = (captureId: string) => {
    const random = randomOf(nameOf(captureId));
    return {
      fate: random.of(fates),
      receipt: random.of(Object.keys(receipts)),
      page: random.of(Object.keys(pages)),
      status: random.of(statuses),
      wait: random.of(waits),
      redirect: random.of(redirects),
    };
  };

  async function upload(
    request: IncomingMessage,
    response: ServerResponse,
    body: Promise<Buffer>,
    {fate, receipt: name, status, wait, redirect}: ReturnType<typeof draw>,
  ): Promise<unknown> {
    const receipt = (bytes: Buffer): void => {
      events.push(`receipt: ${name}`);
      receipts[name]?.(response, bytes);
    };
    const redirectTo = async (Location: string, code = redirect): Promise<void> => {
      await body;
      events.push(`${code} ${Location}`);
      response.writeHead(code, {Location}).end();
    };
    if (isRepaired || request.url === '/stores') return receipt(await store(request, body));
    events.push(fate);
    switch (fate) {
      case 'store':
        return receipt(await store(request, body));
      case 'store slowly':
        await store(request, body);
        return setTimeout(() => response.writeHead(204).end(), SLOW_MS);
      case 'store, then cut':
        await store(request, body);
        return cut(request);
      case 'store, then cut the answer':
        await store(request, body);
        response.writeHead(201, {'Content-Length': 100}).write('{', () => cut(request));
        return;
      case 'store, then no answer':
        if (silence) setTimeout(() => cut(request), silence);
        return store(request, body);
      case 'cut':
        return request.once('data', () => cut(request));
      case 'refuse at once':
        return response.writeHead(status, {Connection: 'close'}).end();
      case 'refuse':
        await body;
        if (wait) response.setHeader('Retry-After', wait);
        return json(response, {detail: 'No.'}, status);
      case 'redirect to a sign-in page':
        return redirectTo('/sign-in');
      case 'redirect to an address that says yes to all':
        return redirectTo('/yes');
      case 'redirect to itself':
        return redirectTo(String(request.url), redirect > 303 ? 303 : redirect);
      case 'redirect elsewhere':
        return redirectTo(`${elsewhere}/`);
      case 'redirect to another address that stores':
        return redirectTo('/stores');
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

  function answer(request: IncomingMessage, response: ServerResponse, body: Promise<Buffer>): void {
    const drawn = draw(captureIdOf(request));
    if (request.url === '/yes') {
      const isCut = request.method === 'GET' && drawn.page === 'cut';
      return void body.then(
        () => (isCut ? response.destroy() : response.writeHead(204).end()),
        () => undefined,
      );
    }
    if (request.method === 'GET' || request.url === '/sign-in') {
      const name = request.method === 'GET' ? drawn.page : 'sign in';
      events.push(`page: ${name}`);
      return void body.then(
        () => pages[name]?.(response),
        () => undefined,
      );
    }
    upload(request, response, body, drawn).catch(() => undefined);
  }

  return {
    answer,
    events,
    stored: (captureId: string): Buffer | undefined => stored.get(captureId),
    repair: () => void (isRepaired = true),
  };
}
