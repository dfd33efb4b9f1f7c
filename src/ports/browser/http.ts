import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {answers, type Probe} from './probe.js';

export interface HttpRequest {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  body?: BodyInit;
  /** Default `omit`. */
  credentials?: RequestCredentials;
  /** Default `error`. The answer tells whether a redirect was followed, but not whether the body came along. */
  redirect?: 'error' | 'follow';
  /** Milliseconds until `timeout`, including the response body. */
  timeout: number;
  signal: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  body: ArrayBuffer;
  /** The address that answered, if a redirect was followed. */
  redirectedTo?: string;
}

export interface Http {
  /** Resolves with any response, whatever its status. Rejects with `network_failed`, `timeout` or `aborted`. */
  send(request: HttpRequest): Promise<HttpAnswer>;
}

/** Uses fetch without redirects and without cookies, unless the request asks for them. */
export class BrowserHttp implements Http, Probe {
  async send({
    url,
    method,
    headers,
    body,
    credentials = 'omit',
    redirect = 'error',
    timeout,
    signal,
  }: HttpRequest): Promise<HttpAnswer> {
    // WebKit may collect signals of `AbortSignal.timeout` and `AbortSignal.any` before they abort.
    const ending = new AbortController();
    const end = (): void => ending.abort();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, timeout);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, {once: true});
    try {
      const answer = await fetch(url, {
        method,
        headers,
        body,
        signal: ending.signal,
        credentials,
        cache: 'no-store',
        redirect,
        referrerPolicy: 'no-referrer',
      });
      const redirectedTo = answer.redirected ? answer.url : undefined;
      const {status, headers: received} = answer;
      return {status, headers: received, body: await answer.arrayBuffer(), redirectedTo};
    } catch (cause) {
      if (signal.aborted) {
        throw new SealedCaptureError('aborted', 'The request was given up.', {cause});
      }
      if (isLate) {
        throw new SealedCaptureError('timeout', 'The service did not answer in time.', {cause});
      }
      // The browser does not tell the page which of the two it is; see `OriginCheck`.
      const message = 'The service could not be reached, or does not allow this page’s origin.';
      throw new SealedCaptureError('network_failed', message, {cause});
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    }
  }

  answers = answers;
}
