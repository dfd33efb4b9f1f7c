import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer, type RequestListener, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, before, describe, it} from 'node:test';
import {pathToFileURL} from 'node:url';
import {decodeJwt} from 'jose';
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
    options: TokenOptions & {userOf: (request: {url?: string}) => string | undefined},
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
    const {id, secret} = await service.keys.create('sandbox', 'backend', {
      signedOnly: true,
      mayClaimCapture: true,
    });
    example = (await import(pathToFileURL(file).href)) as Example;
    options = {
      baseUrl: `http://127.0.0.1:${port}/protection/sandbox`,
      keyId: id,
      apiSecret: secret,
      origin,
    };
    const userOf = ({url = ''}: {url?: string}) => /^\/user\/(\w+)$/.exec(url)?.[1];
    backend = createServer(example.tokenHandler({...options, userOf})).listen(0, '127.0.0.1');
    await once(backend, 'listening');
  });
  after(() => backend.close());

  const ask = (path: string, from: string | undefined = origin) => {
    const {port} = backend.address() as AddressInfo;
    const headers = {...(from !== undefined && {origin: from})};
    return fetch(`http://127.0.0.1:${port}${path}`, {method: 'POST', headers});
  };

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
    assert.equal((await ask('/')).status, 401);
    const answer = await ask('/user/a');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
    const {token, expiresAt} = (await answer.json()) as {token: string; expiresAt: string};
    assert.ok(Date.parse(expiresAt) > Date.now());
    assert.equal((await sealWith(token)).status, 200);
  });

  it('mints tokens for the roles of the pages only', async () => {
    const {token} = (await (await ask('/user/b')).json()) as {token: string};
    assert.deepEqual(decodeJwt(token)['roles'], ['seal', 'claim-capture']);
  });

  it('answers pages of the named origin only, even if another origin is that of the Host (DNS rebinding)', async () => {
    const {port} = backend.address() as AddressInfo;
    for (const other of [`http://127.0.0.1:${port}`, 'https://evil.example', 'null', '']) {
      assert.equal((await ask('/user/c', other)).status, 403, other);
    }
    const url = `http://127.0.0.1:${port}/user/c`;
    assert.equal((await fetch(url, {headers: {origin}})).status, 405);
  });

  it('limits the tokens of each user', async () => {
    const many = await Promise.all(Array.from({length: 45}, () => ask('/user/busy')));
    const refused = many.filter(({status}) => status === 429);
    // At most two minutes are touched.
    assert.ok(refused.length >= 5 && refused.length <= 25, `${refused.length}`);
    assert.equal(refused[0]?.headers.get('retry-after'), '60');
    assert.equal((await ask('/user/calm')).status, 200);
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
