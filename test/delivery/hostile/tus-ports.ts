import type {HttpRequest, HttpResponse, HttpStack} from 'tus-js-client';
import type {TusPorts} from '../../../src/delivery/tus-delivery.js';
import type {UrlStorage} from '../../../src/delivery/tus-memory.js';

/** What tus-js-client does with XMLHttpRequest in browsers, in Node: redirects are followed. */
export const asXmlHttpRequests: HttpStack = {
  getName: () => 'fetch',
  createRequest: (method, url) => new FetchRequest(method, url),
};

class FetchRequest implements HttpRequest {
  readonly #method: string;
  readonly #url: string;
  readonly #headers: Record<string, string> = {};
  readonly #ending = new AbortController();
  #onProgress: (sent: number) => void = () => undefined;

  constructor(method: string, url: string) {
    this.#method = method;
    this.#url = url;
  }

  getMethod = (): string => this.#method;
  getURL = (): string => this.#url;
  setHeader = (name: string, value: string): void => void (this.#headers[name] = value);
  getHeader = (name: string): string | undefined => this.#headers[name];
  setProgressHandler = (onProgress: (sent: number) => void): void => {
    this.#onProgress = onProgress;
  };
  abort = (): Promise<void> => Promise.resolve(this.#ending.abort());
  getUnderlyingObject = (): object => ({});

  send = async (body: Blob | null): Promise<HttpResponse> => {
    const answer = await fetch(this.#url, {
      method: this.#method,
      headers: this.#headers,
      body,
      signal: this.#ending.signal,
    }).catch((cause: unknown) => {
      // In browsers, this is an event.
      // eslint-disable-next-line @typescript-eslint/only-throw-error
      throw {type: 'error', cause};
    });
    this.#onProgress(body?.size ?? 0);
    const text = await answer.text().catch(() => '');
    const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`);
    return {
      getStatus: () => answer.status,
      getHeader: (name) => answer.headers.get(name) ?? '',
      getBody: () => text,
      getUnderlyingObject: () => ({
        responseURL: answer.url,
        getAllResponseHeaders: () => lines.join(''),
      }),
    };
  };
}

/** The same, which notes the paths of uploads for which a page has got a refusal of a PATCH. */
export const noting = (refusals: Set<string>): HttpStack => ({
  ...asXmlHttpRequests,
  createRequest: (method, url) => {
    const request = asXmlHttpRequests.createRequest(method, url);
    const send = request.send.bind(request);
    request.send = async (body) => {
      const answer = await send(body);
      const isRefusal = method === 'PATCH' && answer.getStatus() >= 400;
      if (isRefusal) refusals.add(new URL(url).pathname);
      return answer;
    };
    return request;
  },
});

/** How tus-js-client reads files in browsers. */
export const fileReader: TusPorts['fileReader'] = {
  openFile: (file: Blob) =>
    Promise.resolve({
      size: file.size,
      slice: (start, end) =>
        Promise.resolve({value: file.slice(start, end), done: end >= file.size}),
      close: () => undefined,
    }),
};

type Entry = Parameters<UrlStorage['addUpload']>[1];

/** `localStorage`, which outlives the delivery. */
export function storedAddresses() {
  const entries = new Map<string, Entry>();
  let last = 0;
  const urlStorage: UrlStorage = {
    findAllUploads: () => Promise.resolve(all('tus::')),
    findUploadsByFingerprint: (fingerprint) => Promise.resolve(all(`tus::${fingerprint}::`)),
    removeUpload: (key) => Promise.resolve(void entries.delete(key)),
    addUpload: (fingerprint, upload) => {
      const key = `tus::${fingerprint}::${last++}`;
      entries.set(key, structuredClone(upload));
      return Promise.resolve(key);
    },
  };
  const all = (prefix: string): Entry[] =>
    [...entries]
      .filter(([key]) => key.startsWith(prefix))
      .map(([urlStorageKey, entry]) => ({...structuredClone(entry), urlStorageKey}));
  return {urlStorage, entries};
}
