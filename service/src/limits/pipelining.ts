import type {RequestListener, Server} from 'node:http';
import type {Socket} from 'node:net';

/** Most requests of a connection that have no complete answer yet. Browsers and proxies send one. */
const MOST = 8;

/**
 * Ends connections that send many requests without reading their answers (HTTP pipelining). Node passes on each
 * request as it arrives, so that one connection could have the memory and the turns of thousands. Call it before the
 * server listens, and after everything that listens to its requests was added.
 */
export function limitPipelining(server: Server): void {
  const unanswered = new WeakMap<Socket, number>();
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const {socket} = request;
    if (socket.destroyed) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > MOST) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    for (const listener of listeners) listener.call(server, request, response);
  });
}
