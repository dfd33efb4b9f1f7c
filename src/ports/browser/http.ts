import {SealedCaptureError} from '../../model/errors.js';

export interface HttpRequest {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  body?: BodyInit;
  /** Default `omit`. */
  credentials?: RequestCredentials;
  /** Milliseconds until `timeout`, the answer's body included. */
  timeout: number;
  signal: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  body: ArrayBuffer;
}

export interface Http {
  /** Any answer of the service, whatever its status. Rejects with `network_failed`, `timeout` or `aborted`. */
  send(request: HttpRequest): Promise<HttpAnswer>;
}

/** fetch without redirects, and without cookies unless the request asks for them. */
export class BrowserHttp implements Http {
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
      // The browser keeps from the page which of them it is.
      const message = 'The service could not be reached, or does not allow this page’s origin.';
      throw new SealedCaptureError('network_failed', message, {cause});
    }
  }
}
