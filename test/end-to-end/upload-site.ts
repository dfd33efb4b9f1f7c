import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {createServer, type RequestListener, type Server} from 'node:http';
import {
  connect,
  createServer as createLine,
  type AddressInfo,
  type Server as Line,
  type Socket,
} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {FileStore} from '@tus/file-store';
import {Server as TusServer} from '@tus/server';

/** A connection on which no data moves. */
export interface HeldLine {
  cut(): void;
  resume(): void;
}

/** A tus server, behind a line that a test can hold. */
export class UploadSite {
  readonly folder: string;
  /** Address of the server. */
  files = '';
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
    const tus = new TusServer({
      path: '/files',
      datastore: new FileStore({directory: site.folder}),
      namingFunction: () => randomUUID(),
    });
    const files = await site.#listen((request, response) => {
      site.requests.push(`${request.method} ${request.url}`);
      request.on('data', ({length}: Buffer) => (site.received += length)).pause();
      void tus.handle(request, response);
    });
    site.files = `${await site.#lineTo(files)}/files`;
    return site;
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
    hold.onHeld({
      cut: () => void page.resetAndDestroy(),
      resume: () => void page.resume(),
    });
  }

  /** Passes this many bytes to the tus server, and then stops. Resolves when it has stopped. */
  holdAfter(bytes: number): Promise<HeldLine> {
    return new Promise((onHeld) => (this.#hold = {left: bytes, onHeld}));
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
