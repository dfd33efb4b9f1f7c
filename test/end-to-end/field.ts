import {once} from 'node:events';
import {readFile} from 'node:fs/promises';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {resolve} from 'node:path';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {signedHeaders} from '../../src/worker/sealing/message-signer.js';
import {bundled} from './bundled.js';
import {FaultyLine} from './faulty-line.js';
import {inspectedBy} from './inspected.js';
import {Journal} from './journal.js';
import type {PageCredentials, PageOptions} from './page/queue-page.js';
import {ServiceProcess, type Key} from './service-process.js';

const root = resolve(import.meta.dirname, '../..');

/** The policy of the demo, plus the journal's address. */
const contentSecurityPolicy = (servers: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src 'self' blob: ${servers}`,
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html sealed-capture',
  ].join('; ');

/**
 * The environment of the fault tests: a page and the real service, with a proxy between them that can break requests.
 */
export class Field {
  readonly service: ServiceProcess;
  readonly line: FaultyLine;
  readonly journal: Journal;
  /** The API key for pages that open from now on, and their credentials. */
  key: Key;
  authorizedBy: PageCredentials['name'] = 'key';
  /** The server waits for this before it answers the request for the page. */
  beforePage: Promise<unknown> = Promise.resolve();
  /** On its own port, so that faults of the proxy do not affect it. */
  readonly #journalServer = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, idempotency-key, content-disposition');
    response.setHeader('access-control-expose-headers', 'retry-after');
    // The page that sent the entry may be closed.
    this.journal.write(request, response).catch(() => response.destroy());
  });
  /** Whether the site serves the media worker's script, or answers with 404. */
  hasWorker = true;
  /** Address of another server that the policy allows. */
  elsewhere = '';
  readonly #files: ReadonlyMap<string, Uint8Array | string>;
  readonly #accountOfToken = new Map<string, string>();

  private constructor(
    service: ServiceProcess,
    key: Key,
    files: ReadonlyMap<string, Uint8Array | string>,
  ) {
    this.service = service;
    this.key = key;
    this.journal = new Journal();
    this.#files = files;
    this.line = new FaultyLine({
      service: service.address,
      otherKey: () => this.key.key,
      other: (request, response) => void this.#answer(request, response),
    });
  }

  /** @param script the script of its pages */
  static async open(script = 'page/queue-page.ts'): Promise<Field> {
    const [service, page] = await Promise.all([ServiceProcess.borrow(), bundled(script)]);
    // The worker as it is published.
    const worker = await readFile(resolve(root, 'dist/web/scripts/media-worker.js'));
    const files = new Map<string, Uint8Array | string>([
      ['/queue-page.js', page],
      ['/media-worker.js', worker],
    ]);
    const field = new Field(service, await service.createKey(), files);
    field.#journalServer.keepAliveTimeout = 60_000;
    field.#journalServer.listen(0, 'localhost');
    await Promise.all([field.line.listen(), once(field.#journalServer, 'listening')]);
    return field;
  }

  get address(): string {
    return this.line.address;
  }

  get credentials(): PageCredentials {
    const {key: apiKey, secret: apiSecret} = this.key;
    switch (this.authorizedBy) {
      case 'key':
        return {name: 'key', apiKey};
      case 'signature':
        return {name: 'signature', apiKey, apiSecret};
      case 'token':
        return {name: 'token'};
    }
  }

  get #journalAddress(): string {
    return `http://localhost:${(this.#journalServer.address() as AddressInfo).port}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const {pathname, searchParams} = new URL(request.url ?? '/', this.address);
    const isMissing = pathname === '/media-worker.js' && !this.hasWorker;
    const script = isMissing ? undefined : this.#files.get(pathname);
    response.setHeader('cache-control', 'no-store');
    if (script !== undefined) {
      response.setHeader('content-type', 'text/javascript').end(script);
    } else if (pathname === '/') {
      await this.beforePage;
      const journal = this.#journalAddress;
      response.setHeader(
        'content-security-policy',
        contentSecurityPolicy(`${journal} ${this.elsewhere}`),
      );
      response.setHeader('content-type', 'text/html');
      response.end(html({credentials: this.credentials, journal}));
    } else if (pathname === '/token') {
      const token = await this.#token(searchParams.get('account') ?? '').catch(() => undefined);
      response.setHeader('content-type', 'application/json');
      response.writeHead(token === undefined ? 502 : 200).end(token);
    } else {
      response.writeHead(404).end();
    }
  }

  /** The accounts whose tokens were used for this capture, one for each request. */
  accountsOf(captureId: string): (string | undefined)[] {
    return this.line
      .attempts(captureId)
      .map(({authorization}) => this.#accountOfToken.get(authorization?.split(' ')[1] ?? ''));
  }

  /** Requests for the seal of a capture with the token of another account. */
  get misauthorized(): string[] {
    return this.line.requests.flatMap(({captureId, authorization}) => {
      const whose = this.journal.accounts.get(captureId);
      const account = this.#accountOfToken.get(authorization?.split(' ')[1] ?? '');
      if (whose === undefined || account === undefined || account === whose) return [];
      return `${captureId} of ${whose || 'nobody'} was asked for by ${account || 'nobody'}`;
    });
  }

  /** Requests a token directly from the service, as the page's backend would. */
  async #token(account: string): Promise<string> {
    const {key: apiKey, secret: apiSecret} = this.key;
    const url = `${this.service.address}/protection/sandbox/tokens`;
    const body = JSON.stringify({origin: this.address});
    const request = {
      url,
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body,
    } as const;
    const headers = await signedHeaders(request, {apiKey, apiSecret}, Date.now());
    const answer = await fetch(url, {method: 'POST', headers, body});
    if (!answer.ok) throw new Error(`tokens answered ${answer.status}`);
    const text = await answer.text();
    this.#accountOfToken.set((JSON.parse(text) as {token: string}).token, account);
    return text;
  }

  /** The service's inspection of a file, requested without the proxy. */
  inspected(file: Uint8Array): Promise<InspectionResult> {
    return inspectedBy(this.service.address, {'X-API-Key': this.key.key}, file);
  }

  async close(): Promise<void> {
    await this.line.unreachable();
    this.#journalServer.close();
    this.#journalServer.closeAllConnections();
    await this.service.giveBack();
  }
}

const html = (options: PageOptions): string => `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="options" content="${JSON.stringify(options).replaceAll('"', '&quot;')}">
  <title>Field</title>
  <script type="module" src="/queue-page.js"></script>
</html>`;
