import {createHash, randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {createServer, type RequestListener, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {FileStore} from '@tus/file-store';
import {Server as TusServer, type ServerOptions} from '@tus/server';
import {freePort} from '../../free-port.js';
import {Line} from './line.js';

interface Example {
  uploadHandler: (options: {
    folder: string;
    origin: string;
    isLoggedIn: () => boolean;
  }) => RequestListener;
}

const example = resolve(import.meta.dirname, '../../../docs/examples/upload-server.mjs');

/** A file of a tus server, as the server describes it. */
interface TusInfo {
  size: number;
  metadata: {captureId: string};
}

export interface StoredFile {
  /** SHA-256 in hexadecimal digits. */
  digest: string;
  captureId: string;
}

/** A server that stores uploads in a folder, and the line on which proxies reach it. */
export class Storage {
  readonly folder: string;
  readonly line: Line;
  /** Requests that have arrived, whole or in part, such as "POST /uploads". */
  readonly requests: string[];
  readonly #server: Server;

  private constructor(folder: string, line: Line, server: Server, requests: string[]) {
    this.folder = folder;
    this.line = line;
    this.#server = server;
    this.requests = requests;
  }

  static async #open(listenerFor: (folder: string) => RequestListener): Promise<Storage> {
    const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-storage-'));
    const listener = listenerFor(folder);
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      listener(request, response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const {port} = server.address() as AddressInfo;
    return new Storage(folder, await Line.to(port, await freePort()), server, requests);
  }

  /** The documentation's example, at /uploads, for pages of this origin. */
  static async example(origin: string): Promise<Storage> {
    const {uploadHandler} = (await import(pathToFileURL(example).href)) as Example;
    return Storage.#open((folder) => uploadHandler({folder, origin, isLoggedIn: () => true}));
  }

  /** A tus server, at /files. */
  static tus(options: Partial<ServerOptions> = {}): Promise<Storage> {
    return Storage.#open((directory) => {
      const server = new TusServer({
        path: '/files',
        datastore: new FileStore({directory}),
        namingFunction: () => randomUUID(),
        ...options,
      });
      return (request, response) => void server.handle(request, response);
    });
  }

  /** The address at which proxies reach it. */
  get address(): string {
    return this.line.address;
  }

  /** The files that are complete. */
  async files(): Promise<StoredFile[]> {
    const names = await readdir(this.folder);
    const files = await Promise.all(
      names
        .filter((name) => !/\.(json|part)$/.test(name))
        .map(async (name) => {
          const bytes = await readFile(join(this.folder, name));
          const digest = createHash('sha256').update(bytes).digest('hex');
          if (!names.includes(`${name}.json`)) return {digest, captureId: name.split('.')[0] ?? ''};
          const info = await readFile(join(this.folder, `${name}.json`), 'utf8');
          const {size, metadata} = JSON.parse(info) as TusInfo;
          return bytes.length === size ? {digest, captureId: metadata.captureId} : undefined;
        }),
    );
    return files.filter((file) => file !== undefined);
  }

  async close(): Promise<void> {
    await this.line.close();
    this.#server.close();
    this.#server.closeAllConnections();
    await rm(this.folder, {recursive: true, force: true});
  }
}
