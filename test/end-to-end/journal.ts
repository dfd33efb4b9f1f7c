import {createHash} from 'node:crypto';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {buffer} from 'node:stream/consumers';
import {readSealedJpeg} from './sealed-jpeg.js';

/** A page's visit gave a capture out as sealed. */
export interface Delivery {
  captureId: string;
  visit: string;
  restored: boolean;
  /** The page only hears of the file, which is sent to its own storage. */
  isSentOn: boolean;
  /** Milliseconds of a monotonic clock. */
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
  /** As the page was told; 0 of one that was sent without its doing. */
  delivery: number;
  /** Milliseconds of a monotonic clock. */
  at: number;
  /** SHA-256, hexadecimal. */
  digest: string;
}

/** Longer than a page takes from handing a capture over until it has forgotten it. */
const FORGETTING_MS = 2_000;

/** An answer of the page's own storage. */
export interface StorageAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** It never reaches the page. */
  isLost?: boolean;
}

/**
 * What pages were told, written down before they go on: each entry is a synchronous request out of the event's own
 * handler, so that a page that is killed after it heard has been heard, too.
 */
export class Journal {
  /** SHA-256 of the raw picture of each capture that was begun. */
  readonly made = new Map<string, string>();
  /** Whose each capture is that was begun; empty: nobody's. */
  readonly accounts = new Map<string, string>();
  /** Captures whose `capture` was heard. */
  readonly told = new Set<string>();
  readonly deliveries: Delivery[] = [];
  /** Captures that a person discarded before they were sealed, with the time that it was done. */
  readonly discarded = new Map<string, number>();
  readonly errors: ToldError[] = [];
  /** Where the page's own storage has each, as pages heard. */
  readonly locations = new Map<string, string[]>();
  /** What pages uploaded, by the capture's id, which the server stores once. */
  readonly uploads = new Map<string, Buffer>();
  /** Uploads that arrived, repeated ones among them. */
  readonly arrivals: Arrival[] = [];
  /** Uploads whose page ended, or went offline, before they were answered. */
  brokenOff = 0;
  /** Captures that were told to be in memory alone, with the visit that had them. */
  readonly unkept = new Map<string, string>();
  /** When the browser's storage did not answer, in milliseconds of a monotonic clock. */
  readonly hangs: {from: number; to: number}[] = [];
  /** An upload is answered once this has resolved, or by a broken connection where it rejects. */
  beforeStoring: (captureId: string) => Promise<void> = () => Promise.resolve();
  /** What the page's own storage answers to a file that it was sent. */
  answerTo: (captureId: string) => StorageAnswer | Promise<StorageAnswer> = (captureId) => ({
    status: 201,
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({location: `/files/${captureId}`}),
  });
  readonly #entries = new Set<string>();
  readonly #cutOff = new Map<string, number>();
  /** What pages of which account heard of, each once. */
  readonly #heard = new Map<string, {what: string; captureId: string; account: string}>();

  /** Answers `POST /…`, named for what happened. */
  async write(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const {pathname, searchParams} = new URL(request.url ?? '/', 'http://journal');
    const body = await buffer(request);
    const captureId = String(
      request.headers['idempotency-key'] ?? searchParams.get('captureId') ?? '',
    );
    const visit = searchParams.get('visit') ?? '';
    // What was kept for later may come twice, from two pages that found it.
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

  /** Stores an upload once, and answers it as a test wants. */
  async #store(captureId: string, file: Buffer, response: ServerResponse): Promise<void> {
    const onClose = (): void => void this.brokenOff++;
    response.once('close', onClose);
    try {
      await this.beforeStoring(captureId);
      const {status, headers = {}, body = '', isLost} = await this.answerTo(captureId);
      response.off('close', onClose);
      const isStored = status < 300 && !headers['content-type']?.startsWith('text/html');
      // Who is gone has not heard that it is stored, and sends it again.
      if (isStored && !this.uploads.has(captureId)) this.uploads.set(captureId, file);
      if (isLost) response.destroy();
      else response.writeHead(status, headers).end(body);
    } catch {
      response.off('close', onClose);
      response.destroy();
    }
  }

  /** A page that was open for this account knew of the capture. */
  hear(what: string, captureId: string, account: string): void {
    this.#heard.set(`${what} ${captureId} ${account}`, {what, captureId, account});
  }

  /** What a page of another account knew of a capture, which it never should. */
  get strays(): string[] {
    return [...this.#heard.values()].flatMap(({what, captureId, account}) => {
      const whose = this.accounts.get(captureId);
      if (whose === undefined || whose === account) return [];
      return `${captureId} of ${whose || 'nobody'} was known as ${what} to ${account || 'nobody'}`;
    });
  }

  /** The visit ended without warning: killed, reloaded, or closed. */
  cutOff(visit: string): void {
    this.#cutOff.set(visit, performance.now());
  }

  deliveriesOf(captureId: string): Delivery[] {
    return this.deliveries.filter((delivery) => delivery.captureId === captureId);
  }

  errorsOf(captureId: string): string[] {
    return this.errors.filter((error) => error.captureId === captureId).map(({code}) => code);
  }

  /** The file of each capture that somebody has for good: a page, or its storage. */
  get files(): Map<string, Buffer> {
    const given = this.#given.map(({captureId, file}) => [captureId, file] as const);
    return new Map([...given, ...this.uploads]);
  }

  /** Told, and neither delivered nor discarded yet. */
  get missing(): string[] {
    return this.#without.filter((captureId) => !this.#mayBeLost(captureId));
  }

  /** Told to be in memory alone, and gone with their page. */
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

  /** What pages got by the event alone, and nobody else has. */
  get #given(): Delivery[] {
    return this.deliveries.filter(({isSentOn}) => !isSentOn);
  }

  /** Deliveries beside the first ones, which only the end of the first one's visit excuses. */
  get repeated(): number {
    return this.#given.length - new Set(this.#given.map(({captureId}) => captureId)).size;
  }

  /**
   * What breaks the promise. A capture comes once in a visit, always as the same file. It comes in another visit, too,
   * only where the one before ended before it could forget: whoever hands a file over cannot tell that from a page
   * that never got it.
   *
   * @param spoilt what a test has spoilt on purpose, so that it cannot be delivered
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

  /** Captures of which pages, or their storage, have got more than one file. */
  get ambiguous(): string[] {
    const all = byCapture([...this.deliveries, ...this.arrivals]);
    return [...all].flatMap(([captureId, came]) =>
      new Set(came.map(({digest}) => digest)).size > 1 ? captureId : [],
    );
  }

  /** The page that had it lived on for long enough, and its browser's storage answered. */
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
