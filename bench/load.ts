import {fork} from 'node:child_process';
import {once} from 'node:events';

/** A request that several clients send to the service repeatedly at the same time. */
export interface Load {
  url: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /**
   * Requests per second, sent evenly whether or not earlier ones were answered, as from many independent clients. The
   * latency of a request that waits for a connection is measured from the time when it was due. Without a rate, each
   * connection sends its next request after the answer.
   */
  rate?: number;
  /** The same body each time: the path of a file. Or that of a seal request, created for each request. */
  body: {file: string} | {sealRequest: Record<string, unknown>};
}

export interface LoadResult {
  /** Answers with status 200 per second. */
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Number of answers by status. */
  statuses: Record<string, number>;
  /** Number of requests without an answer. */
  unanswered: number;
  /** Number of failed requests by error code, if there are any. */
  reasons?: Record<string, number>;
}

/** Runs the load in a separate process, so that it does not share a process with the bench or the service. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const child = fork(new URL('./load-process.ts', import.meta.url));
  const answer = Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The load ended with ${code}.`))),
  ]);
  child.send(load);
  const [result] = (await answer) as [LoadResult];
  child.kill();
  return result;
}

/** Number of requests without an answer or with another status than 200. */
export const failedIn = (results: readonly LoadResult[]): number =>
  results
    .flatMap(({statuses, unanswered}) => [
      unanswered,
      ...Object.entries(statuses).map(([status, count]) => (status === '200' ? 0 : count)),
    ])
    .reduce((sum, count) => sum + count, 0);
