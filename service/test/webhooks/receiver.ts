import {once} from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type {AddressInfo} from 'node:net';
import {Value} from 'typebox/value';
import {WebhookEvent} from '../../src/webhooks/events.js';

/** A request that a receiver got. */
export interface Received {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
  at: number;
}

export type Answering = (response: http.ServerResponse, received: Received, count: number) => void;

/** A receiver of webhooks over real HTTP. */
export interface Receiver {
  url: string;
  port: number;
  received: Received[];
  /** The maximum number of requests that were open at the same time. */
  mostOpen: () => number;
  /** Sets the answer from now on. */
  answer: (answering: Answering) => void;
  /** Resolves after this many requests. */
  got(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

export const accept: Answering = (response) => void response.writeHead(204).end();

export const refuse =
  (status: number, headers: http.OutgoingHttpHeaders = {}): Answering =>
  (response) =>
    void response.writeHead(status, headers).end();

export async function startReceiver(
  answering: Answering = accept,
  {tls, port = 0}: {tls?: https.ServerOptions; port?: number} = {},
): Promise<Receiver> {
  let open = 0;
  let mostOpen = 0;
  const received: Received[] = [];
  const listener: http.RequestListener = (request, response) => {
    mostOpen = Math.max(mostOpen, ++open);
    response.once('close', () => open--);
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const {method = '', url: path = '', headers} = request;
        const body = Buffer.concat(chunks).toString();
        const one = {method, path, headers, body, at: Date.now()};
        received.push(one);
        answering(response, one, received.length);
        server.emit('received');
      });
  };
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `${tls ? 'https' : 'http'}://localhost:${bound}/hooks?of=seals`,
    port: bound,
    received,
    mostOpen: () => mostOpen,
    answer: (other) => (answering = other),
    async got(count) {
      while (received.length < count) {
        await once(server, 'received', {signal: AbortSignal.timeout(10_000)});
      }
      return received;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The event of a request. @throws if the body is not an event */
export function eventOf({body}: Received): WebhookEvent {
  const value: unknown = JSON.parse(body);
  if (!Value.Check(WebhookEvent, value)) throw new Error(`This is no event: ${body}`);
  return value;
}
