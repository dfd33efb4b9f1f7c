import assert from 'node:assert/strict';
import {setTimeout as sleep} from 'node:timers/promises';
import type {SealRequest} from '@sealed-capture/seal/model/seal/seal-request.js';
import {idempotent, sealRequest} from '../requests.js';
import type {Answer, Proxy} from './nginx-server.js';

/** Statuses after which the same request may be sent again, as pages do. */
const AGAIN = [409, 429, 502, 503, 504];
const CLIENTS = 8;
const PATIENCE_MS = 30_000;

type Ask = (request: SealRequest) => Promise<Answer>;

export const askForSeal = (proxy: Proxy, key: string, request: SealRequest): Promise<Answer> =>
  proxy.ask(
    '/protection/sandbox/seal',
    {'content-type': 'application/json', 'x-api-key': key, ...idempotent(request)},
    JSON.stringify(request),
  );

/** Seals as pages do: repeats a request if the answer allows it, for at most half a minute. */
async function seal(ask: Ask, request: SealRequest, seen: Map<number, number>): Promise<Buffer> {
  let last = '';
  for (const start = performance.now(); performance.now() - start < PATIENCE_MS; await sleep(250)) {
    const {status, bytes} = await ask(request);
    seen.set(status, (seen.get(status) ?? 0) + 1);
    if (status === 200) return bytes;
    last = `${status} ${bytes.toString('latin1').slice(0, 200)}`;
    assert.ok(AGAIN.includes(status), last);
  }
  throw new Error(`A capture was not sealed within half a minute: ${last}`);
}

/**
 * Eight clients seal captures one after the other during an incident. Afterwards, they request all seals again.
 *
 * @param pause milliseconds between two captures of a client
 * @returns the number of captures, the number of those with a different seal in the second answer, and the statuses of
 * the first answers
 */
export async function sealCapturesWhile(ask: Ask, happening: () => Promise<void>, pause = 20) {
  const over = new AbortController();
  const seen = new Map<number, number>();
  const sealed: {request: SealRequest; manifest: Buffer}[] = [];
  const clients = Array.from({length: CLIENTS}, async () => {
    while (!over.signal.aborted) {
      const request = sealRequest();
      sealed.push({request, manifest: await seal(ask, request, seen)});
      await sleep(pause);
    }
  });
  try {
    await happening();
  } finally {
    over.abort();
  }
  await Promise.all(clients);
  const {length: count} = sealed;
  let others = 0;
  const again = Array.from({length: CLIENTS}, async () => {
    for (let one = sealed.pop(); one; one = sealed.pop()) {
      if (!one.manifest.equals(await seal(ask, one.request, new Map()))) others++;
    }
  });
  await Promise.all(again);
  return {count, others, seen};
}
