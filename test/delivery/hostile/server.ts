import {once} from 'node:events';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A request that a server got. */
export interface SeenRequest {
  /** Bytes of its body that arrived. */
  bytes: number;
  /** The status of the answer; 0 before it, and if there is none. */
  status: number;
}

/** A moment of a request: it has arrived, or its body is complete. */
export type Moment = 'arrived' | 'complete';

/** A running server. */
export interface RunningServer {
  address: string;
  readonly requests: readonly SeenRequest[];
  /** Bytes in the bodies of all requests. */
  received: () => number;
  /** Called at these moments of each request, before the server does anything with it. */
  onMoment: (moment: Moment) => void;
  close: () => void;
}

export async function listening(
  answer: (request: IncomingMessage, response: ServerResponse, body: Promise<Buffer>) => unknown,
): Promise<RunningServer> {
  const requests: SeenRequest[] = [];
  const server: Server = createServer((request, response) => {
    const seen = {bytes: 0, status: 0};
    requests.push(seen);
    request.on('error', () => undefined);
    response.on('finish', () => (seen.status = response.statusCode));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => {
      seen.bytes += chunk.length;
      chunks.push(chunk);
    });
    running.onMoment('arrived');
    request.once('end', () => running.onMoment('complete'));
    const body = once(request, 'end').then(() => Buffer.concat(chunks));
    body.catch(() => undefined);
    answer(request, response, body);
  });
  // On a busy machine, the server would close idle connections just as they are used again.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const running: RunningServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    received: () => requests.reduce((sum, {bytes}) => sum + bytes, 0),
    onMoment: () => undefined,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return running;
}

/** Ends the connection without an answer. */
export const cut = ({socket}: IncomingMessage): void => void socket.resetAndDestroy();

export const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, {'Content-Type': 'application/json'}).end(JSON.stringify(value));
};
