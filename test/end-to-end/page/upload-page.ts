// A page and a service worker that upload files and report the outcome.
import {createHttpDelivery, HttpDelivery} from '../../../src/delivery/http-delivery.js';
import {TusDelivery} from '../../../src/delivery/tus-delivery.js';
import type {FileDelivery} from '../../../src/model/protection-config.js';
import {SealedCaptureError} from '../../../src/model/errors.js';
import {BrowserHttp} from '../../../src/ports/browser/http.js';
import {BrowserUpload} from '../../../src/ports/browser/upload.js';

/** An upload that a test requests. */
export interface Uploading {
  kind: 'http' | 'tus';
  /** Address of the server. */
  url: string;
  captureId: string;
  /** Size in bytes, a multiple of 100,000. */
  size: number;
  method?: 'POST' | 'PUT';
  headers?: Record<string, string>;
  /** Adds a signature to the address, and leaves out the headers that are not signed. */
  isPresigned?: boolean;
  /** Milliseconds without progress after which the upload fails with `timeout`. */
  patience?: number;
  sealedAt?: string;
  /** For tus: the number of bytes in one request. */
  chunkSize?: number;
}

export interface Outcome {
  location?: string;
  code?: string;
  message?: string;
  retryAfter?: number;
  /** Bytes sent at the first and at the last progress report. */
  first?: number;
  last?: number;
}

export interface UploadPage {
  upload(uploading: Uploading): Promise<Outcome>;
  /** Aborts the upload in progress. */
  abort(): void;
}

declare global {
  interface Window {
    uploads: UploadPage;
  }
}

/** A blob with the same bytes each time, built from a small repeated part to save memory. */
function file(size: number): Blob {
  const part = Uint8Array.from({length: 100_000}, (_, index) => (index % 1_000) % 251);
  return new Blob(new Array<Uint8Array<ArrayBuffer>>(size / 100_000).fill(part), {
    type: 'image/jpeg',
  });
}

function deliveryOf(uploading: Uploading): FileDelivery {
  const {kind, url, method, headers, isPresigned, patience, chunkSize} = uploading;
  if (kind === 'tus') return new TusDelivery({endpoint: url, headers, chunkSize}, patience);
  const address = `${url}?signature=1`;
  const unsigned = {'Idempotency-Key': null, 'Content-Disposition': null};
  const target = isPresigned ? () => Promise.resolve({url: address, headers: unsigned}) : url;
  const settings = {url: target, method, headers};
  return patience === undefined
    ? createHttpDelivery(settings)
    : new HttpDelivery(settings, {upload: new BrowserUpload(), http: new BrowserHttp()}, patience);
}

let giveUp = new AbortController();

async function upload(uploading: Uploading): Promise<Outcome> {
  const {captureId, size, sealedAt = '2026-11-22T10:00:00.000Z'} = uploading;
  giveUp = new AbortController();
  const {signal} = giveUp;
  const outcome: Outcome = {};
  const onProgress = (sent: number): void => {
    outcome.first ??= sent;
    outcome.last = sent;
  };
  const context = {captureId, mode: 'image', sealedAt, signal, onProgress} as const;
  try {
    const delivery = deliveryOf(uploading);
    const body = file(size);
    // Measures only the delivery's own work from here on.
    await new Promise((resolve) => setTimeout(resolve));
    performance.mark('upload-start');
    const result = await delivery.send(body, context);
    performance.mark('upload-end');
    return {...result, ...outcome};
  } catch (thrown) {
    const {message} = thrown as Error;
    if (!(thrown instanceof SealedCaptureError)) return {...outcome, message};
    const {code, retryAfter} = thrown;
    return {...outcome, code, message, retryAfter};
  }
}

if ('document' in globalThis) window.uploads = {upload, abort: () => giveUp.abort()};
else {
  addEventListener('message', ({data, ports: [port]}: MessageEvent<Uploading>) => {
    void upload(data).then((outcome) => port?.postMessage(outcome));
  });
}
