import {fork} from 'node:child_process';
import {once} from 'node:events';

export interface BareServer {
  origin: string;
  close(): void;
}

/** Starts a plain `node:http` server in a separate process, whose engine trusts nobody and asks for no trust. */
export async function startBareServer(): Promise<BareServer> {
  const child = fork(new URL('./bare-server.mjs', import.meta.url), {execArgv: []});
  const [port] = (await once(child, 'message')) as [number];
  return {origin: `http://127.0.0.1:${port}`, close: () => void child.kill()};
}
