import type {FastifyRequest} from 'fastify';
import type {Environment} from '../environment.js';
import {serialNumberOf, type Certified} from '../certificates/signing-identity.js';
import type {Deliveries} from './outbox/outbox.js';
import type {Sealed} from './webhooks.js';

/** The deliveries to be stored with a seal's answer; undefined if no receiver wants them. */
export function announced(
  {keyId, server}: Pick<FastifyRequest, 'keyId' | 'server'>,
  environment: Environment,
  operation: Sealed['operation'],
  {captureId, digest, by}: {captureId: string; digest: Uint8Array; by: Certified},
): Deliveries | undefined {
  return server.webhooks?.sealed(environment, {
    operation,
    keyId,
    captureId: captureId.toLowerCase(),
    sha256: Buffer.from(digest).toString('hex'),
    certificate: serialNumberOf(by),
  });
}
