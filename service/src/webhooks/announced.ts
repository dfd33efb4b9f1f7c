import type {FastifyRequest} from 'fastify';
import type {VouchedSet} from '@sealed-capture/seal/model/seal/sealed-set.js';
import type {Environment} from '../environment.js';
import {placeInSet} from '../sets/place-in-set.js';
import {serialNumberOf, type Certified} from '../certificates/signing-identity.js';
import type {Deliveries} from './outbox/outbox.js';
import type {Sealed} from './webhooks.js';

/** The deliveries to be stored with a seal's answer; undefined if no receiver wants them. */
export function announced(
  {keyId, server}: Pick<FastifyRequest, 'keyId' | 'server'>,
  environment: Environment,
  operation: Sealed['operation'],
  sealed: {captureId: string; digest: Uint8Array; by: Certified; vouched?: VouchedSet | undefined},
): Deliveries | undefined {
  const {captureId, digest, by, vouched} = sealed;
  return server.webhooks?.sealed(environment, {
    operation,
    keyId,
    captureId: captureId.toLowerCase(),
    sha256: Buffer.from(digest).toString('hex'),
    certificate: serialNumberOf(by),
    ...placeInSet(vouched),
  });
}
