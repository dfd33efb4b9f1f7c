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
  /** When that was, by `performance.now()`. */
  refusedAt?: number;
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

/** What a tus server does (core protocol and creation). */
export function tusUploads(misbehave: Misbehaviour = () => false) {
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

  async function answerTo(asked: TusRequest): Promise<void> {
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

  return {
    answer: (request: IncomingMessage, response: ServerResponse, body: Promise<Buffer>): void => {
      const asked = {request, response, body, held: uploads.get(request.url ?? '')};
      answerTo(asked).catch(() => cut(request));
    },
    uploads,
    /** The methods of all requests. */
    methods,
    /** From now on, the server behaves like this; without `next` as tus asks for. */
    become: (next: Misbehaviour = () => false) => (behave = next),
    /**
     * The complete file of a capture that was not refused. With `heard`, refusals at other paths are none: a HEAD shows all
     * bytes then, as it does where a success was lost.
     */
    stored: (captureId: string, heard?: ReadonlySet<string>): Buffer | undefined =>
      [...uploads].find(
        ([path, one]) =>
          one.captureId === captureId &&
          one.bytes.length === one.length &&
          !(one.isRefused && (heard?.has(path) ?? true)),
      )?.[1].bytes,
  };
}

export async function tusServer(misbehave?: Misbehaviour) {
  const {answer, ...served} = tusUploads(misbehave);
  const server = await listening(answer);
  return {
    ...served,
    endpoint: `${server.address}/files`,
    received: () => server.received(),
    requests: server.requests,
    watch: (onMoment: RunningServer['onMoment']) => (server.onMoment = onMoment),
    close: () => server.close(),
  };
}
