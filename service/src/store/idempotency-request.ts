import {hash} from 'node:crypto';
import type {FastifyRequest} from 'fastify';
import type {Environment} from '../environment.js';
import type {IdempotentRequest} from './idempotency.js';

/**
 * Identifies a request and its repetitions: by environment, key id and Idempotency-Key, so that no key gets
 * another's answer, and by a fingerprint of method, path and content.
 *
 * @param content any JSON value, without what differs at each attempt
 */
export function idempotentRequest(
  request: FastifyRequest,
  environment: Environment,
  captureId: string,
  content: unknown,
): IdempotentRequest {
  const {method, routeOptions, keyId, log} = request;
  const owner = `answer:${environment}:${keyId}`;
  return {
    key: `${owner}:${captureId.toLowerCase()}`,
    owner,
    fingerprint: digestOf([method, routeOptions.url, content]),
    log,
  };
}

/**
 * SHA-256 of a value as JSON, independent of the order of its members, which may differ in another version of the
 * page.
 */
export const digestOf = (value: unknown): Buffer =>
  hash('sha256', JSON.stringify(value, sorted), 'buffer');

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
