import type {FastifyInstance, FastifyRequest} from 'fastify';
import type {VouchedSet} from '@sealed-capture/seal/model/seal/sealed-set.js';
import type {Environment, OfEnvironment} from '../environment.js';
import {serialNumberOf} from '../certificates/signing-identity.js';
import type {ClaimSigner} from '../signing/claim-signer.js';
import {seldom} from '../http/log-seldom.js';
import {overloaded, toProblem} from '../http/problems.js';
import {placeInSet} from '../sets/place-in-set.js';
import type {AuditEvent} from './audit-entry.js';
import {RefusalCounts} from './refusal-counts.js';

const isToBeLogged = seldom();

/**
 * Records a new seal before it is sent to the client.
 * @throws {ProblemError} 503 if it cannot be recorded; the seal is then dropped
 */
export async function noteSeal(
  request: FastifyRequest,
  environment: Environment,
  event: AuditEvent['event'],
  sealed: {
    captureId: string;
    digest: Uint8Array;
    by: ClaimSigner;
    vouched?: VouchedSet | undefined;
  },
): Promise<void> {
  const {audit} = request.server;
  if (!audit) return;
  try {
    await audit.append({
      event,
      environment,
      keyId: request.keyId,
      captureId: sealed.captureId.toLowerCase(),
      sha256: Buffer.from(sealed.digest).toString('hex'),
      certificate: serialNumberOf(sealed.by),
      ...placeInSet(sealed.vouched),
    });
  } catch (cause) {
    if (isToBeLogged('seal')) {
      request.log.error({err: cause}, 'The audit log cannot be written, so nothing is sealed.');
    }
    throw overloaded('The audit log cannot be written, so nothing is sealed.', cause, 5);
  }
}

/**
 * Records requests of known keys that were refused, before the answer is sent: many of one kind by their number. If
 * that fails, the service's log says so, and the number is kept until it can be written.
 */
export function noteRefusals(app: FastifyInstance, {environment}: OfEnvironment): void {
  const {audit} = app;
  if (!audit) return;
  const refusals = new RefusalCounts(async (refusal) => {
    try {
      await audit.append({event: 'refused', environment, ...refusal});
    } catch (cause) {
      if (isToBeLogged('refusal')) {
        app.log.error(
          {err: cause},
          'Refusals cannot be written to the audit log; they are counted.',
        );
      }
      throw cause;
    }
  });
  app.addHook('onError', async (request, _reply, error) => {
    const {statusCode: status} = toProblem(error);
    if (!request.keyId || status < 400 || status >= 500) return;
    await refusals.note({keyId: request.keyId, status, path: request.routeOptions.url});
  });
  app.addHook('onClose', () => refusals.flush());
}
