import type {FastifyInstance, FastifyRequest} from 'fastify';
import type {Environment} from '../environment.js';
import {serialNumberOf} from '../certificates/signing-identity.js';
import type {ClaimSigner} from '../signing/claim-signer.js';
import {overloaded, toProblem} from '../http/problems.js';
import type {AuditEvent} from './audit-entry.js';
import type {Audit} from './audit-log.js';

/** An environment, with its audit log if it has one. */
export interface Audited {
  environment: Environment;
  audit?: Audit;
}

/**
 * Records a new seal before it is sent to the client.
 * @throws {ProblemError} 503 if it cannot be recorded; the seal is then dropped
 */
export async function noteSeal(
  {environment, audit}: Audited,
  request: FastifyRequest,
  event: AuditEvent['event'],
  sealed: {captureId: string; digest: Uint8Array; by: ClaimSigner},
): Promise<void> {
  if (!audit) return;
  try {
    await audit.append({
      event,
      environment,
      keyId: request.keyId,
      captureId: sealed.captureId.toLowerCase(),
      sha256: Buffer.from(sealed.digest).toString('hex'),
      certificate: serialNumberOf(sealed.by),
    });
  } catch (cause) {
    request.log.error({err: cause}, 'The audit log cannot be written, so nothing is sealed.');
    throw overloaded('The audit log cannot be written, so nothing is sealed.', cause, 5);
  }
}

/**
 * Records requests of known keys that were refused, before the answer is sent. If that fails, the service's log
 * says so.
 */
export function noteRefusals(app: FastifyInstance, {environment, audit}: Audited): void {
  if (!audit) return;
  app.addHook('onError', async (request, _reply, error) => {
    const {statusCode: status} = toProblem(error);
    if (!request.keyId || status < 400 || status >= 500) return;
    const path = request.routeOptions.url;
    const {keyId} = request;
    await audit
      .append({event: 'refused', environment, keyId, status, path})
      .catch((cause: unknown) =>
        request.log.error({err: cause}, 'A refusal could not be written to the audit log.'),
      );
  });
}
