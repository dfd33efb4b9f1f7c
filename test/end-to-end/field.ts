import {once} from 'node:events';
import {readFile} from 'node:fs/promises';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {resolve} from 'node:path';
import type {InspectionResult} from '../../src/model/inspection/inspection-result.js';
import {signedHeaders} from '../../src/worker/sealing/message-signer.js';
import {bundled} from './bundled.js';
import {FaultyLine} from './faulty-line.js';
import {inspectedBy} from './inspected.js';
import {Journal} from './journal.js';
import type {PageCredentials, PageOptions} from './page/queue-page.js';
import {ServiceProcess, type Key} from './service-process.js';

const root = resolve(import.meta.dirname, '../..');

/** As strict as the demo's, but for the journal. */
const contentSecurityPolicy = (servers: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src 'self' blob: ${servers}`,
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html sealed-capture',
  ].join('; ');

/** Where captures are made in the field: a page and the real service, with a faulty line between them. */
export class Field {
  readonly service: ServiceProcess;
  readonly line: FaultyLine;
  readonly journal: Journal;
  /** Of pages that open from now on, and what they are given of it. */
  key: Key;
  authorizedBy: PageCredentials['name'] = 'key';
  /** What the page itself waits for on its way to the browser. */
  beforePage: Promise<unknown> = Promise.resolve();
  /** On a port of its own, which no fault of the line concerns. */
  readonly #journalServer = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, idempotency-key, content-disposition');
    response.setHeader('access-control-expose-headers', 'retry-after');
    // Who sent it may be gone.
    this.journal.write(request, response).catch(() => response.destroy());
  });
  /** What the site answers to requests for the media worker's script: it is there, or 404. */
  hasWorker = true;
  /** Address of a further server that pages may reach. */
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

  /** @param script of its pages */
  static async open(script = 'page/queue-page.ts'): Promise<Field> {
    const [service, page] = await Promise.all([ServiceProcess.borrow(), bundled(script)]);
    // The worker as it is shipped.
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

  /** Whose tokens this capture was to be sealed with, one for each request. */
  accountsOf(captureId: string): (string | undefined)[] {
    return this.line
      .attempts(captureId)
      .map(({authorization}) => this.#accountOfToken.get(authorization?.split(' ')[1] ?? ''));
  }

  /** Requests for the seal of a capture with the token of another account than its own. */
  get misauthorized(): string[] {
    return this.line.requests.flatMap(({captureId, authorization}) => {
      const whose = this.journal.accounts.get(captureId);
      const account = this.#accountOfToken.get(authorization?.split(' ')[1] ?? '');
      if (whose === undefined || account === undefined || account === whose) return [];
      return `${captureId} of ${whose || 'nobody'} was asked for by ${account || 'nobody'}`;
    });
  }

  /** As the page's backend gets one, past the line. */
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

  /** What the service itself says about a file, past the line. */
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
