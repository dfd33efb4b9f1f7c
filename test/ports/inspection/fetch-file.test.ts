import assert from 'node:assert/strict';
import {createServer, type RequestListener, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, describe, it} from 'node:test';
import {fetchFile} from '../../../src/ports/inspection/fetch-file.js';

let server: Server | undefined;

async function siteOf(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.jpg`;
}

const fetching = (url: string, others: Partial<Parameters<typeof fetchFile>[1]> = {}) =>
  fetchFile(url, {
    signal: new AbortController().signal,
    largest: 1000,
    silence: 5000,
    onProgress: () => undefined,
    ...others,
  });

describe('fetching a file from a site', () => {
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  it('resolves with the body, and reports its share', async () => {
    const url = await siteOf((_, response) => {
      response.setHeader('Content-Length', 4);
      response.write('ab');
      setTimeout(() => response.end('cd'), 50);
    });
    const shares: number[] = [];
    const {status, body} = await fetching(url, {onProgress: (share) => shares.push(share)});
    assert.equal(status, 200);
    assert.equal(await body.text(), 'abcd');
    assert.deepEqual(shares, [0.5, 1]);
  });

  it('does not read the body of an error', async () => {
    const url = await siteOf((_, response) => void response.writeHead(404).end('no'));
    const {status, body} = await fetching(url);
    assert.deepEqual([status, body.size], [404, 0]);
  });

  it('rejects what is too large, also if the site does not say so', async () => {
    const url = await siteOf(({url}, response) => {
      if (url?.endsWith('said')) response.setHeader('Content-Length', 1001);
      response.end('x'.repeat(1001));
    });
    await assert.rejects(fetching(`${url}?said`), {code: 'too_large'});
    await assert.rejects(fetching(url), {code: 'too_large'});
  });

  it('rejects when the site is silent, at the beginning or later', async () => {
    const url = await siteOf(({url}, response) => {
      if (url?.endsWith('later')) response.write('x');
    });
    await assert.rejects(fetching(url, {silence: 50}), {code: 'timeout'});
    await assert.rejects(fetching(`${url}?later`, {silence: 50}), {code: 'timeout'});
  });

  it('rejects when it is aborted, or the site cannot be reached', async () => {
    const url = await siteOf(() => undefined);
    const giving = new AbortController();
    const given = fetching(url, {signal: giving.signal});
    giving.abort();
    await assert.rejects(given, {code: 'aborted'});
    await assert.rejects(fetching(url, {signal: giving.signal}), {code: 'aborted'});
    await assert.rejects(fetching('http://127.0.0.1:9/'), {code: 'network_failed'});
  });
});
