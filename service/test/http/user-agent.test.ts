import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {it} from 'node:test';
import {askByHttp} from '../../src/revocation/ask-responder.js';
import {exchange} from '../../src/timestamps/stamp-exchange.js';
import {fetchList} from '../../src/trust/fetch-list.js';
import {send} from '../../src/webhooks/send.js';
import {serve} from '../timestamps/tsa.js';

const file = readFileSync(resolve(import.meta.dirname, '../../../package.json'), 'utf8');
const {version} = JSON.parse(file) as {version: string};

it('The service names itself and its version to authorities, responders, receivers and sources of lists', async () => {
  const named: (string | undefined)[] = [];
  const server = await serve((request, response) => {
    named.push(request.headers['user-agent']);
    response.end('{}');
  });
  const {address} = server;
  const {signal} = new AbortController();
  try {
    await exchange(address, Buffer.of(1), signal);
    await askByHttp(address.href)(Buffer.of(1), signal);
    await send(address, {}, '{}', 5_000, signal);
    await assert.rejects(fetchList(address.href, signal), /none of the lists/);
    assert.deepEqual(named, Array(4).fill(`sealed-capture/${version}`));
  } finally {
    await server.close();
  }
});
