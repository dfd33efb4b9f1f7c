import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {describe, it} from 'node:test';
import {TusDelivery} from '../../../src/delivery/tus-delivery.js';
import type {SealedCaptureError} from '../../../src/model/errors.js';
import {deliveryContext} from '../delivery-context.js';
import {seeded} from './random.js';
import {cut} from './server.js';
import {asXmlHttpRequests, fileReader, storedAddresses} from './tus-ports.js';
import {tusHeaders, tusServer, type Misbehaviour, type TusRequest} from './tus-server.js';

const SEQUENCES = 100;
const SIZE = 2_000;
/** Longer than any answer takes on a busy machine: a refusal that the page does not wait for is none to it. */
const PATIENCE_MS = 800;
const AT_ONCE = 50;

const statuses = [400, 401, 403, 404, 409, 410, 413, 423, 429, 500, 502, 503];
const redirects = [301, 302, 303, 307, 308];
const anyMethod = ['behave', 'behave', 'behave', 'refuse', 'cut', 'redirect', 'redirect to itself'];
const fates: Record<string, readonly string[]> = {
  POST: [...anyMethod, 'an address over http', 'an address that is gone', 'no address'],
  HEAD: [...anyMethod, 'no answer', 'too far', 'too little', 'no offset', 'another length'],
  PATCH: [
    ...anyMethod,
    'take half, then cut',
    'take all, then refuse the file',
    'take all, then refuse the file',
    'take nothing',
    'take a byte',
    'say to have it all',
    'say to have too much',
  ],
};

/** Does to each request what the seed says. A lie of exactly the length, in answer to HEAD, nobody can see through. */
function hostile(seed: number, events: string[]): Misbehaviour {
  const random = seeded(seed);
  return async (method, {request, response, body, held}: TusRequest) => {
    const fate = random.of(fates[method] ?? ['behave']);
    const status = random.of(statuses);
    events.push(`${method}: ${fate} ${status}`);
    const offset = held?.bytes.length ?? 0;
    const says = (
      value: number,
      length = held?.length ?? SIZE,
      code = method === 'HEAD' ? 200 : 204,
    ) =>
      response
        .writeHead(code, {...tusHeaders, 'Upload-Offset': value, 'Upload-Length': length})
        .end();
    switch (fate) {
      case 'refuse':
        await body;
        response.writeHead(status, {'Retry-After': '0'}).end();
        return true;
      case 'cut':
        cut(request);
        return true;
      case 'no answer':
        return true;
      case 'redirect':
      case 'redirect to itself': {
        await body;
        const Location = fate === 'redirect' ? '/sign-in' : String(request.url);
        response.writeHead(random.of(redirects), {Location}).end();
        return true;
      }
      case 'an address over http':
        response.writeHead(201, {Location: 'http://app.example/files/1'}).end();
        return true;
      case 'an address that is gone':
        response.writeHead(201, {Location: 'http://127.0.0.1:1/files/1'}).end();
        return true;
      case 'no address':
        response.writeHead(201).end();
        return true;
      case 'too far':
        return !!says(SIZE + 1);
      case 'too little':
        return !!says(Math.floor(offset / 2));
      case 'no offset':
        response.writeHead(200).end();
        return true;
      case 'another length':
        return !!says(offset, 7);
    }
    // Of a request at another offset, no server takes anything.
    const isMisplaced = Number(request.headers['upload-offset']) !== offset;
    if (!held || isMisplaced || fate === 'behave') return false;
    const received = await body;
    switch (fate) {
      case 'take half, then cut':
        held.bytes = Buffer.concat([held.bytes, received.subarray(0, received.length / 2)]);
        cut(request);
        return true;
      case 'take all, then refuse the file':
        held.bytes = Buffer.concat([held.bytes, received]);
        held.isRefused = held.bytes.length === SIZE;
        response.writeHead(status).end();
        return true;
      case 'take nothing':
        return !!says(offset);
      case 'take a byte':
        held.bytes = Buffer.concat([held.bytes, received.subarray(0, 1)]);
        return !!says(held.bytes.length);
      case 'say to have it all':
        // What it says is true of the last bytes alone.
        if (offset + received.length === SIZE) return false;
        return !!says(SIZE);
      case 'say to have too much':
        return !!says(SIZE + 5);
    }
    return false;
  };
}

const fileOf = (seed: number): Blob =>
  new Blob([Uint8Array.from({length: SIZE}, (_, index) => (seed * index) % 251)], {
    type: 'image/jpeg',
  });

/** Twelve attempts at a hostile server, then a repaired one. */
async function sequence(seed: number, chunkSize?: number) {
  const events: string[] = [];
  const server = await tusServer(hostile(seed, events));
  const {urlStorage} = storedAddresses();
  const captureId = randomUUID();
  const file = fileOf(seed);
  const said: string[] = [];
  let attempts = 0;
  let isKept = true;
  try {
    while (isKept && attempts < 40) {
      if (attempts++ === 12) server.become();
      // Each in a page of its own.
      const ports = {httpStack: asXmlHttpRequests, fileReader, urlStorage};
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
    const stored = server.stored(captureId);
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
