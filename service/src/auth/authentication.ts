import type {FastifyRequest} from 'fastify';
import type {Environment} from '../environment.js';
import type {ActiveKey, ApiKeys} from '../keys/api-keys.js';
import {grant, type Way} from './grant.js';
import {seldom} from '../http/log-seldom.js';
import {isSigned, verifySignature, type SignedRequest} from './request-signature.js';
import {unreachable} from '../store/idempotency.js';
import type {Tokens} from './tokens.js';
import {unauthorized} from './unauthorized.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set only for requests with a valid signature. */
    signed?: SignedRequest;
  }
}

export interface Authenticators {
  environment: Environment;
  keys: ApiKeys;
  tokens: Tokens;
  /** The service's address for clients, if it differs from the Host header that arrives. */
  publicAddress: string | undefined;
}

const BEARER = /^bearer(?: |$)/i;

/**
 * Authenticates requests by a signature with the secret of a key, a token, or the key itself, all of this
 * environment; any other request gets 401. The first of these that is present decides: an invalid signature is not
 * made good by a key beside it.
 *
 * A key is valid in its own environment only. A live key in the sandbox is probably a mistake, because nobody would
 * trust the seals.
 */
export function authenticate(authenticators: Authenticators) {
  return async (request: FastifyRequest): Promise<void> => {
    const {authorization} = request.headers;
    if (isSigned(request)) return bySignature(request, authenticators);
    if (authorization !== undefined && BEARER.test(authorization)) {
      return byToken(request, authorization.replace(BEARER, '').trim(), authenticators);
    }
    return byKey(request, authenticators);
  };
}

async function bySignature(request: FastifyRequest, authenticators: Authenticators): Promise<void> {
  const {keys, publicAddress, environment} = authenticators;
  const signed = await verifySignature(request, {
    publicAddress,
    keyOf: async (id) =>
      requireKey(await lookUp(keys.findById(id), request), environment, 'signature'),
  });
  grant(request, signed.key, 'signature');
  request.signed = signed;
}

async function byToken(
  request: FastifyRequest,
  token: string,
  {tokens, keys, environment}: Authenticators,
): Promise<void> {
  const {keyId, mintedAt, origin, roles} = await tokens.verify(token);
  if (request.headers.origin !== origin) {
    throw unauthorized('token', "This token is for pages of another origin than the request's.");
  }
  const key = requireKey(await lookUp(keys.findById(keyId), request), environment, 'token');
  if (mintedAt < key.tokensFrom) {
    throw unauthorized(
      'token',
      'The API key behind this token was replaced since. Have another token minted.',
    );
  }
  grant(request, key, 'token', roles);
}

async function byKey(request: FastifyRequest, {keys, environment}: Authenticators): Promise<void> {
  const shown = request.headers['x-api-key'];
  if (typeof shown !== 'string' || shown === '') {
    throw unauthorized(
      'key',
      'Send an API key in the header X-API-Key, a token in Authorization, or sign the request.',
    );
  }
  const key = requireKey(await lookUp(keys.find(shown), request), environment, 'key');
  if (key.signedOnly) {
    throw unauthorized(
      'signature',
      'This API key is for signed requests alone: sign with its secret, and do not send the key.',
    );
  }
  grant(request, key, 'key');
}

const isToBeLogged = seldom();

/**
 * Looks a key up.
 * @throws {ProblemError} 503 if the keys cannot be read now: cached ones might be revoked
 */
async function lookUp(
  key: Promise<ActiveKey | undefined>,
  {log}: FastifyRequest,
): Promise<ActiveKey | undefined> {
  return key.catch((error: unknown) => {
    if (isToBeLogged('keys')) log.error({err: error}, 'The API keys cannot be read.');
    throw unreachable(error);
  });
}

function requireKey(key: ActiveKey | undefined, environment: Environment, way: Way): ActiveKey {
  if (!key) throw unauthorized(way, unknownKey[way]);
  if (key.environment !== environment) {
    throw unauthorized(
      way,
      `This API key belongs to the ${key.environment} environment; this address is ${environment}.`,
    );
  }
  if (key.expiresAt <= Date.now()) throw expired(key, way);
  return key;
}

const expired = ({expiresAt}: ActiveKey, way: Way) =>
  unauthorized(
    way,
    `${way === 'token' ? 'The API key behind this token' : 'This API key'} expired at ${new Date(expiresAt).toISOString()}. Its operator can give it more time, or make another.`,
    undefined,
    'key_expired',
  );

const unknownKey = {
  key: 'This API key is not known, or was revoked or replaced.',
  token: 'The API key behind this token was revoked.',
  signature: 'There is no API key with the id that keyid gives, or it was revoked.',
} as const;
