import type {FastifyRequest} from 'fastify';
import type {Environment} from '../environment.js';
import {serialNumberOf, type Certified} from '../certificates/signing-identity.js';
import type {Deliveries} from './outbox/outbox.js';
import type {Sealed, Webhooks} from './webhooks.js';

/** The deliveries to be stored with a seal's answer; undefined if no receiver wants them. */
export function announced(
  {environment, webhooks}: {environment: Environment; webhooks?: Webhooks},
  {keyId}: Pick<FastifyRequest, 'keyId'>,
  operation: Sealed['operation'],
  {captureId, digest, by}: {captureId: string; digest: Uint8Array; by: Certified},
): Deliveries | undefined {
  return webhooks?.sealed(environment, {
    operation,
    keyId,
    captureId: captureId.toLowerCase(),
    sha256: Buffer.from(digest).toString('hex'),
    certificate: serialNumberOf(by),
  });
}
