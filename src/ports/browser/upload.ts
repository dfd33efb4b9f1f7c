import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';

export interface UploadRequest {
  url: string;
  /** Default POST. */
  method?: 'POST' | 'PUT';
  headers: Record<string, string>;
  body: Blob | ArrayBuffer;
  /** Sends cookies to other origins too. Default false: only to the page's own. */
  withCredentials?: boolean;
  /** Milliseconds without progress until `timeout`. A large file may take as long as it needs. */
  timeout: number;
  signal: AbortSignal;
  /** Share of the body that was sent, 0 to 1. */
  onProgress: (share: number) => void;
}

/** The part of XMLHttpRequest with the response. */
export type UploadAnswer = Pick<
  XMLHttpRequest,
  'status' | 'responseText' | 'responseURL' | 'getResponseHeader' | 'getAllResponseHeaders'
>;

export interface Upload {
  /** Resolves with any response, whatever its status. Rejects with `network_failed`, `timeout` or `aborted`. */
  send(request: UploadRequest): Promise<UploadAnswer>;
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
export class BrowserUpload implements Upload {
  readonly #create: () => XMLHttpRequest;

  constructor(create = () => new XMLHttpRequest()) {
    this.#create = create;
  }

  send({
    url,
    method = 'POST',
    headers,
    body,
    withCredentials = false,
    timeout,
    signal,
    onProgress,
  }: UploadRequest): Promise<UploadAnswer> {
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
      request.open(method, url);
      request.withCredentials = withCredentials;
      request.onprogress = goesOn;
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({loaded, total}) => {
        goesOn();
        onProgress(total ? loaded / total : 1);
      };
      request.onload = () => {
        settled();
        resolve(request);
      };
      request.onabort = () => fail('aborted', 'The request was given up.');
      request.onerror = () => fail('network_failed', 'The service could not be reached.');
      if (signal.aborted) return fail('aborted', 'The request was given up.');
      signal.addEventListener('abort', onAbort, {once: true});
      request.send(body);
    });
  }
}
