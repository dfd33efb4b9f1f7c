import {createHash} from 'node:crypto';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {buffer} from 'node:stream/consumers';
import {readSealedJpeg} from './sealed-jpeg.js';

/** A page's visit gave a capture out as sealed. */
export interface Delivery {
  captureId: string;
  visit: string;
  restored: boolean;
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

/** Longer than a page takes from handing a capture over until it has forgotten it. */
const FORGETTING_MS = 2_000;

/**
 * What pages were told, written down before they go on: each entry is a synchronous request out of the event's own
 * handler, so that a page that is killed after it heard has been heard, too.
 */
/** An answer of the page's own storage. */
export interface StorageAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

export class Journal {
  /** SHA-256 of the raw picture of each capture that was begun. */
  readonly made = new Map<string, string>();
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
  readonly arrivals: {captureId: string; visit: string; delivery: number}[] = [];
  /** An upload is answered once this has resolved, or by a broken connection where it rejects. */
  beforeStoring: (captureId: string) => Promise<void> = () => Promise.resolve();
  /** What the page's own storage answers to a file that it was sent. */
  answerTo: (captureId: string) => StorageAnswer = (captureId) => ({
    status: 201,
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({location: `/files/${captureId}`}),
  });
  readonly #entries = new Set<string>();
  readonly #cutOff = new Map<string, number>();

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
    switch (pathname) {
      case '/made':
        this.made.set(captureId, searchParams.get('digest') ?? '');
        break;
      case '/capture':
        this.told.add(captureId);
        break;
      case '/protected': {
        const restored = searchParams.get('restored') === 'true';
        const at = performance.now();
        this.deliveries.push({captureId, visit, restored, at, digest: sha256(body), file: body});
        break;
      }
      case '/upload':
        this.arrivals.push({captureId, visit, delivery: Number(searchParams.get('delivery'))});
        try {
          await this.beforeStoring(captureId);
        } catch {
          return void response.destroy();
        }
        // Who is gone has not heard that it is stored, and sends it again.
        if (!this.uploads.has(captureId)) this.uploads.set(captureId, body);
        break;
      case '/delivery': {
        if (request.method === 'OPTIONS') break;
        this.arrivals.push({captureId, visit, delivery: 0});
        try {
          await this.beforeStoring(captureId);
        } catch {
          return void response.destroy();
        }
        const {status, headers = {}, body: told = ''} = this.answerTo(captureId);
        const isStored = status < 300 && !headers['content-type']?.startsWith('text/html');
        if (isStored && !this.uploads.has(captureId)) this.uploads.set(captureId, body);
        return void response.writeHead(status, headers).end(told);
      }
      case '/delivered': {
        const known = this.locations.get(captureId) ?? [];
        this.locations.set(captureId, [...known, searchParams.get('location') ?? '']);
        break;
      }
      case '/protect-error':
        this.errors.push({captureId, visit, code: searchParams.get('code') ?? ''});
        break;
    }
    response.end();
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

  /** Told, and neither delivered nor discarded yet. */
  get missing(): string[] {
    const delivered = new Set(this.deliveries.map(({captureId}) => captureId));
    return [...this.told].filter((id) => !delivered.has(id) && !this.discarded.has(id));
  }

  /** Deliveries beside the first ones, which only the end of the first one's visit excuses. */
  get repeated(): number {
    return this.deliveries.length - new Set(this.deliveries.map(({captureId}) => captureId)).size;
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
    const delivered = new Set(this.deliveries.map(({captureId}) => captureId));
    for (const captureId of delivered) {
      const deliveries = this.deliveriesOf(captureId);
      const discardedAt = this.discarded.get(captureId) ?? Infinity;
      if (deliveries.some(({at}) => at > discardedAt)) {
        problems.push(`${captureId} was delivered after it was discarded`);
      }
      const files = new Set(deliveries.map(({digest}) => digest));
      if (files.size > 1) problems.push(`${captureId} was delivered as ${files.size} files`);
      const visits = new Set(deliveries.map(({visit}) => visit));
      if (visits.size < deliveries.length) problems.push(`${captureId} came twice in one visit`);
      for (const {visit, at} of deliveries.slice(0, -1)) {
        const cutOff = this.#cutOff.get(visit);
        if (cutOff === undefined || cutOff - at > FORGETTING_MS) {
          problems.push(`${captureId} was delivered again though its page could forget it`);
        }
      }
      for (const {file} of deliveries.slice(0, 1)) {
        const wrong = this.#wrongIn(captureId, file);
        if (wrong) problems.push(`${captureId} ${wrong}`);
      }
    }
    return problems;
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

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
