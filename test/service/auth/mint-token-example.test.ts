import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer, type RequestListener, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, before, describe, it} from 'node:test';
import {pathToFileURL} from 'node:url';
import {resolve} from 'node:path';
import {idempotent, sealRequest} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';

interface TokenOptions {
  baseUrl: string;
  keyId: string;
  apiSecret: string;
  origin: string;
}
interface Example {
  mintToken: (options: TokenOptions) => Promise<{token: string; expiresAt: string}>;
  tokenHandler: (
    options: TokenOptions & {isLoggedIn: (request: {url?: string}) => boolean},
  ) => RequestListener;
}

const file = resolve(import.meta.dirname, '../../../docs/examples/mint-token.mjs');
const origin = 'https://app.example';

describe('The documented backend example', () => {
  const service = serviceOfSuite();
  let example: Example;
  let options: TokenOptions;
  let backend: Server;
  before(async () => {
    await service.app.listen({port: 0, host: '127.0.0.1'});
    const {port} = service.app.server.address() as AddressInfo;
    const {id, secret} = await service.keys.create('sandbox', 'backend', {signedOnly: true});
    example = (await import(pathToFileURL(file).href)) as Example;
    options = {
      baseUrl: `http://127.0.0.1:${port}/protection/sandbox`,
      keyId: id,
      apiSecret: secret,
      origin,
    };
    const isLoggedIn = ({url}: {url?: string}) => url === '/logged-in';
    backend = createServer(example.tokenHandler({...options, isLoggedIn})).listen(0, '127.0.0.1');
    await once(backend, 'listening');
  });
  after(() => backend.close());

  const sealWith = (token: string) => {
    const request = sealRequest();
    return fetch(`${options.baseUrl}/seal`, {
      method: 'POST',
      headers: {
        ...idempotent(request),
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        origin,
      },
      body: JSON.stringify(request),
    });
  };

  it('mints tokens that seal, for the user who is logged in', async () => {
    const {port} = backend.address() as AddressInfo;
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, {method: 'POST'});
    assert.equal((await ask('/')).status, 401);
    const answer = await ask('/logged-in');
    assert.equal(answer.status, 200);
    const {token, expiresAt} = (await answer.json()) as {token: string; expiresAt: string};
    assert.ok(Date.parse(expiresAt) > Date.now());
    assert.equal((await sealWith(token)).status, 200);
  });

  it('accepts a base address with a slash at its end', async () => {
    const {token} = await example.mintToken({...options, baseUrl: `${options.baseUrl}/`});
    assert.equal((await sealWith(token)).status, 200);
  });

  it('reports the error of the service, without the secret', async () => {
    await assert.rejects(
      example.mintToken({...options, apiSecret: 'a wrong secret of somebody'}),
      (error: Error) =>
        /401 .*does not match/.test(error.message) && !error.message.includes('somebody'),
    );
  });
});
