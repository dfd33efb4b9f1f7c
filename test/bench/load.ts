import {fork} from 'node:child_process';
import {once} from 'node:events';

/** What is asked of the service again and again, by so many clients at once. */
export interface Load {
  url: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /**
   * Requests each second, evenly, whether or not those before were answered, as of many clients that do not know of each
   * other; a request that has to wait for a connection has waited from when it was due. Without, each connection sends its
   * next one once it has an answer.
   */
  rate?: number;
  /** The same body each time: the path of a file. Or a seal request's, made anew for each. */
  body: {file: string} | {sealRequest: Record<string, unknown>};
}

export interface LoadResult {
  /** Answers 200 per second. */
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** How many answers had which status. */
  statuses: Record<string, number>;
  /** Requests that got no answer. */
  unanswered: number;
  /** Codes of the errors that they ended with, where there are any. */
  reasons?: Record<string, number>;
}

/** Runs the load in a process of its own, so that neither the bench nor the service makes room for it. */
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

/** How many requests got no answer, or another one than 200. */
export const failedIn = (results: readonly LoadResult[]): number =>
  results
    .flatMap(({statuses, unanswered}) => [
      unanswered,
      ...Object.entries(statuses).map(([status, count]) => (status === '200' ? 0 : count)),
    ])
    .reduce((sum, count) => sum + count, 0);
