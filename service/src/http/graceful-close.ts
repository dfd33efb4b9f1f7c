import type {FastifyInstance} from 'fastify';
import {Server, type Socket} from 'node:net';

/** Milliseconds that connections without a request stay open: a request may be on its way. */
const GRACE_MS = 1_000;

/**
 * Lets a closing service end once its answers are sent. New connections are refused at once. Each connection with a
 * request ends with its answer, which says so (`Connection: close`). Idle connections are still answered for a
 * moment and then ended; otherwise a proxy that sends a request at the instant of the signal would report to its
 * client that the service does not answer.
 *
 * @returns a function that says whether the service is closing
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
    // The server's own close would also end idle connections. Fastify calls it afterwards, and accepts that this
    // call came before.
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
