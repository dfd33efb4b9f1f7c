import {randomUUID} from 'node:crypto';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {cut, json, listening, type RunningServer} from './server.js';

/** An upload at the server. */
export interface HeldUpload {
  captureId: string;
  length: number;
  bytes: Buffer;
  /** The server did not take the file when it was complete. */
  isRefused?: boolean;
}

export interface TusRequest {
  request: IncomingMessage;
  response: ServerResponse;
  body: Promise<Buffer>;
  /** The upload at the address. */
  held?: HeldUpload;
}

/** Does something with a request instead of what tus asks for; false for what tus asks for. */
export type Misbehaviour = (method: string, asked: TusRequest) => Promise<boolean> | boolean;

/** The capture that a POST is about. */
export function captureIdIn({headers}: IncomingMessage): string {
  const metadata = String(headers['upload-metadata']);
  const [, id = ''] = /captureId (\S+?)(,|$)/.exec(metadata) ?? [];
  return Buffer.from(id, 'base64').toString();
}

export const tusHeaders = {'Tus-Resumable': '1.0.0'};

/** A tus server (core protocol and creation). */
export async function tusServer(misbehave: Misbehaviour = () => false) {
  const uploads = new Map<string, HeldUpload>();
  const methods: string[] = [];
  let behave = misbehave;

  async function patch({request, response, body, held}: TusRequest): Promise<void> {
    if (!held) return void response.writeHead(404).end();
    if (Number(request.headers['upload-offset']) !== held.bytes.length) {
      return void response.writeHead(409).end();
    }
    held.bytes = Buffer.concat([held.bytes, await body]);
    response.writeHead(204, {...tusHeaders, 'Upload-Offset': held.bytes.length}).end();
  }

  function create({request, response}: TusRequest): void {
    const captureId = captureIdIn(request);
    const path = `/files/${randomUUID()}`;
    const length = Number(request.headers['upload-length']);
    uploads.set(path, {captureId, length, bytes: Buffer.alloc(0)});
    response.writeHead(201, {...tusHeaders, Location: path}).end();
  }

  async function answer(asked: TusRequest): Promise<void> {
    const {request, response, held} = asked;
    const {method = ''} = request;
    methods.push(method);
    if (method === 'GET') return json(response, []);
    if (await behave(method, asked)) return;
    if (method === 'POST') return create(asked);
    if (method === 'PATCH') return patch(asked);
    if (!held) return void response.writeHead(404).end();
    const headers = {'Upload-Offset': held.bytes.length, 'Upload-Length': held.length};
    response.writeHead(200, {...tusHeaders, ...headers}).end();
  }

  const server = await listening((request, response, body) => {
    const asked = {request, response, body, held: uploads.get(request.url ?? '')};
    answer(asked).catch(() => cut(request));
  });
  return {
    endpoint: `${server.address}/files`,
    uploads,
    /** The methods of all requests. */
    methods,
    received: () => server.received(),
    requests: server.requests,
    watch: (onMoment: RunningServer['onMoment']) => (server.onMoment = onMoment),
    /** From now on, the server behaves like this; without `next` as tus asks for. */
    become: (next: Misbehaviour = () => false) => (behave = next),
    /** The complete file of a capture that was not refused. */
    stored: (captureId: string): Buffer | undefined =>
      [...uploads.values()].find(
        (one) => one.captureId === captureId && one.bytes.length === one.length && !one.isRefused,
      )?.bytes,
    close: () => server.close(),
  };
}
