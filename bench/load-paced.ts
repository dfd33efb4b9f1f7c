import {randomUUID} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {Agent, request as httpRequest} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Load, LoadResult} from './load.js';
import {Samples} from './samples.js';

/** Maximum time for an answer in milliseconds; long, for a busy machine. */
const ANSWER_MS = 120_000;

/** Sends this many requests per second, evenly. See {@link Load.rate}. */
export async function runPaced(load: Load, rate: number): Promise<LoadResult> {
  const {url, connections, seconds} = load;
  const agent = new Agent({keepAlive: true, maxSockets: connections});
  const next = requestsOf(load);
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const pending = new Set<Promise<void>>();
  const reasons: Record<string, number> = {};
  let unanswered = 0;
  const ask = (due: number) =>
    new Promise<void>((done) => {
      const {headers, body} = next();
      const length = {'content-length': Buffer.byteLength(body)};
      const request = httpRequest(url, {
        method: 'POST',
        agent,
        headers: {...headers, ...length},
        timeout: ANSWER_MS,
      });
      const lost = ({code = 'timeout'}: NodeJS.ErrnoException) => {
        unanswered++;
        reasons[code] = (reasons[code] ?? 0) + 1;
        done();
      };
      request.once('timeout', () => request.destroy(new Error('no answer')));
      request.once('error', lost);
      request.once('response', (response) => {
        response.resume().once('error', lost);
        response.once('end', () => {
          latencies.push(performance.now() - due);
          const {statusCode = 0} = response;
          statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
          done();
        });
      });
      request.end(body);
    });
  const start = performance.now();
  const total = Math.ceil(rate * seconds);
  for (let sent = 0; sent < total;) {
    const due = start + (sent / rate) * 1000;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    // A timer is up to a millisecond late, and several requests may be due by then.
    for (; sent < total && start + (sent / rate) * 1000 <= performance.now(); sent++) {
      const asked = ask(start + (sent / rate) * 1000);
      pending.add(asked);
      void asked.then(() => pending.delete(asked));
    }
  }
  await Promise.all(pending);
  const took = (performance.now() - start) / 1000;
  agent.destroy();
  const samples = new Samples(latencies);
  return {
    perSecond: (statuses['200'] ?? 0) / took,
    p50: samples.median,
    p99: samples.percentile(0.99),
    statuses,
    unanswered,
    reasons,
  };
}

function requestsOf({headers, body}: Load) {
  if ('file' in body) {
    const file = readFileSync(body.file);
    return () => ({headers, body: file});
  }
  return () => {
    const captureId = randomUUID();
    return {
      headers: {...headers, 'idempotency-key': captureId},
      body: JSON.stringify({...body.sealRequest, captureId}),
    };
  };
}
