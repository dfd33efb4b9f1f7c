import type {FastifyInstance} from 'fastify';
import {Server, type Socket} from 'node:net';

/** How long connections without a request stay open: a client may have sent one that has not arrived. */
const GRACE_MS = 1_000;

/**
 * Lets a closing service end once its answers are given. It takes no further connections at once. Each connection with a
 * request ends with its answer, which says so (`Connection: close`). Those that are idle, or were opened ahead and never
 * used, are answered for a moment longer, and then ended: a proxy that sent a request in the instant of the signal would
 * have to tell its client that nobody answered.
 *
 * @returns whether the service is closing
 */
export function endConnectionsOnClose(app: FastifyInstance): () => boolean {
  const open = new Set<Socket>();
  const busy = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', ({socket}, response) => {
    busy.add(socket);
    response.once('close', () => {
      busy.delete(socket);
      if (closing) socket.destroySoon();
    });
  });
  app.addHook('preClose', (done) => {
    closing = true;
    // That of HTTP would end idle connections as well. Fastify calls it afterwards, and takes that it was called before.
    if (app.server.listening) Server.prototype.close.call(app.server);
    const endIdle = () => {
      for (const socket of open) if (!busy.has(socket)) socket.destroy();
      done();
    };
    if (open.size === 0) endIdle();
    else setTimeout(endIdle, GRACE_MS);
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) void reply.header('connection', 'close');
    done();
  });
  return () => closing;
}
