import {once} from 'node:events';
import {createReadStream} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join, resolve} from 'node:path';
import {buffer} from 'node:stream/consumers';

const root = resolve(import.meta.dirname, '../..');

/** The documented form with the built elements, and a server that receives its submissions. */
export class FormSite {
  readonly origin: string;
  /** The data of each submission. */
  readonly claims: FormData[] = [];
  /** The address of the service, and the key with which photos are sealed. */
  service = {address: '', key: ''};
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response).catch((thrown: unknown) => {
        console.error(thrown);
        response.writeHead(500).end();
      });
    });
  }

  static async open(): Promise<FormSite> {
    const server = createServer();
    await once(server.listen(0, 'localhost'), 'listening');
    return new FormSite(server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const {pathname} = new URL(request.url ?? '/', this.origin);
    if (pathname.startsWith('/sealed-capture/')) {
      const file = join(root, 'dist/web', pathname.slice('/sealed-capture/'.length));
      response.setHeader('content-type', 'text/javascript');
      createReadStream(file).pipe(response);
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (pathname === '/favicon.ico') return void response.writeHead(204).end();
    if (pathname === '/') return void response.end(await this.#page());
    const headers = {'content-type': request.headers['content-type'] ?? ''};
    this.claims.push(await new Response(await buffer(request), {headers}).formData());
    response.end('<!doctype html><title>Thank you</title><p>Thank you.</p>');
  }

  async #page(): Promise<string> {
    const page = await readFile(join(root, 'docs/examples/form-page.html'), 'utf8');
    return page
      .replace('https://seals.example', this.service.address)
      .replace('api-key="…"', `api-key="${this.service.key}"`);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
