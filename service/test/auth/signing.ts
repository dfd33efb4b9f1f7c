import {createHash, createHmac, randomBytes, randomUUID} from 'node:crypto';
import type {FastifyInstance, LightMyRequestResponse as Answer} from 'fastify';
import {
  componentValue,
  coveredComponents,
  signatureBase,
  signatureParams,
} from '@sealed-capture/seal/model/seal/message-signature.js';
import {sealRequest} from '../requests.js';

/** A request as it is sent, with header names in lower case. */
export interface WireRequest {
  method: 'GET' | 'POST' | 'PUT';
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Signer {
  id: string;
  secret: string;
}

export interface SigningChange {
  components?: readonly string[];
  /** Epoch seconds. */
  created?: number;
  nonce?: string;
  /** Receives the signature parameters, and returns those to sign instead. */
  parameters?: (parameters: string) => string;
  /** Scheme and host, or more, in front of the path, as the client calls the service. */
  root?: string;
}

export const HOST = 'seals.example';

/** An unsigned request for a seal in the sandbox. */
export function sealing(
  path = '/protection/sandbox/seal',
  json: object = sealRequest(),
): WireRequest {
  const {captureId = randomUUID()} = json as {captureId?: string};
  return {
    method: 'POST',
    path,
    headers: {
      host: HOST,
      'content-type': 'application/json',
      'idempotency-key': captureId,
      accept: 'application/problem+json, */*',
    },
    body: Buffer.from(JSON.stringify(json)),
  };
}

export const digestField = (body: Uint8Array, algorithm = 'sha256'): string =>
  `${algorithm.replace('sha', 'sha-')}=:${createHash(algorithm).update(body).digest('base64')}:`;

/** Signs the request with the package's model and node:crypto only. */
export function signed(
  request: WireRequest,
  {id, secret}: Signer,
  change: SigningChange = {},
): WireRequest {
  const headers: Record<string, string> = {
    'content-digest': digestField(request.body),
    ...request.headers,
  };
  const signable = {
    method: request.method,
    url: `${change.root ?? `https://${headers['host']}`}${request.path}`,
    header: (name: string) => headers[name],
  };
  const components =
    change.components ??
    coveredComponents.filter((name) => name.startsWith('@') || headers[name] !== undefined);
  const parameters = signatureParams(components, {
    created: change.created ?? Math.floor(Date.now() / 1000),
    nonce: change.nonce ?? randomBytes(16).toString('base64url'),
    keyid: id,
  });
  const changed = change.parameters?.(parameters) ?? parameters;
  const base = signatureBase(components, changed, (name) => componentValue(name, signable));
  const signature = createHmac('sha256', secret)
    .update(base ?? '')
    .digest('base64');
  return {
    ...request,
    headers: {...headers, 'signature-input': `sig=${changed}`, signature: `sig=:${signature}:`},
  };
}

export const send = (app: FastifyInstance, request: WireRequest): Promise<Answer> =>
  app.inject({
    method: request.method,
    url: request.path,
    headers: request.headers,
    payload: request.body,
  });

/** The same request with other headers; undefined removes a header. */
export function withHeaders(
  request: WireRequest,
  change: Record<string, string | undefined>,
): WireRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries({...request.headers, ...change})) {
    if (value !== undefined) headers[name] = value;
  }
  return {...request, headers};
}

export const detailOf = (answer: Answer): string => answer.json<{detail: string}>().detail;
