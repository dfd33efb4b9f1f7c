// Strangers: in a process of its own, asks one address again and again on many connections, without credentials.
import {Agent, request} from 'node:http';
import {once} from 'node:events';
import type {Flood} from './flood.js';

const [flood] = (await once(process, 'message')) as [Flood];
const agent = new Agent({keepAlive: true, maxSockets: flood.connections});
const statuses: Record<string, number> = {};
const count = (what: string) => (statuses[what] = (statuses[what] ?? 0) + 1);
/** Numbers of a connection's requests. */
const STEP = 1_000_000;
/** Milliseconds until a connection that failed is opened again. */
const PAUSE_MS = 50;

function ask(number: number): void {
  const {url, method, headers, bodies, localAddresses} = flood;
  // A connection stays with its network.
  const localAddress = localAddresses[Math.floor(number / STEP) % localAddresses.length];
  const body = bodies && Buffer.from(bodies[number % bodies.length]!, 'base64');
  const again = () => ask(number + 1);
  const outgoing = request(
    url,
    {
      agent,
      method,
      localAddress,
      headers: {...headers, ...(body && {'content-length': body.length})},
    },
    (answer) => {
      count(String(answer.statusCode));
      answer
        .resume()
        .once('end', again)
        .once('error', () => undefined);
    },
  );
  outgoing.once('error', () => {
    count('failed');
    setTimeout(again, PAUSE_MS);
  });
  outgoing.end(body);
}

for (let number = 0; number < flood.connections; number++) ask(number * STEP);
process.on('message', () => process.send?.(statuses, () => process.exit()));
