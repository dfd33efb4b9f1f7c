// Started by load.ts: runs one load, then prints its result.
import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import autocannon from 'autocannon';
import type {Load, LoadResult} from './load.js';
import {runPaced} from './load-paced.js';
import {Samples} from './samples.js';

const LONGEST_S = 30;

const [load] = (await once(process, 'message')) as [Load];
process.send?.(
  load.rate === undefined ? await untilAnswered(load) : await runPaced(load, load.rate),
);

/** A busy machine may not answer at all in such a short time, so the duration is doubled, up to half a minute. */
async function untilAnswered(one: Load): Promise<LoadResult> {
  const result = await run(one);
  if (Object.keys(result.statuses).length > 0) return result;
  if (one.seconds >= LONGEST_S) throw new Error(`${one.url} gave no answer in ${one.seconds} s.`);
  return untilAnswered({...one, seconds: Math.min(LONGEST_S, 2 * one.seconds)});
}

async function run({url, headers, connections, seconds, body}: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const request: autocannon.Request =
    'file' in body
      ? {body: readFileSync(body.file)}
      : {
          setupRequest(one) {
            const captureId = randomUUID();
            one.body = JSON.stringify({...body.sealRequest, captureId});
            one.headers = {...one.headers, 'idempotency-key': captureId};
            return one;
          },
        };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      connections,
      duration: seconds,
      method: 'POST',
      headers,
      requests: [request],
    };
    const instance = autocannon(options, (error: Error | null, done) =>
      error ? reject(error) : resolve(done),
    );
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      latencies.push(milliseconds);
      statuses[status] = (statuses[status] ?? 0) + 1;
    });
  });
  const samples = new Samples(latencies);
  return {
    perSecond: (statuses['200'] ?? 0) / result.duration,
    p50: samples.median,
    p99: samples.percentile(0.99),
    statuses,
    unanswered: result.errors + result.timeouts,
  };
}
