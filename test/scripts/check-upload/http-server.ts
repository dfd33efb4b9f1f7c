import {createHash} from 'node:crypto';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {json, listening} from '../../delivery/hostile/server.js';
import {ORIGIN} from './check.js';

export interface Upload {
  request: IncomingMessage;
  response: ServerResponse;
  body: Promise<Buffer>;
  key: string;
  /** Files by Idempotency-Key. */
  stored: Map<string, Buffer>;
}

const digestOf = (body: Buffer): string =>
  `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;

/** What is wrong with the server: does something else with an upload; false for what is right. */
export type Plant = (upload: Upload) => boolean | Promise<boolean>;

/** Headers on each answer. */
export const goodCors: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': ORIGIN,
  'Access-Control-Allow-Methods': 'POST, PUT',
  'Access-Control-Allow-Headers':
    'Content-Type, Content-Disposition, Idempotency-Key, Authorization',
  'Access-Control-Expose-Headers': 'Location, ETag, Retry-After, Repr-Digest',
};

const MOST_BYTES = 10_000_000;

/** A server that does all that docs/delivery.md asks for, except for what is planted. */
export async function plantedServer(plant: Plant = () => false, cors = goodCors) {
  const stored = new Map<string, Buffer>();

  async function answer({request, response, body, key}: Upload): Promise<unknown> {
    if (request.url !== '/uploads') return json(response, {detail: 'Nothing here.'}, 404);
    if (Number(request.headers['content-length']) > MOST_BYTES) {
      return json(response, {detail: 'At most 10 MB.'}, 413);
    }
    const bytes = await body;
    const isNew = !stored.has(key);
    if (isNew) stored.set(key, bytes);
    const headers = {Location: `/stored/${key}`, 'Repr-Digest': digestOf(bytes)};
    return response.writeHead(isNew ? 201 : 200, headers).end();
  }

  const {address, close} = await listening((request, response, body) => {
    for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
    const key = String(request.headers['idempotency-key']);
    const upload = {request, response, body, key, stored};
    const act = async (): Promise<unknown> => {
      if (await plant(upload)) return undefined;
      if (request.method === 'OPTIONS') return response.writeHead(204).end();
      return answer(upload);
    };
    // Connections that are cut.
    act().catch(() => undefined);
  });
  return {url: `${address}/uploads`, address, stored, close};
}
