import {createHash, randomBytes, randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {buffer} from 'node:stream/consumers';

/** How the proxy treats one request for a seal. */
export type Fault =
  /**
   * Passes the request on. `before` delays the request; `after` delays the answer, so that the seal exists before the
   * page receives it.
   */
  | {name: 'pass'; before?: Promise<unknown>; after?: Promise<unknown>}
  /** The proxy answers with this status. The service does not receive the request. */
  | {name: 'status'; status: number; retryAfter?: string}
  /** No answer. The connection stays open, for ever or until the promise settles. */
  | {name: 'silence'; until?: Promise<unknown>}
  /** The connection is reset before the service receives the request. */
  | {name: 'reset-before'}
  /** The service seals, and the connection is reset before any byte of its answer. */
  | {name: 'reset-after'}
  /** The service seals, and the connection is reset in the middle of its answer. */
  | {name: 'reset-within'}
  /** The service seals; half of its answer arrives, and the connection is closed without an error. */
  | {name: 'cut-short'; told: 'length' | 'nothing'}
  /** A real manifest of the right size, for another capture. */
  | {name: 'of-another'}
  /** Random bytes of the right type and length. */
  | {name: 'garbage'}
  /** The sign-in page of a captive portal. */
  | {name: 'portal'};

/** A request for a seal as the proxy receives it. */
export interface SeenRequest {
  captureId: string;
  /** The number of this request among the requests for its capture, from 1. */
  attempt: number;
  /** When it arrived, in milliseconds of a monotonic clock. */
  at: number;
  /** The request's Authorization header. */
  authorization?: string;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface FaultyLineOptions {
  /** Address of the real service. */
  service: string;
  /** The API key of another device. */
  otherKey: () => string;
  /** Answers requests that are not for the service, such as those for the page. */
  other: (request: IncomingMessage, response: ServerResponse) => void;
}

/** A proxy in front of the real service that breaks requests for seals, each as a test chooses. */
export class FaultyLine {
  /** Called for each request for a seal. */
  fault: (request: SeenRequest) => Fault = () => ({name: 'pass'});
  /** All requests for seals so far. */
  readonly requests: SeenRequest[] = [];
  /** SHA-256 of each different manifest that the service made for a capture. */
  readonly seals = new Map<string, Set<string>>();
  /** The same per capture and key id, because the service stores its answers by key. */
  readonly #sealsByKey = new Map<string, Set<string>>();
  readonly #service: string;
  readonly #otherKey: () => string;
  readonly #other: FaultyLineOptions['other'];
  readonly #sockets = new Set<Socket>();
  #server?: Server;
  #port = 0;

  constructor({service, otherKey, other}: FaultyLineOptions) {
    this.#service = service;
    this.#otherKey = otherKey;
    this.#other = other;
  }

  get address(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Listens; after {@link unreachable}, on the same port again. */
  async listen(): Promise<void> {
    const server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
    server.keepAliveTimeout = 60_000;
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    server.listen(this.#port, 'localhost');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Refuses new connections and cuts the open ones. */
  async unreachable(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    server.close();
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await once(server, 'close');
  }

  /** Requests for this capture so far. */
  attempts(captureId: string): SeenRequest[] {
    return this.requests.filter((request) => request.captureId === captureId);
  }

  /**
   * Captures that the service sealed more than once for the same key. There should be none: the service repeats its
   * first answer, however often that was lost.
   */
  sealedAnew(): string[] {
    return [...this.#sealsByKey]
      .filter(([, {size}]) => size > 1)
      .map(([key, {size}]) => `${key} was sealed as ${size} manifests`);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    if (!path.startsWith('/protection/')) return this.#other(request, response);
    const body = await buffer(request);
    if (request.method !== 'POST' || !path.endsWith('/seal')) {
      return reply(response, await this.#forward(request, body));
    }
    const captureId = String(request.headers['idempotency-key']);
    const attempt = this.attempts(captureId).length + 1;
    const {authorization} = request.headers;
    const seen: SeenRequest = {captureId, attempt, at: performance.now(), authorization};
    this.requests.push(seen);
    await this.#spoil(this.fault(seen), seen, request, body, response);
  }

  async #spoil(
    fault: Fault,
    {captureId}: SeenRequest,
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    const {socket} = request;
    const seal = () => this.#seal(captureId, request, body);
    switch (fault.name) {
      case 'pass': {
        await fault.before;
        const answer = await seal();
        await fault.after;
        return reply(response, answer);
      }
      case 'status':
        return reply(response, {
          status: fault.status,
          headers: {
            'content-type': 'application/problem+json',
            ...(fault.retryAfter !== undefined && {'retry-after': fault.retryAfter}),
          },
          body: Buffer.from(JSON.stringify({title: 'Spoilt', status: fault.status})),
        });
      case 'silence':
        if (!fault.until) return;
        await fault.until;
        return void socket.resetAndDestroy();
      case 'reset-before':
        return void socket.resetAndDestroy();
      case 'reset-after':
        await seal();
        return void socket.resetAndDestroy();
      case 'reset-within': {
        const {status, headers, body: whole} = await seal();
        response.writeHead(status, {...headers, 'content-length': whole.length});
        response.write(half(whole), () => socket.resetAndDestroy());
        return;
      }
      case 'cut-short': {
        const {status, headers, body: whole} = await seal();
        // Without a Content-Length, the end of the connection is the end of the answer.
        const length = fault.told === 'length' ? {'content-length': whole.length} : {};
        if (fault.told === 'nothing') response.useChunkedEncodingByDefault = false;
        response.writeHead(status, {
          ...without(headers, 'content-length'),
          connection: 'close',
          ...length,
        });
        response.write(half(whole), () => socket.end());
        return;
      }
      case 'of-another':
        return reply(response, await this.#sealAnother(request, body));
      case 'garbage': {
        const {manifestSize} = JSON.parse(body.toString()) as {manifestSize: number};
        const headers = {'content-type': 'application/c2pa'};
        return reply(response, {status: 200, headers, body: randomBytes(manifestSize)});
      }
      case 'portal':
        return reply(response, {
          status: 200,
          headers: {'content-type': 'text/html'},
          body: Buffer.from('<!doctype html><title>Log in to this network</title>'),
        });
    }
  }

  async #seal(captureId: string, request: IncomingMessage, body: Buffer): Promise<Answer> {
    const answer = await this.#forward(request, body);
    if (answer.status === 200) {
      const digest = createHash('sha256').update(answer.body).digest('hex');
      add(this.seals, captureId, digest);
      add(this.#sealsByKey, `${captureId} with ${keyIdOf(request.headers)}`, digest);
    }
    return answer;
  }

  /** Simulates that another device requested a seal at the same moment and that the answers were swapped. */
  #sealAnother(request: IncomingMessage, body: Buffer): Promise<Answer> {
    const captureId = randomUUID();
    const digest = randomBytes(32).toString('base64');
    const other = {...(JSON.parse(body.toString()) as object), captureId, digest};
    const headers = without(
      request.headers,
      'authorization',
      'content-digest',
      'signature',
      'signature-input',
    );
    return this.#forward(
      {url: request.url, method: request.method, headers},
      Buffer.from(JSON.stringify(other)),
      {
        'idempotency-key': captureId,
        'x-api-key': this.#otherKey(),
      },
    );
  }

  async #forward(
    {url, method, headers}: Pick<IncomingMessage, 'url' | 'method' | 'headers'>,
    body: Buffer,
    changed: IncomingHttpHeaders = {},
  ): Promise<Answer> {
    const kept = without(headers, 'transfer-encoding', 'connection');
    const outgoing = send(`${this.#service}${url ?? '/'}`, {
      method,
      headers: {...kept, ...changed, 'content-length': body.length},
    });
    outgoing.end(body);
    try {
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
      return {
        status: answer.statusCode ?? 502,
        headers: answer.headers,
        body: await buffer(answer),
      };
    } catch {
      // The answer of a gateway whose service is down.
      return {
        status: 502,
        headers: {'content-type': 'text/plain'},
        body: Buffer.from('Bad gateway'),
      };
    }
  }
}

/** The id of the key that a request is made with, as the service distinguishes keys. */
function keyIdOf(headers: IncomingHttpHeaders): string {
  const signed = /;keyid="([^"]+)"/.exec(String(headers['signature-input']));
  if (signed) return signed[1] ?? '';
  const claims = /^Bearer [^.]+\.([^.]+)/.exec(headers.authorization ?? '')?.[1];
  if (claims) return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as {sub: string}).sub;
  const digest = createHash('sha256').update(String(headers['x-api-key'])).digest('base64url');
  return `key_${digest.slice(0, 22)}`;
}

function add(sets: Map<string, Set<string>>, key: string, value: string): void {
  const values = sets.get(key) ?? new Set();
  sets.set(key, values.add(value));
}

const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);

const without = (headers: IncomingHttpHeaders, ...names: string[]): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

function reply(response: ServerResponse, {status, headers, body}: Answer): void {
  const kept = without(headers, 'transfer-encoding', 'connection');
  response.writeHead(status, {...kept, 'content-length': body.length});
  response.end(body);
}
