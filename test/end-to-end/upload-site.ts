import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {createServer, type RequestListener, type Server} from 'node:http';
import {
  connect,
  createServer as createLine,
  type AddressInfo,
  type Server as Line,
  type Socket,
} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {FileStore} from '@tus/file-store';
import {Server as TusServer} from '@tus/server';
import type {Page} from '@playwright/test';
import {bundled} from './bundled.js';
import type {Outcome, Uploading} from './page/upload-page.js';

type Request = Parameters<RequestListener>[0];
type Response = Parameters<RequestListener>[1];

interface Example {
  uploadHandler: (options: {
    folder: string;
    origin: string;
    isLoggedIn: () => boolean;
  }) => (request: Request, response: Response) => Promise<unknown>;
}

/** A connection on which no data moves. */
export interface HeldLine {
  cut(): void;
  resume(): void;
  closed(): Promise<unknown>;
}

const example = resolve(import.meta.dirname, '../../docs/examples/upload-server.mjs');
const page = '<!doctype html><script type="module" src="/page.js"></script>';

/** A page that uploads, and upload servers on other origins: the documentation's example, and a tus server. */
export class UploadSite {
  readonly folder: string;
  /** Address of the page. */
  address = '';
  /** Address of the upload servers. */
  uploads = '';
  files = '';
  /** Address of a server on a third origin, which accepts everything. */
  elsewhere = '';
  /** Answers in place of the server if it returns true. Pages may send any request then. */
  fault?: (request: Request, response: Response) => boolean;
  /** Number of body bytes that arrived at the tus server. */
  received = 0;
  readonly requests: string[] = [];
  readonly #servers: Server[] = [];
  readonly #lines: Line[] = [];
  #hold?: {left: number; onHeld: (held: HeldLine) => void};

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<UploadSite> {
    const site = new UploadSite(await mkdtemp(join(tmpdir(), 'sealed-capture-uploads-')));
    const script = await bundled('page/upload-page.ts');
    site.address = await site.#listen((request, response) => {
      const isScript = request.url?.endsWith('.js');
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script : page);
    });
    const {uploadHandler} = (await import(pathToFileURL(example).href)) as Example;
    const {folder, address: origin} = site;
    const handler = uploadHandler({folder, origin, isLoggedIn: () => true});
    site.uploads = `${await site.#listen(site.#faulty((...asked) => void handler(...asked)))}/uploads`;
    const tus = new TusServer({
      path: '/files',
      datastore: new FileStore({directory: folder}),
      namingFunction: () => randomUUID(),
    });
    const files = await site.#listen(
      site.#faulty((request, response) => {
        request.on('data', ({length}: Buffer) => (site.received += length)).pause();
        void tus.handle(request, response);
      }),
    );
    site.files = `${await site.#lineTo(files)}/files`;
    site.elsewhere = await site.#listen((request, response) => {
      request.resume();
      allowAll(response);
      response.writeHead(204).end();
    });
    return site;
  }

  #faulty(listener: RequestListener): RequestListener {
    return (request, response) => {
      this.requests.push(`${request.method} ${request.url}`);
      if (this.fault && request.method === 'OPTIONS') {
        allowAll(response);
        response.writeHead(204).end();
      } else if (!this.fault?.(request, response)) {
        listener(request, response);
      }
    };
  }

  async #listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    this.#servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  /** A proxy that passes on what a page sends, until a test holds it. */
  async #lineTo(address: string): Promise<string> {
    const line = createLine((page) => {
      const server = connect(Number(new URL(address).port), '127.0.0.1');
      const ignore = (): void => undefined;
      server.on('error', ignore).on('close', () => page.destroy());
      page.on('error', ignore).on('close', () => server.end());
      server.pipe(page);
      page.on('data', (bytes: Buffer) => {
        server.write(bytes);
        if (this.#hold) this.#count(page, bytes.length, this.#hold);
      });
    });
    this.#lines.push(line);
    await once(line.listen(0, '127.0.0.1'), 'listening');
    return `http://localhost:${(line.address() as AddressInfo).port}`;
  }

  #count(
    page: Socket,
    bytes: number,
    hold: {left: number; onHeld: (held: HeldLine) => void},
  ): void {
    hold.left -= bytes;
    if (hold.left > 0) return;
    this.#hold = undefined;
    page.pause();
    const closed = once(page, 'close');
    hold.onHeld({
      cut: () => void page.resetAndDestroy(),
      resume: () => void page.resume(),
      closed: () => closed,
    });
  }

  /** Passes this many bytes to the tus server, and then stops. Resolves when it has stopped. */
  holdAfter(bytes: number): Promise<HeldLine> {
    return new Promise((onHeld) => (this.#hold = {left: bytes, onHeld}));
  }

  /** Names of the stored files, drafts included. */
  async stored(captureId: string): Promise<string[]> {
    return (await readdir(this.folder)).filter((name) => name.includes(captureId));
  }

  read(name: string): Promise<Buffer> {
    return readFile(join(this.folder, name));
  }

  async close(): Promise<void> {
    for (const line of this.#lines) line.close();
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
    await rm(this.folder, {recursive: true, force: true});
  }
}

/** Makes the page upload something. */
export const upload = (page: Page, uploading: Uploading): Promise<Outcome> =>
  page.evaluate((given) => window.uploads.upload(given), uploading);

/** Lets pages of every origin read the answer. */
export function allowAll(response: Response): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', '*');
  response.setHeader('access-control-allow-headers', '*');
  response.setHeader('access-control-expose-headers', 'ETag, Location, Retry-After');
}
