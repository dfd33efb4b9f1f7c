import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';

export interface FetchFileOptions {
  signal: AbortSignal;
  /** Bytes. */
  largest: number;
  /** Milliseconds without any byte until `timeout`. */
  silence: number;
  /** Called with the share that has arrived, from 0 to 1, if the site says how large the file is. */
  onProgress: (share: number) => void;
}

export interface FetchedFile {
  status: number;
  headers: Headers;
  /** Empty unless the status is that of a success. */
  body: Blob;
}

/**
 * Fetches a file by the browser, with the page's cookies for its own site only, and without telling the other site of
 * the page. Rejects with `network_failed`, `timeout`, `too_large` or `aborted`.
 */
export type FetchFile = (url: string, options: FetchFileOptions) => Promise<FetchedFile>;

/** Bytes after which what has arrived becomes a Blob, which browsers may keep on disk. */
const PART = 32 * 1024 * 1024;

export const fetchFile: FetchFile = async (url, {signal, largest, silence, onProgress}) => {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  let isLate = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isLate = true;
      end();
    }, silence);
  };
  if (signal.aborted) end();
  signal.addEventListener('abort', end, {once: true});
  try {
    wait();
    const answer = await fetch(url, {
      signal: ending.signal,
      credentials: 'same-origin',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    const {status, headers} = answer;
    if (!answer.ok) return {status, headers, body: new Blob()};
    const size = Number(headers.get('Content-Length') ?? 0);
    if (size > largest) throw tooLarge(largest);
    const parts: Blob[] = [];
    let chunks: Uint8Array<ArrayBuffer>[] = [];
    let [arrived, pending] = [0, 0];
    const reader = answer.body?.getReader();
    for (;;) {
      wait();
      const read = await reader?.read();
      if (!read || read.done) break;
      arrived += read.value.length;
      if (arrived > largest) throw tooLarge(largest);
      chunks.push(read.value);
      pending += read.value.length;
      if (pending > PART) {
        parts.push(new Blob(chunks));
        [chunks, pending] = [[], 0];
      }
      if (size > 0) onProgress(Math.min(1, arrived / size));
    }
    return {status, headers, body: new Blob([...parts, ...chunks])};
  } catch (cause) {
    if (signal.aborted) throw new SealedCaptureError('aborted', 'It was given up.', {cause});
    if (isLate) throw new SealedCaptureError('timeout', 'The site was silent.', {cause});
    if (cause instanceof SealedCaptureError) throw cause;
    const message = 'The site could not be reached, or does not allow this page’s origin.';
    throw new SealedCaptureError('network_failed', message, {cause});
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    // Ends what is still arriving.
    end();
  }
};

const tooLarge = (largest: number): SealedCaptureError =>
  new SealedCaptureError('too_large', `The file is larger than ${largest} bytes.`);
