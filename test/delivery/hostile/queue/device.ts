import type {HttpStack} from 'tus-js-client';
import type {TusPorts} from '../../../../src/delivery/tus-delivery.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Http} from '../../../../src/ports/browser/http.js';
import type {Probe} from '../../../../src/ports/browser/probe.js';
import type {Upload} from '../../../../src/ports/browser/upload.js';
import {asXmlHttpRequest, http} from '../http-ports.js';
import {fileReader, noting, storedAddresses} from '../tus-ports.js';

/** Longer than an answer takes while many sequences run at once: what the page does not wait for is as good as cut. */
const PATIENCE_MS = 400;
/** For a server that answers each request. */
const REPAIRED_PATIENCE_MS = 20_000;

/** The device with the pages of one sequence: its network, and what tus-js-client has in `localStorage`. */
export class Device {
  isOnline = true;
  /** From now on, the servers answer each request. */
  isTrusting = false;
  /** Paths of tus uploads for which pages have got a refusal. */
  readonly refusals = new Set<string>();
  readonly #addresses = storedAddresses();

  readonly http: Http & Probe = {
    answers: async (...asked) => this.isOnline && http.answers(...asked),
    send: async (request) => {
      this.#requireNetwork();
      return http.send({...request, timeout: this.patience});
    },
  };

  readonly upload: Upload = {
    send: async (request) => {
      this.#requireNetwork();
      return asXmlHttpRequest.send({...request, timeout: this.patience});
    },
  };

  /** Milliseconds without an answer after which an attempt ends. */
  get patience(): number {
    return this.isTrusting ? REPAIRED_PATIENCE_MS : PATIENCE_MS;
  }

  get tus(): TusPorts {
    const {urlStorage} = this.#addresses;
    return {httpStack: this.#httpStack, fileReader, urlStorage};
  }

  readonly #noting = noting(this.refusals);

  readonly #httpStack: HttpStack = {
    ...this.#noting,
    createRequest: (method, url) => {
      const request = this.#noting.createRequest(method, url);
      const send = request.send.bind(request);
      request.send = (body) => {
        // As XMLHttpRequest says it.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        if (!this.isOnline) return Promise.reject({type: 'error'});
        return send(body);
      };
      return request;
    },
  };

  /** The page's own `fetch`. */
  async fetch(url: string, request: RequestInit & {signal: AbortSignal}): Promise<Response> {
    if (!this.isOnline) throw new TypeError('Failed to fetch');
    const ending = new AbortController();
    const end = (): void => ending.abort();
    request.signal.addEventListener('abort', end);
    AbortSignal.timeout(this.patience).addEventListener('abort', end);
    return fetch(url, {...request, signal: ending.signal});
  }

  #requireNetwork(): void {
    if (!this.isOnline) throw new SealedCaptureError('network_failed', 'Offline.');
  }
}
