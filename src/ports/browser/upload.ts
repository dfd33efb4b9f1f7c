import {SealedCaptureError} from '../../model/errors.js';

export interface UploadRequest {
  url: string;
  headers: Record<string, string>;
  body: Blob | ArrayBuffer;
  /** Milliseconds without any progress until `timeout`: a large file may take as long as it needs. */
  timeout: number;
  signal: AbortSignal;
  /** Share of the body that was sent, 0 to 1. */
  onProgress: (share: number) => void;
}

export interface UploadAnswer {
  status: number;
  body: string;
  /** Seconds or a date, as the service wrote it. */
  retryAfter: string | null;
  /** `Date` of a 401 alone, as browsers complain where a page may not read it. */
  date: string | null;
}

export interface Upload {
  /** Any answer of the service, whatever its status. Rejects with `network_failed`, `timeout` or `aborted`. */
  post(request: UploadRequest): Promise<UploadAnswer>;
}

/** XMLHttpRequest, because fetch does not tell how much of a body was sent. */
export class BrowserUpload implements Upload {
  readonly #create: () => XMLHttpRequest;

  constructor(create = () => new XMLHttpRequest()) {
    this.#create = create;
  }

  post({url, headers, body, timeout, signal, onProgress}: UploadRequest): Promise<UploadAnswer> {
    return new Promise((resolve, reject) => {
      const fail = (code: 'aborted' | 'timeout' | 'network_failed', message: string): void => {
        settled();
        reject(new SealedCaptureError(code, message));
      };
      const request = this.#create();
      const onAbort = (): void => request.abort();
      const onStalled = (): void => {
        fail('timeout', 'The service did not answer in time.');
        request.abort();
      };
      let stalled = setTimeout(onStalled, timeout);
      const goesOn = (): void => {
        clearTimeout(stalled);
        stalled = setTimeout(onStalled, timeout);
      };
      const settled = (): void => {
        clearTimeout(stalled);
        signal.removeEventListener('abort', onAbort);
      };
      request.open('POST', url);
      request.onprogress = goesOn;
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({loaded, total}) => {
        goesOn();
        onProgress(total ? loaded / total : 1);
      };
      request.onload = () => {
        settled();
        const retryAfter = request.getResponseHeader('Retry-After');
        const {status, responseText: body} = request;
        const date = status === 401 ? request.getResponseHeader('Date') : null;
        resolve({status, body, retryAfter, date});
      };
      request.onabort = () => fail('aborted', 'The request was given up.');
      request.onerror = () => fail('network_failed', 'The service could not be reached.');
      if (signal.aborted) return fail('aborted', 'The request was given up.');
      signal.addEventListener('abort', onAbort, {once: true});
      request.send(body);
    });
  }
}
