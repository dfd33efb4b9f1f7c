import {readFile} from 'node:fs/promises';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {resolve} from 'node:path';
import {misbehavingHttp} from '../delivery/hostile/misbehaving-http.js';
import {misbehavingTus} from '../delivery/hostile/misbehaving-tus.js';
import {seededByName} from '../delivery/hostile/random.js';
import {listening, type RunningServer} from '../delivery/hostile/server.js';
import {captureIdIn, tusUploads, type HeldUpload} from '../delivery/hostile/tus-server.js';
import {bundled} from './bundled.js';
import {readSealedJpeg} from './sealed-jpeg.js';
import {ServiceProcess} from './service-process.js';
import type {StoredCaptures} from './stored-captures.js';

const web = resolve(import.meta.dirname, '../../dist/web');
/** Milliseconds after which the site cuts connections on which it does not answer. */
const SILENCE_MS = 1_000;
/** A refusal may be lost if the page was reloaded, or went offline, this many milliseconds before or after. */
const UNHEARD_MS = 1_000;

/** Lets pages of the other origin read the answer. */
function allowAll(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Allow-Methods', '*');
  response.setHeader('Access-Control-Allow-Headers', '*');
  response.setHeader('Access-Control-Expose-Headers', '*');
}

/** What upload servers do that a seed rules. */
function misbehaving(seed: number, elsewhere: string, nameOf: (captureId: string) => string) {
  const http = misbehavingHttp({seed, elsewhere, nameOf, silence: SILENCE_MS});
  const tus = tusUploads(misbehavingTus(seed, http.events, nameOf, SILENCE_MS));
  return {http, tus, randomOf: seededByName(seed)};
}

/**
 * Pages, and upload servers that do to requests what a seed says until they are repaired: all on one port, whose addresses
 * at localhost and at 127.0.0.1 are two origins.
 */
export class HostileSite {
  readonly service: ServiceProcess;
  readonly #key: string;
  readonly #server: RunningServer;
  readonly #elsewhere: RunningServer;
  /** Scripts by path, besides those of the package. */
  readonly #scripts = new Map<string, string>();
  /** The names by which the seed knows captures. */
  readonly #names = new Map<string, string>();
  readonly #interruptions: number[] = [];
  #misbehaving = misbehaving(0, '', () => '');
  #isRepaired = false;

  private constructor(
    server: RunningServer,
    elsewhere: RunningServer,
    service: ServiceProcess,
    key: string,
  ) {
    this.#server = server;
    this.#elsewhere = elsewhere;
    this.service = service;
    this.#key = key;
  }

  static async open(): Promise<HostileSite> {
    const elsewhere = await listening((_request, response, body) => {
      allowAll(response);
      body.then(() => response.writeHead(204).end()).catch(() => undefined);
    });
    const server = await listening(
      (...asked) => void site.#answer(...asked).catch(() => undefined),
    );
    const origin = server.address.replace('127.0.0.1', 'localhost');
    const service = await ServiceProcess.start({SEALED_CAPTURE_ALLOWED_ORIGINS: origin});
    const {key} = await service.createKey();
    const site = new HostileSite(server, elsewhere, service, key);
    site.#scripts.set('/page.js', await bundled('page/hostile-page.ts'));
    site.#scripts.set('/service-worker.js', serviceWorker(service.address, key));
    return site;
  }

  /** From now on, the upload servers do what the seed says. They have nothing. */
  begin(seed: number): void {
    const nameOf = (captureId: string): string => this.#names.get(captureId) ?? '';
    this.#misbehaving = misbehaving(seed, this.#elsewhere.address, nameOf);
    this.#isRepaired = false;
  }

  repair(): void {
    this.#isRepaired = true;
    this.#misbehaving.http.repair();
    this.#misbehaving.tus.become();
  }

  /** Address of the pages. */
  get address(): string {
    return this.#server.address.replace('127.0.0.1', 'localhost');
  }

  /** What the servers have done, and pages were told. */
  get events(): string[] {
    return this.#misbehaving.http.events;
  }

  /** Bytes in the bodies of all requests so far, without those that were redirected. */
  get received(): number {
    const kept = this.#server.requests.filter(({status}) => status < 300 || status > 399);
    return kept.reduce((sum, {bytes}) => sum + bytes, 0);
  }

  /** Gives a capture the name by which the seed knows it. */
  name(captureId: string, name: string): void {
    this.#names.set(captureId, name);
  }

  /** The answers to requests that are under way now may be lost. */
  interrupted(): void {
    this.#interruptions.push(performance.now());
  }

  /** True if an upload server has the sealed file of a capture, whole. */
  hasWhole(captureId: string): boolean {
    const {http, tus} = this.#misbehaving;
    // A refusal that no page has heard of is none: a HEAD shows all bytes, as it does where a success was lost.
    const unheard = ({refusedAt = 0}: HeldUpload): boolean =>
      this.#interruptions.some((at) => Math.abs(at - refusedAt) < UNHEARD_MS);
    const held = [...tus.uploads.values()].filter((one) => one.captureId === captureId);
    const complete = held.filter((one) => one.bytes.length === one.length);
    const taken = complete.filter((one) => !one.isRefused || unheard(one));
    const files = [http.stored(captureId), ...taken.map(({bytes}) => bytes)];
    return files.some((file) => file && isSealOf(captureId, file));
  }

  /** The captures that are neither stored in the browser nor at an upload server. */
  async lost(captureIds: readonly string[], stored: StoredCaptures): Promise<string[]> {
    // First what is stored: a file that is deleted after that has to be at a server before.
    const kept = await stored.ids();
    return captureIds.filter((id) => !kept.includes(id) && !this.hasWhole(id));
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#elsewhere.close();
    await this.service.close();
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    body: Promise<Buffer>,
  ): Promise<void> {
    const {http, tus, randomOf} = this.#misbehaving;
    const {pathname, search} = new URL(request.url ?? '/', this.address);
    if (pathname === '/' || pathname === '/blank' || pathname.endsWith('.js')) {
      return this.#serve(pathname, response);
    }
    const isUpload = pathname.startsWith('/files');
    const captureId = isUpload
      ? (tus.uploads.get(pathname)?.captureId ?? captureIdIn(request))
      : String(request.headers['idempotency-key'] ?? search.slice(1));
    const random = randomOf(`site ${this.#names.get(captureId)}`);
    const isFaulty = random.next() < 0.1 && !this.#isRepaired;
    if (pathname === '/presigned') {
      response.writeHead(isFaulty ? 500 : 200).end(`${this.#server.address}/uploads?signature=1`);
      return;
    }
    if (isFaulty) this.events.push(`${request.method} ${pathname}: no CORS headers`);
    else allowAll(response);
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else if (isUpload) tus.answer(request, response, body);
    else http.answer(request, response, body);
  }

  async #serve(path: string, response: ServerResponse): Promise<void> {
    const script = this.#scripts.get(path);
    if (!path.endsWith('.js')) {
      response.setHeader('Content-Type', 'text/html');
      response.end(path === '/' ? this.#page : '<!doctype html><title>Blank</title>');
      return;
    }
    response.setHeader('Content-Type', 'text/javascript');
    response.end(script ?? (await readFile(resolve(web, `.${path}`))));
  }

  get #page(): string {
    const {service} = this;
    return `<!doctype html>
      <html lang="en" data-base-url="${service.address}/protection" data-api-key="${this.#key}">
        <title>Hostile</title>
        <meta name="sealed-capture-scripts" content="/scripts">
        <script type="module" src="/page.js"></script>
      </html>`;
  }
}

const serviceWorker = (service: string, apiKey: string): string => `
  import {createProtection, sealInBackground} from '/sealed-capture-service-worker.js';

  const protection = createProtection({
    apiKey: '${apiKey}',
    baseUrl: '${service}/protection',
    sandbox: true,
  });
  sealInBackground({protection, deliverTo: '/uploads'});
`;

function isSealOf(captureId: string, file: Buffer): boolean {
  try {
    const sealed = readSealedJpeg(file);
    return sealed.captureId === captureId && sealed.bindsFile;
  } catch {
    return false;
  }
}
