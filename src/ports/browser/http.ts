import {SealedCaptureError} from '../../model/errors.js';

export interface HttpRequest {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  body?: BodyInit;
  /** Default `omit`. */
  credentials?: RequestCredentials;
  /** Milliseconds until `timeout`, including the response body. */
  timeout: number;
  signal: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  body: ArrayBuffer;
}

export interface Http {
  /** Resolves with any response, whatever its status. Rejects with `network_failed`, `timeout` or `aborted`. */
  send(request: HttpRequest): Promise<HttpAnswer>;
}

/** Checks whether a server answers. */
export interface Probe {
  /**
   * True if a server answers at the address within `timeout` milliseconds, whatever it answers. Sent without
   * credentials; with `no-cors` it also works if the server does not allow the page's origin.
   */
  answers(url: string, mode: 'cors' | 'no-cors', timeout: number): Promise<boolean>;
}

/** Uses fetch without redirects, and without cookies unless the request asks for them. */
export class BrowserHttp implements Http, Probe {
  async send({
    url,
    method,
    headers,
    body,
    credentials = 'omit',
    timeout,
    signal,
  }: HttpRequest): Promise<HttpAnswer> {
    const late = AbortSignal.timeout(timeout);
    try {
      const answer = await fetch(url, {
        method,
        headers,
        body,
        signal: AbortSignal.any([signal, late]),
        credentials,
        cache: 'no-store',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
      });
      return {status: answer.status, headers: answer.headers, body: await answer.arrayBuffer()};
    } catch (cause) {
      if (signal.aborted) {
        throw new SealedCaptureError('aborted', 'The request was given up.', {cause});
      }
      if (late.aborted) {
        throw new SealedCaptureError('timeout', 'The service did not answer in time.', {cause});
      }
      // The browser does not tell the page which of the two it is; see `OriginCheck`.
      const message = 'The service could not be reached, or does not allow this page’s origin.';
      throw new SealedCaptureError('network_failed', message, {cause});
    }
  }

  async answers(url: string, mode: 'cors' | 'no-cors', timeout: number): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(timeout);
      await fetch(url, {
        mode,
        signal,
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      });
      return true;
    } catch {
      return false;
    }
  }
}
