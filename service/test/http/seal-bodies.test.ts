import assert from 'node:assert/strict';
import {once} from 'node:events';
import http from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import {MAX_MANIFEST_SIZE} from '@sealed-capture/seal/model/seal/seal-format.js';
import {SEAL_BODY} from '../../src/routes/seal.js';
import {idempotent, sealRequest} from '../requests.js';
import {inAscii, largestRequest, manyMembers, SealBodies} from './seal-body-service.js';

describe('Bodies of POST seal', () => {
  let bodies: SealBodies;
  before(async () => void (bodies = await SealBodies.start()));
  after(() => bodies.stop());

  it('may contain the largest metadata that the schema accepts, and little more', async () => {
    const request = largestRequest();
    const body = inAscii(request);
    // The rest is for a closing record, which does not fit into a manifest beside such metadata.
    const most = SEAL_BODY.bytes - MAX_MANIFEST_SIZE;
    assert.ok(body.length > most * 0.95, `${body.length} of ${most} bytes`);
    assert.equal(await bodies.post(body, idempotent(request)), 200);
    const spaces = ' '.repeat(SEAL_BODY.bytes - body.length);
    assert.equal(await bodies.post(`${body}${spaces}`, idempotent(request)), 200);
    assert.equal(await bodies.post(`${body}${spaces} `, idempotent(request)), 413);
  });

  it('may take twelve seconds for a few hundred bytes, as on a very slow mobile network', async () => {
    const asked = sealRequest();
    const body = JSON.stringify(asked);
    const request = http.request(`${bodies.service.address}${SealBodies.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        'x-api-key': bodies.other,
        ...idempotent(asked),
      },
    });
    const answered = once(request, 'response');
    const piece = Math.ceil(body.length / 12);
    for (let at = 0; at < body.length; at += piece) {
      request.write(body.slice(at, at + piece));
      await sleep(1_000);
    }
    request.end();
    const [response] = (await answered) as [http.IncomingMessage];
    assert.equal(response.resume().statusCode, 200);
  });

  it('are refused before they are parsed if they have more members than the schema', async () => {
    assert.equal(await bodies.post(manyMembers(SEAL_BODY.bytes), idempotent(sealRequest())), 400);
    assert.equal(await bodies.post('['.repeat(SEAL_BODY.bytes), idempotent(sealRequest())), 400);
  });
});
