import assert from 'node:assert/strict';
import http from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import {cborAssertion, inPng, manifest, store} from '../../../seal/test/foreign-store.js';
import {makeAuthority} from '../../../seal/test/pki.js';
import {envelope, jpegOf, protectForm, statusOf} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';

/** Number of files that may wait for the only thread. */
const PLACES = 2;

describe('Files of clients that disconnected', () => {
  const service = serviceOfSuite({threads: 1, queueLength: PLACES, jobTimeout: 60_000});
  const agent = new http.Agent();
  let base: string;
  /** A file that occupies the thread for a while. */
  let costly: string;
  before(async () => {
    base = `${await service.app.listen({port: 0, host: '127.0.0.1'})}/protection/sandbox`;
    const {signer} = await makeAuthority();
    const assertions = Array.from({length: 2_500}, (_, i) => cborAssertion(`org.test.a${i}`, {i}));
    const sealed = store(await manifest({label: 'urn:c2pa:costly', assertions}, signer));
    costly = envelope(inPng(sealed));
  });
  after(() => agent.destroy());

  const key = () => ({'x-api-key': service.sandbox.key});
  const inspect = (body: string) => statusOf(`${base}/inspect`, agent, body, key());
  /** Sends a request, and closes the connection while it waits for the thread. */
  async function leave(path: string, body: string | Buffer, headers: http.OutgoingHttpHeaders) {
    const request = http.request(`${base}${path}`, {
      method: 'POST',
      agent,
      headers: {...key(), ...headers, 'content-length': Buffer.byteLength(body)},
    });
    request.on('error', () => undefined).end(body);
    await sleep(150);
    request.destroy();
  }

  const kinds = {
    inspected: () =>
      leave('/inspect', envelope(jpegOf(2_000)), {'content-type': 'application/json'}),
    sealed: async () => {
      const {payload, headers} = await protectForm(jpegOf(2_000), 'image/jpeg', {});
      await leave('/protect', payload, headers);
    },
  };
  for (const [what, send] of Object.entries(kinds)) {
    it(`are not ${what}, and free their places in the queue`, async () => {
      const first = inspect(costly);
      await sleep(100);
      await Promise.all(Array.from({length: PLACES}, send));
      await sleep(50);
      assert.equal(await inspect(envelope(jpegOf(2_000))), 200);
      assert.equal(await first, 200);
    });
  }
});
