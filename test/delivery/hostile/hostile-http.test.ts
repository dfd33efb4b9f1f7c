import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {describe, it} from 'node:test';
import {sendBy} from '../../../src/core/queue/delivery/uploads.js';
import {HttpDelivery} from '../../../src/delivery/http-delivery.js';
import type {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {FileDelivery} from '@sealed-capture/seal/model/protection-config.js';
import {deliveryContext} from '../delivery-context.js';
import {asXmlHttpRequest, http, within} from './http-ports.js';
import {hostileHttpServer} from './http-server.js';

const SEQUENCES = 100;
const SIZE = 2_000;
const PATIENCE_MS = 100;
/** Most of a sequence's time is spent on answers that do not come. */
const AT_ONCE = 25;

/** A queue's attempts with one delivery. */
type Way = (url: string) => FileDelivery;
const ways: Record<string, Way> = {
  'POST by fetch': (url) => new HttpDelivery({url}, {http}, PATIENCE_MS),
  'POST by XMLHttpRequest': (url) =>
    new HttpDelivery({url}, {http, upload: asXmlHttpRequest}, PATIENCE_MS),
  'PUT to presigned addresses': (url) =>
    new HttpDelivery(
      {method: 'PUT', url: () => ({url: `${url}?signature=${randomUUID()}`})},
      {http, upload: asXmlHttpRequest},
      PATIENCE_MS,
    ),
  'a send() that returns the Response of fetch': (url) => ({
    send: (body, {captureId}) => {
      const headers = {'Idempotency-Key': captureId};
      const signal = within(PATIENCE_MS);
      // As pages in JavaScript do.
      return fetch(url, {method: 'POST', body, headers, signal}) as ReturnType<
        FileDelivery['send']
      >;
    },
  }),
};

const fileOf = (seed: number): Blob =>
  new Blob([new Uint8Array(SIZE).fill(seed % 251)], {type: 'image/jpeg'});

/** Sends a file until the server says that it has it: five attempts at a hostile server, then a repaired one. */
async function sequence(seed: number, way: Way) {
  const server = await hostileHttpServer(seed);
  const delivery = way(server.url);
  const captureId = `photo-${seed}`;
  const file = fileOf(seed);
  const said: string[] = [];
  let attempts = 0;
  let isKept = true;
  try {
    while (isKept && attempts < 30) {
      if (attempts++ === 5) server.repair();
      try {
        await sendBy(delivery, file, deliveryContext({captureId}));
        isKept = false;
      } catch (thrown) {
        const {code = 'none', message} = thrown as Partial<SealedCaptureError>;
        said.push(`${code}: ${message}`);
      }
    }
    const stored = server.stored(captureId);
    const isWhole = stored?.equals(Buffer.from(await file.arrayBuffer())) ?? false;
    return {isKept, isWhole, attempts, received: server.received(), events: server.events, said};
  } finally {
    server.close();
  }
}

describe('uploads to a hostile server', () => {
  for (const [name, way] of Object.entries(ways)) {
    it(
      `loses no file in ${SEQUENCES} random sequences by ${name}, and sends a bounded number of bytes`,
      {timeout: 60_000},
      async () => {
        const seeds = Array.from({length: SEQUENCES}, (_, index) => index + 1);
        const runOf = async (seed: number): Promise<void> => {
          const {isKept, isWhole, attempts, received, events, said} = await sequence(seed, way);
          const story = `seed ${seed}: ${JSON.stringify({events, said}, null, 1)}`;
          assert.ok(isKept || isWhole, `The only copy was deleted. ${story}`);
          assert.ok(!isKept, `The repaired server did not get the file. ${story}`);
          // One request that is redirected with its body, one to the address that it named, and one if XMLHttpRequest proved nothing.
          assert.ok(received <= 5 * attempts * SIZE, `${received} bytes. ${story}`);
        };
        while (seeds.length > 0) await Promise.all(seeds.splice(0, AT_ONCE).map(runOf));
      },
    );
  }
});
