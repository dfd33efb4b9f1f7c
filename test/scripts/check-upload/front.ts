import {once} from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type {AddressInfo} from 'node:net';

export interface Planted {
  /** Answers a request itself; false for what the server behind answers. */
  before?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Changes what the server behind has answered. */
  after?: (
    request: IncomingMessage,
    answer: {status: number; headers: OutgoingHttpHeaders},
  ) => void;
}

/** A reverse proxy with faults, before the server at this port. */
export async function frontOf(port: number, {before, after}: Planted) {
  const server = createServer((request, response) => {
    request.on('error', () => undefined);
    if (before?.(request, response)) return void request.resume();
    const {method, url: path, headers} = request;
    const forwarded = httpRequest({host: '127.0.0.1', port, method, path, headers}, (answered) => {
      const answer = {status: answered.statusCode ?? 0, headers: {...answered.headers}};
      after?.(request, answer);
      answered.pipe(response.writeHead(answer.status, answer.headers));
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
