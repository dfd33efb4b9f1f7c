import type {FastifyInstance} from 'fastify';
import type {Socket} from 'node:net';

/**
 * Lets a closing service end once its answers are given. Closing waits for every connection, and browsers
 * keep some that are idle, or were opened ahead and never used: those without a request are ended at
 * once, each other one with its answer.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
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
    for (const socket of open) if (!busy.has(socket)) socket.destroy();
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) void reply.header('connection', 'close');
    done();
  });
}
