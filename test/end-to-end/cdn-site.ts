import {once} from 'node:events';
import {readFile} from 'node:fs/promises';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join, resolve} from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const types: Record<string, string> = {js: 'text/javascript', json: 'application/json'};

/** A static server of an origin of its own, with the package where a CDN has it, and with a CDN's headers. */
export class CdnSite {
  /** Its address, to which a CDN appends the name and version of a package. */
  readonly address: string;
  /** Paths that were requested, within the package. */
  readonly asked: string[] = [];
  /** Appended to the bundle, as by somebody who has changed it. */
  addition = '';
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm`;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.#answer(request.url ?? '', response);
    });
  }

  static async open(): Promise<CdnSite> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new CdnSite(server);
  }

  get origin(): string {
    return new URL(this.address).origin;
  }

  async #answer(url: string, response: ServerResponse): Promise<void> {
    const [, path = ''] = /^\/npm\/sealed-capture@\d+\.\d+\.\d+\/(dist\/web\/.+)$/.exec(url) ?? [];
    this.asked.push(path);
    const content = await readFile(join(root, path || 'missing')).catch(() => undefined);
    if (!content) return void response.writeHead(404).end();
    response.writeHead(200, {
      'Content-Type': types[path.split('.').pop() ?? ''] ?? 'application/octet-stream',
      'Cache-Control': 'public, max-age=31536000, s-maxage=31536000, immutable',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(
      path.endsWith('/sealed-capture.js') ? `${String(content)}${this.addition}` : content,
    );
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
