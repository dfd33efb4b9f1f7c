import type {FastifyRequest} from 'fastify';
import type {Environment} from '../model/environment.js';
import type {ApiKeys} from './api-keys.js';
import {ProblemError} from './problems.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the key that the request was made with; empty before it was checked. */
    keyId: string;
  }
}

/**
 * Lets a request pass that shows a key of this environment; any other gets 401. A key opens its own
 * environment alone: a sandbox key never seals live, and a live key on the sandbox is more likely a
 * mistake, whose seals nobody would trust, than a wish.
 *
 * Other credentials (short-lived tokens, signed requests) are to be accepted here, and only here.
 */
export function authenticate(keys: ApiKeys, environment: Environment) {
  return async (request: FastifyRequest): Promise<void> => {
    const shown = request.headers['x-api-key'];
    if (typeof shown !== 'string' || shown === '') {
      throw unauthorized('Send an API key in the header X-API-Key.');
    }
    const key = await keys.find(shown);
    if (!key) throw unauthorized('This API key is not known, or was revoked.');
    if (key.environment !== environment) {
      throw unauthorized(
        `This API key belongs to the ${key.environment} environment; this address is ${environment}.`,
      );
    }
    request.keyId = key.id;
  };
}

const unauthorized = (detail: string): ProblemError =>
  new ProblemError(401, detail, {headers: {'www-authenticate': 'ApiKey header="X-API-Key"'}});
