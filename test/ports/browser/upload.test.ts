import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {BrowserUpload} from '../../../src/ports/browser/upload.js';

/** A request whose progress the test controls. */
class FakeRequest {
  readonly upload: {onprogress?: (event: {loaded: number; total: number}) => void} = {};
  readonly status = 200;
  readonly responseText = 'answer';
  withCredentials = false;
  onload?: () => void;
  onabort?: () => void;
  aborted = false;

  open(): void {
    // Nothing is sent.
  }
  send(): void {
    // Nothing is sent.
  }
  setRequestHeader(): void {
    // Nothing is sent.
  }
  abort(): void {
    this.aborted = true;
    this.onabort?.();
  }
  progress(): void {
    this.upload.onprogress?.({loaded: 1, total: 2});
  }
}

const send = (request: FakeRequest, timeout: number) =>
  new BrowserUpload(() => request as unknown as XMLHttpRequest).send({
    url: '/inspect',
    headers: {},
    body: new Blob(['x']),
    timeout,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
const pause = (milliseconds: number) => new Promise((r) => setTimeout(r, milliseconds));

describe('an upload', () => {
  it('may take longer than the time limit while it makes progress', async () => {
    const request = new FakeRequest();
    const answer = send(request, 300);
    for (let i = 0; i < 4; i++) {
      await pause(100);
      request.progress();
    }
    request.onload?.();
    assert.equal((await answer).responseText, 'answer');
    assert.equal(request.aborted, false);
  });

  it('is aborted if it stalls', async () => {
    const request = new FakeRequest();
    await assert.rejects(send(request, 20), {code: 'timeout'});
    assert.equal(request.aborted, true);
  });
});
