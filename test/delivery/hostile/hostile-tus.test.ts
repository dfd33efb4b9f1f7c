import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {TusDelivery} from '../../../src/delivery/tus-delivery.js';
import type {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {deliveryContext} from '../delivery-context.js';
import {misbehavingTus} from './misbehaving-tus.js';
import {fileReader, noting, storedAddresses} from './tus-ports.js';
import {tusServer} from './tus-server.js';

const SEQUENCES = 100;
const SIZE = 2_000;
const PATIENCE_MS = 800;
const AT_ONCE = 50;

const fileOf = (seed: number): Blob =>
  new Blob([Uint8Array.from({length: SIZE}, (_, index) => (seed * index) % 251)], {
    type: 'image/jpeg',
  });

/** Twelve attempts at a hostile server, then a repaired one. */
async function sequence(seed: number, chunkSize?: number) {
  const events: string[] = [];
  const server = await tusServer(misbehavingTus(seed, events));
  const {urlStorage} = storedAddresses();
  const heard = new Set<string>();
  const captureId = `photo-${seed}`;
  const file = fileOf(seed);
  const said: string[] = [];
  let attempts = 0;
  let isKept = true;
  try {
    while (isKept && attempts < 40) {
      if (attempts++ === 12) server.become();
      // Each in a page of its own.
      const ports = {httpStack: noting(heard), fileReader, urlStorage};
      const delivery = new TusDelivery({endpoint: server.endpoint, chunkSize}, PATIENCE_MS, ports);
      try {
        await delivery.send(file, deliveryContext({captureId}));
        isKept = false;
      } catch (thrown) {
        const {code = 'none', message} = thrown as Partial<SealedCaptureError>;
        said.push(`${code}: ${message}`);
        events.push('—');
      }
    }
    const stored = server.stored(captureId, heard);
    const isWhole = stored?.equals(Buffer.from(await file.arrayBuffer())) ?? false;
    return {isKept, isWhole, attempts, received: server.received(), events, said};
  } finally {
    server.close();
  }
}

describe('uploads to a hostile tus server', () => {
  for (const chunkSize of [undefined, 700]) {
    const name = chunkSize ? `in parts of ${chunkSize} bytes` : 'in one request';
    it(
      `loses no file in ${SEQUENCES} random sequences ${name}, and sends a bounded number of bytes`,
      {timeout: 60_000},
      async () => {
        const seeds = Array.from({length: SEQUENCES}, (_, index) => index + 1);
        const runOf = async (seed: number): Promise<void> => {
          const {isKept, isWhole, attempts, received, events, said} = await sequence(
            seed,
            chunkSize,
          );
          const story = `seed ${seed}: ${JSON.stringify({events, said}, null, 1)}`;
          assert.ok(isKept || isWhole, `The only copy was deleted. ${story}`);
          assert.ok(!isKept, `The repaired server did not get the file. ${story}`);
          // Twice the size by an address that fails, and twice by the next one, redirects included.
          assert.ok(received <= 8 * attempts * SIZE, `${received} bytes. ${story}`);
        };
        while (seeds.length > 0) await Promise.all(seeds.splice(0, AT_ONCE).map(runOf));
      },
    );
  }
});
