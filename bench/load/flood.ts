import {fork} from 'node:child_process';
import {once} from 'node:events';

/** What strangers ask, each connection again as soon as it is answered. */
export interface Flood {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** Base64; sent in turn. */
  bodies?: string[];
  connections: number;
  /** Where the connections come from, in turn. */
  localAddresses: string[];
}

/** Answers by status. */
export type FloodResult = Record<string, number>;

/** Starts it in a separate process; the returned function ends it. */
export function startFlood(flood: Flood): () => Promise<FloodResult> {
  const child = fork(new URL('./flood-process.ts', import.meta.url));
  const ended = once(child, 'exit');
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  child.send(flood);
  return async () => {
    process.off('exit', stop);
    child.send('end');
    const [result] = (await once(child, 'message')) as [FloodResult];
    await ended;
    return result;
  };
}
