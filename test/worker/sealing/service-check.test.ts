import assert from 'node:assert/strict';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, describe, it} from 'node:test';
import {authorizationOf, keyAuthorization} from '@sealed-capture/seal/model/authorization.js';
import {BrowserHttp} from '../../../src/ports/browser/http.js';
import {RequestAuthentication} from '../../../src/worker/sealing/authenticated-request.js';
import {ServiceCheck} from '../../../src/worker/sealing/service-check.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

/** A server of any kind, with the paths that it was asked for. */
async function serverThat(answer: Answer) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    request.resume().on('end', () => void answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  open.push(() => server.close());
  const {port} = server.address() as AddressInfo;
  return {asked, endpoint: `http://localhost:${port}/protection`};
}

const json =
  (status: number, body: object = {}): Answer =>
  (_request, response) =>
    response
      .writeHead(status, {'content-type': 'application/problem+json'})
      .end(JSON.stringify(body));

const html =
  (status: number): Answer =>
  (_request, response) =>
    response.writeHead(status, {'content-type': 'text/html'}).end('<h1>Hello</h1>');

/** One answer at the address of the check, another at that of seals. */
const both =
  (check: Answer, seal: Answer): Answer =>
  (request, response) =>
    (request.url?.endsWith('/check') ? check : seal)(request, response);

const clock = {now: () => Date.now()};

const check = (
  endpoint: string,
  authorization = keyAuthorization('key'),
  by: {now: () => number} = clock,
) =>
  new ServiceCheck(new BrowserHttp(), by, new RequestAuthentication(by)).check(
    endpoint,
    authorization,
    new AbortController().signal,
  );

describe('a check of a service', () => {
  it('is one request with the credentials, and tells how far the clock of the service is ahead', async () => {
    const {endpoint, asked} = await serverThat((_request, response) =>
      response.writeHead(204).end(),
    );
    const ahead = await check(endpoint, undefined, {now: () => Date.now() - 3_600_000});
    assert.ok(Math.abs(ahead! - 3_600_000) < 5_000, String(ahead));
    assert.deepEqual(
      asked.map(({method, url, headers}) => [method, url, headers['x-api-key']]),
      [['POST', '/protection/check', 'key']],
    );
  });

  it('does not know the clock of a service that does not tell the time', async () => {
    const {endpoint} = await serverThat((_request, response) => {
      response.sendDate = false;
      response.writeHead(204).end();
    });
    assert.equal(await check(endpoint), undefined);
  });

  for (const status of [400, 415, 422]) {
    it(`finds a service that knows no checks, and misses the content of a seal (${status})`, async () => {
      for (const unknown of [json(404), json(405), json(400), html(200)]) {
        const {endpoint, asked} = await serverThat(both(unknown, json(status)));
        await check(endpoint);
        assert.deepEqual(
          asked.map(({url}) => url),
          ['/protection/check', '/protection/seal'],
        );
      }
    });
  }

  for (const [status, code] of [
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [429, 'rate_limited'],
    [503, 'service_unavailable'],
  ] as const) {
    it(`is refused as a seal would be (${status}), also by a service that knows no checks`, async () => {
      const refusal = json(status, {detail: 'Not with this key.'});
      for (const answer of [refusal, both(json(404), refusal)]) {
        const {endpoint} = await serverThat(answer);
        await assert.rejects(check(endpoint), {code, status, message: 'Not with this key.'});
      }
    });
  }

  for (const [what, answer, code, status] of [
    ['a server without anything there', html(404), 'request_rejected', 404],
    ['a server of files, which takes no POST', html(405), 'request_rejected', 405],
    ['a server that knows no POST at all', html(501), 'request_rejected', 501],
    ['a page that is there instead', html(200), 'response_invalid', 200],
  ] as const) {
    it(`finds no service at ${what}, and says which address was asked`, async () => {
      const {endpoint} = await serverThat(answer);
      const message = `There is no sealing service at ${endpoint} (status ${status}). Set baseUrl to the address of the service.`;
      await assert.rejects(check(endpoint), {code, status, message});
    });
  }

  it('is signed like a seal, once more by the clock of the service, and never encrypted', async () => {
    let answers = 0;
    const {endpoint, asked} = await serverThat((_request, response) =>
      response.writeHead(answers++ ? 204 : 401).end(),
    );
    const ago = {now: () => Date.now() - 3_600_000};
    await check(endpoint, authorizationOf('id', 'c2VjcmV0', true), ago);
    const created = asked.map(({headers}) =>
      Number(/created=(\d+)/.exec(String(headers['signature-input']))?.[1]),
    );
    assert.equal(created.length, 2);
    assert.ok(Math.abs(created[1]! - created[0]! - 3_600) < 5, String(created));
    assert.equal(asked[0]?.headers['content-type'], 'application/json');
  });
});
