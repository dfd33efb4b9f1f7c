import {once} from 'node:events';
import {createReadStream, existsSync} from 'node:fs';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join, resolve} from 'node:path';
import {text} from 'node:stream/consumers';
import {ServiceProcess} from './service-process.js';

const web = resolve(import.meta.dirname, '../../dist/web');

const types: Record<string, string> = {html: 'text/html; charset=utf-8', js: 'text/javascript'};

/** What a page sends to the site with `POST /told`. */
export type Told = {what: string} & Record<string, unknown>;

let shared: Promise<HtmlSite> | undefined;

/**
 * Serves plain pages, the package's files under `/bundle/` with a second copy of its scripts under `/elsewhere/`, and a
 * sealing service that the pages may use. It listens on two origins, so that a page can contain a frame of another
 * origin.
 */
export class HtmlSite {
  readonly service: ServiceProcess;
  /** HTML attributes with which elements use the service. */
  readonly access: string;
  /** HTML of the pages, by path. */
  readonly pages = new Map<string, string>();
  /** Files that replace the package's own, by path. */
  readonly files = new Map<string, string>();
  /** The Content-Security-Policy header for a path; none by default. */
  policyOf: (path: string) => string | undefined = () => undefined;
  readonly told: Told[] = [];
  /** Paths that were requested. */
  readonly asked: string[] = [];
  readonly key: string;
  readonly #server: Server;

  private constructor(server: Server, service: ServiceProcess, key: string) {
    this.#server = server;
    this.service = service;
    this.key = key;
    this.access = `sandbox base-url="${service.address}/protection" api-key="${key}"`;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /**
   * The site that tests of this process use one after the other, because the start of its service takes seconds of
   * processor time. It ends with the process.
   */
  static borrow(): Promise<HtmlSite> {
    return (shared ??= HtmlSite.#open());
  }

  static async #open(): Promise<HtmlSite> {
    const server = createServer();
    await once(server.listen(0), 'listening');
    const {port} = server.address() as AddressInfo;
    const origins = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
    const service = await ServiceProcess.start({SEALED_CAPTURE_ALLOWED_ORIGINS: origins.join()});
    const {key} = await service.createKey();
    return new HtmlSite(server, service, key);
  }

  get origin(): string {
    return `http://localhost:${this.#port}`;
  }

  /** The same site under an address that browsers treat as another site. */
  get otherOrigin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Restores the state in which a test begins. */
  reset(): void {
    this.pages.clear();
    this.files.clear();
    this.policyOf = () => undefined;
    this.told.length = this.asked.length = 0;
  }

  /** Serves a page with this body under the path. */
  put(path: string, body: string, head = '<script type="module" src="/bundle/sealed-capture.js">') {
    const title = `<title>${path}</title>`;
    this.pages.set(path, `<!doctype html><html lang="en">${title}${head}</script>${body}`);
  }

  toldOf(what: string): Told[] {
    return this.told.filter((one) => one.what === what);
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const {pathname} = new URL(request.url ?? '/', this.origin);
    if (pathname === '/told') {
      this.told.push(JSON.parse(await text(request)) as Told);
      return void response.writeHead(204).end();
    }
    // Whole Chromium asks for it; its headless shell does not.
    if (pathname === '/favicon.ico') return void response.writeHead(204).end();
    this.asked.push(pathname);
    const page = this.pages.get(pathname);
    const own = page ?? this.files.get(pathname);
    const [, folder, name = ''] = /^\/(bundle|elsewhere)\/(.+)$/.exec(pathname) ?? [];
    const file = join(web, folder === 'elsewhere' ? 'scripts' : '', name);
    if (own === undefined && !(folder && existsSync(file))) {
      return void response.writeHead(404).end();
    }
    response.setHeader('content-type', types[page ? 'html' : 'js'] ?? '');
    const policy = this.policyOf(pathname);
    if (policy !== undefined) response.setHeader('content-security-policy', policy);
    // Allows pages with an opaque origin, too.
    response.setHeader('access-control-allow-origin', '*');
    if (own === undefined) createReadStream(file).pipe(response);
    else response.end(own);
  }
}
