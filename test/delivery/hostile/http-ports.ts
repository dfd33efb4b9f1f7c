import {BrowserHttp} from '../../../src/ports/browser/http.js';
import type {Upload} from '../../../src/ports/browser/upload.js';

/** A signal that is aborted after the time. Runtimes may collect signals of `AbortSignal.any` before that. */
export function within(milliseconds: number): AbortSignal {
  const ending = new AbortController();
  setTimeout(() => ending.abort(), milliseconds);
  return ending.signal;
}

export const http = new BrowserHttp();

/** XMLHttpRequest as browsers have it: redirects are followed, and nothing but the last address is told. */
export const asXmlHttpRequest: Upload = {
  async send({method = 'POST', onProgress, ...request}) {
    const answer = await http.send({...request, method, redirect: 'follow'});
    onProgress(1);
    const {status, headers, body, redirectedTo} = answer;
    return {
      status,
      responseText: new TextDecoder().decode(body),
      responseURL: redirectedTo ?? request.url,
      getResponseHeader: (name) => headers.get(name),
      getAllResponseHeaders: () =>
        [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join(''),
    };
  },
};
