import {createHash} from 'node:crypto';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {buffer} from 'node:stream/consumers';
import {readSealedJpeg} from './sealed-jpeg.js';

/** A visit of the page received a sealed capture. */
export interface Delivery {
  captureId: string;
  visit: string;
  restored: boolean;
  /** True if the page received only a report, and the file goes to the page's own storage. */
  isSentOn: boolean;
  /** When it happened, in milliseconds of a monotonic clock. */
  at: number;
  /** SHA-256, hexadecimal. */
  digest: string;
  file: Buffer;
}

export interface ToldError {
  captureId: string;
  visit: string;
  code: string;
}

/** An upload to the page's own storage. */
export interface Arrival {
  captureId: string;
  visit: string;
  /** The number that the page passed for this delivery; 0 if the file was sent without the page. */
  delivery: number;
  /** When it happened, in milliseconds of a monotonic clock. */
  at: number;
  /** SHA-256, hexadecimal. */
  digest: string;
}

/** Longer than a page takes to delete a capture after its delivery. */
const FORGETTING_MS = 2_000;

/** An answer of the page's own storage. */
export interface StorageAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** True if the answer is to be lost on its way. */
  isLost?: boolean;
}

/**
 * Records what pages were told before they continue: each event handler sends a synchronous request for each entry. So
 * an event that a page received before it was killed is always recorded.
 */
export class Journal {
  /** SHA-256 of the raw picture of each capture that was begun. */
  readonly made = new Map<string, string>();
  /** Account of each capture that was begun; an empty string for none. */
  readonly accounts = new Map<string, string>();
  /** Captures whose `capture` event was received. */
  readonly told = new Set<string>();
  readonly deliveries: Delivery[] = [];
  /** Captures that a person discarded before they were sealed, with the time of the discard. */
  readonly discarded = new Map<string, number>();
  readonly errors: ToldError[] = [];
  /** Locations in the page's own storage, as reported to pages, by capture. */
  readonly locations = new Map<string, string[]>();
  /** The uploaded file of each capture id; the server stores it once. */
  readonly uploads = new Map<string, Buffer>();
  /** Uploads that arrived, repetitions included. */
  readonly arrivals: Arrival[] = [];
  /** Number of uploads whose page ended, or went offline, before the answer. */
  brokenOff = 0;
  /** Captures that were reported as in memory only, with the visit that had them. */
  readonly unkept = new Map<string, string>();
  /** Times in which the browser's storage did not answer, in milliseconds of a monotonic clock. */
  readonly hangs: {from: number; to: number}[] = [];
  /** An upload is answered after this promise resolves. If it rejects, the connection is cut instead. */
  beforeStoring: (captureId: string) => Promise<void> = () => Promise.resolve();
  /** The answer of the page's own storage to a file. */
  answerTo: (captureId: string) => StorageAnswer | Promise<StorageAnswer> = (captureId) => ({
    status: 201,
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({location: `/files/${captureId}`}),
  });
  readonly #entries = new Set<string>();
  readonly #cutOff = new Map<string, number>();
  /** Events that pages received, with the page's account; each combination once. */
  readonly #heard = new Map<string, {what: string; captureId: string; account: string}>();

  /** Handles `POST /…`; the path names the event. */
  async write(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const {pathname, searchParams} = new URL(request.url ?? '/', 'http://journal');
    const body = await buffer(request);
    const captureId = String(
      request.headers['idempotency-key'] ?? searchParams.get('captureId') ?? '',
    );
    const visit = searchParams.get('visit') ?? '';
    // An entry that was stored for later may arrive twice, from two pages that found it.
    const entry = searchParams.get('entry') ?? '';
    if (entry && this.#entries.has(entry)) return void response.end();
    this.#entries.add(entry);
    const account = searchParams.get('account') ?? '';
    if (pathname !== '/made' && request.method !== 'OPTIONS') {
      this.hear(pathname.slice(1), captureId, account);
    }
    switch (pathname) {
      case '/made':
        this.made.set(captureId, searchParams.get('digest') ?? '');
        this.accounts.set(captureId, account);
        break;
      case '/capture':
        this.told.add(captureId);
        break;
      case '/protected': {
        const restored = searchParams.get('restored') === 'true';
        const isSentOn = searchParams.get('sent-on') === 'true';
        const at = performance.now();
        const digest = sha256(body);
        this.deliveries.push({captureId, visit, restored, isSentOn, at, digest, file: body});
        break;
      }
      case '/upload':
      case '/delivery': {
        if (request.method === 'OPTIONS') break;
        // A page asks without its file whether a redirect leads to an address that says the same to everybody.
        if (request.method === 'GET') return void response.writeHead(405).end();
        const delivery = Number(searchParams.get('delivery'));
        const at = performance.now();
        this.arrivals.push({captureId, visit, delivery, at, digest: sha256(body)});
        return this.#store(captureId, body, response);
      }
      case '/delivered': {
        const known = this.locations.get(captureId) ?? [];
        this.locations.set(captureId, [...known, searchParams.get('location') ?? '']);
        break;
      }
      case '/protect-error':
        this.errors.push({captureId, visit, code: searchParams.get('code') ?? ''});
        if (searchParams.get('unkept') === 'true') this.unkept.set(captureId, visit);
        break;
    }
    response.end();
  }

  /** Stores an upload once, and answers as the test chose. */
  async #store(captureId: string, file: Buffer, response: ServerResponse): Promise<void> {
    const onClose = (): void => void this.brokenOff++;
    response.once('close', onClose);
    try {
      await this.beforeStoring(captureId);
      const {status, headers = {}, body = '', isLost} = await this.answerTo(captureId);
      response.off('close', onClose);
      const isStored = status < 300 && !headers['content-type']?.startsWith('text/html');
      // A client that disconnected has not received the answer and will send the file again.
      if (isStored && !this.uploads.has(captureId)) this.uploads.set(captureId, file);
      if (isLost) response.destroy();
      else response.writeHead(status, headers).end(body);
    } catch {
      response.off('close', onClose);
      response.destroy();
    }
  }

  /** Records that a page that was open for this account received information about the capture. */
  hear(what: string, captureId: string, account: string): void {
    this.#heard.set(`${what} ${captureId} ${account}`, {what, captureId, account});
  }

  /** Reports that reached a page of another account than the capture's. There should be none. */
  get strays(): string[] {
    return [...this.#heard.values()].flatMap(({what, captureId, account}) => {
      const whose = this.accounts.get(captureId);
      if (whose === undefined || whose === account) return [];
      return `${captureId} of ${whose || 'nobody'} was known as ${what} to ${account || 'nobody'}`;
    });
  }

  /** Marks that the visit ended without warning: its page was killed, reloaded or closed. */
  cutOff(visit: string): void {
    this.#cutOff.set(visit, performance.now());
  }

  deliveriesOf(captureId: string): Delivery[] {
    return this.deliveries.filter((delivery) => delivery.captureId === captureId);
  }

  errorsOf(captureId: string): string[] {
    return this.errors.filter((error) => error.captureId === captureId).map(({code}) => code);
  }

  /** The file of each capture that was received for good, by a page or by the page's storage. */
  get files(): Map<string, Buffer> {
    const given = this.#given.map(({captureId, file}) => [captureId, file] as const);
    return new Map([...given, ...this.uploads]);
  }

  /** Captures that were reported, and are neither delivered nor discarded yet. */
  get missing(): string[] {
    return this.#without.filter((captureId) => !this.#mayBeLost(captureId));
  }

  /** Captures that were reported as in memory only and were lost with their page. */
  get lostFromMemory(): string[] {
    return this.#without.filter((captureId) => this.#mayBeLost(captureId));
  }

  get #without(): string[] {
    const {files} = this;
    return [...this.told].filter((id) => !files.has(id) && !this.discarded.has(id));
  }

  #mayBeLost(captureId: string): boolean {
    return this.#cutOff.has(this.unkept.get(captureId) ?? '');
  }

  /** Files that pages received only with the event, and that nothing else has. */
  get #given(): Delivery[] {
    return this.deliveries.filter(({isSentOn}) => !isSentOn);
  }

  /** Number of deliveries after the first. Each is allowed only if the visit of the first ended. */
  get repeated(): number {
    return this.#given.length - new Set(this.#given.map(({captureId}) => captureId)).size;
  }

  /**
   * Violations of the delivery guarantee. A capture is delivered once per visit, always as the same file. Another visit
   * may deliver it again only if the earlier one ended before it could delete the capture, because a page cannot tell
   * this from a delivery that never arrived.
   *
   * @param spoilt captures that a test damaged on purpose, so that they cannot be delivered
   */
  problems(spoilt: readonly string[] = []): string[] {
    const problems = this.missing
      .filter((captureId) => !spoilt.includes(captureId))
      .map((captureId) => `${captureId} was told and never delivered`);
    const given = byCapture(this.#given);
    const coming = byCapture([...this.deliveries, ...this.arrivals]);
    for (const [captureId, file] of this.files) {
      const deliveries = given.get(captureId) ?? [];
      const all = coming.get(captureId) ?? [];
      const discardedAt = this.discarded.get(captureId) ?? Infinity;
      if (all.some(({at}) => at > discardedAt)) {
        problems.push(`${captureId} was delivered after it was discarded`);
      }
      const visits = new Set(deliveries.map(({visit}) => visit));
      if (visits.size < deliveries.length) problems.push(`${captureId} came twice in one visit`);
      for (const delivery of deliveries) {
        const cameAgain = all.some(({at}) => at > delivery.at);
        if (cameAgain && this.#couldForget(delivery)) {
          problems.push(`${captureId} was delivered again though its page could forget it`);
        }
      }
      const wrong = this.#wrongIn(captureId, file);
      if (wrong) problems.push(`${captureId} ${wrong}`);
    }
    const ambiguous = this.ambiguous.map((captureId) => `${captureId} came as different files`);
    return [...problems, ...ambiguous, ...this.strays];
  }

  /** Captures of which pages, or their storage, received more than one file. */
  get ambiguous(): string[] {
    const all = byCapture([...this.deliveries, ...this.arrivals]);
    return [...all].flatMap(([captureId, came]) =>
      new Set(came.map(({digest}) => digest)).size > 1 ? captureId : [],
    );
  }

  /** True if the page lived long enough after the delivery, with a storage that answered, to delete the capture. */
  #couldForget({visit, at}: Delivery): boolean {
    const cutOff = this.#cutOff.get(visit) ?? Infinity;
    const hung = this.hangs.some(({from, to}) => from < at + FORGETTING_MS && to > at);
    return cutOff - at > FORGETTING_MS && !hung;
  }

  #wrongIn(captureId: string, file: Buffer): string | undefined {
    try {
      const sealed = readSealedJpeg(file);
      if (sealed.captureId !== captureId) return 'has the seal of another capture';
      if (!sealed.bindsFile) return 'has a seal that does not bind its file';
      if (sealed.rawDigest !== this.made.get(captureId)) return 'is not the picture that was made';
      return undefined;
    } catch (thrown) {
      return `has no seal that can be read: ${String(thrown)}`;
    }
  }
}

function byCapture<T extends {captureId: string}>(entries: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const entry of entries) {
    found.set(entry.captureId, [...(found.get(entry.captureId) ?? []), entry]);
  }
  return found;
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
