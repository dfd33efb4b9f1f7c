import {once} from 'node:events';
import {readFile} from 'node:fs/promises';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {resolve} from 'node:path';
import {demoToken} from './inspected.js';
import {borrowSite, type Site} from './site.js';

const root = resolve(import.meta.dirname, '../..');

/** Whether requests of a sender are passed on, cut without an answer, or held back for now. */
type Passage = 'open' | 'cut' | 'held';

type Sender = 'page' | 'service worker';

const scripts: Record<string, string> = {
  '/service-worker.js': 'test/end-to-end/page/service-worker.js',
  '/uploading-service-worker.js': 'test/end-to-end/page/uploading-service-worker.js',
  '/classic-service-worker.js': 'test/end-to-end/page/classic-service-worker.js',
  '/sealed-capture-service-worker.js': 'dist/web/sealed-capture-service-worker.js',
  '/sealed-capture-service-worker.classic.js': 'dist/web/sealed-capture-service-worker.classic.js',
};

/** The service worker's own policy, which applies to its requests. */
const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

/**
 * The demo with a service worker, and a sealing service that a test can make unreachable for the page or the service
 * worker.
 */
export class ServiceWorkerSite {
  readonly passage: Record<Sender, Passage> = {page: 'open', 'service worker': 'open'};
  /** For sealed files on their way to the demo's storage, from any sender. */
  uploadPassage: Passage = 'open';
  /** Ids of the captures whose files arrived there, repetitions included. */
  readonly uploaded: string[] = [];
  /** Senders of the requests for seals, in order. */
  readonly asked: Sender[] = [];
  /** Senders of the requests that were answered with a seal. */
  readonly answered: Sender[] = [];
  readonly #demo: Site;
  readonly #server = createServer((request, response) => {
    void this.#serve(request, response).catch(() => response.destroy());
  });
  #release: () => void = () => undefined;
  #released = new Promise<void>((resolve) => (this.#release = resolve));

  private constructor(demo: Site) {
    this.#demo = demo;
  }

  static async start(): Promise<ServiceWorkerSite> {
    const site = new ServiceWorkerSite(await borrowSite());
    site.#server.listen(0);
    await once(site.#server, 'listening');
    return site;
  }

  get demo(): Site {
    return this.#demo;
  }

  get address(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  pass(sender: Sender, passage: Passage): void {
    this.passage[sender] = passage;
  }

  passAll(passage: Passage): void {
    this.pass('page', passage);
    this.pass('service worker', passage);
  }

  /** Answers the requests that were held back. */
  release(): void {
    this.passAll('open');
    this.uploadPassage = 'open';
    this.#release();
    this.#released = new Promise((resolve) => (this.#release = resolve));
  }

  async close(): Promise<void> {
    this.release();
    this.#server.closeAllConnections();
    this.#server.close();
    await this.#demo.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const script = scripts[path];
    if (script) {
      response.setHeader('Content-Type', 'text/javascript');
      response.setHeader('Content-Security-Policy', WORKER_POLICY);
      response.end(await readFile(resolve(root, script)));
    } else if (path.startsWith('/offline-worker.js')) {
      // The demo's own service worker would take the place of the tests'.
      response.statusCode = 404;
      response.end();
    } else if (path === '/blank') {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>Blank</title>');
    } else if (path === '/seal-token') {
      // The session cookie is set only in a browser that opened the page.
      const isSignedIn = request.headers.cookie?.includes('session=1');
      response.statusCode = isSignedIn ? 200 : 401;
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(isSignedIn ? {token: 'service-worker'} : {}));
    } else if (path.endsWith('/seal')) await this.#seal(request, response);
    else if (path === '/uploads' && request.method === 'POST') {
      this.uploaded.push(String(request.headers['idempotency-key']));
      if (this.uploadPassage === 'held') await this.#released;
      if (this.uploadPassage === 'cut' || request.socket.destroyed) request.socket.destroy();
      else await this.#forward(request, response);
    } else await this.#forward(request, response);
  }

  async #seal(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sender: Sender = isOfServiceWorker(request) ? 'service worker' : 'page';
    this.asked.push(sender);
    if (this.passage[sender] === 'held') await this.#released;
    if (this.passage[sender] === 'cut' || request.socket.destroyed) request.socket.destroy();
    else if ((await this.#forward(request, response)) === 200) this.answered.push(sender);
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<number> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const headers = new Headers();
    const passed = ['content-type', 'accept', 'idempotency-key', 'authorization'];
    // By these, the demo recognizes its visitor.
    for (const name of [...passed, 'cookie', 'sec-fetch-site']) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    // The demo issues tokens to its own pages only.
    headers.set('origin', this.#demo.address);
    if (isOfServiceWorker(request)) {
      headers.set('authorization', `Bearer ${await demoToken(this.#demo.address)}`);
    }
    const body = request.method === 'POST' ? Buffer.concat(pieces) : undefined;
    const answer = await fetch(`${this.#demo.address}${request.url}`, {
      method: request.method,
      headers,
      body,
    });
    response.statusCode = answer.status;
    for (const [name, value] of answer.headers) {
      if (!['connection', 'content-encoding', 'content-length', 'transfer-encoding'].includes(name))
        response.appendHeader(name, value);
    }
    if (request.url === '/') {
      response.appendHeader('Set-Cookie', 'session=1; HttpOnly; SameSite=Strict; Path=/');
    }
    const policy = answer.headers.get('content-security-policy');
    // The addition that docs/service-worker.md names for pages with Trusted Types.
    if (policy) {
      response.setHeader(
        'Content-Security-Policy',
        policy.replace('trusted-types ', 'trusted-types page '),
      );
    }
    response.end(Buffer.from(await answer.arrayBuffer()));
    return answer.status;
  }
}

/** Recognizes the service worker by its placeholder credentials; the request is passed on with the demo's. */
const isOfServiceWorker = ({headers}: IncomingMessage): boolean =>
  headers['x-api-key'] === 'service-worker' || headers.authorization === 'Bearer service-worker';
