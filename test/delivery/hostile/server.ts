import {once} from 'node:events';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A running server, with the bytes that it has received in the bodies of requests. */
export interface RunningServer {
  address: string;
  received: () => number;
  close: () => void;
}

export async function listening(
  answer: (request: IncomingMessage, response: ServerResponse, body: Promise<Buffer>) => unknown,
): Promise<RunningServer> {
  let received = 0;
  const server: Server = createServer((request, response) => {
    request.on('error', () => undefined);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      chunks.push(chunk);
    });
    const body = once(request, 'end').then(() => Buffer.concat(chunks));
    body.catch(() => undefined);
    answer(request, response, body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Ends the connection without an answer. */
export const cut = ({socket}: IncomingMessage): void => void socket.resetAndDestroy();

export const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, {'Content-Type': 'application/json'}).end(JSON.stringify(value));
};
