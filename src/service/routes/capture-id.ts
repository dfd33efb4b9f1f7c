import type {FastifyRequest} from 'fastify';
import Type from 'typebox';
import {ProblemError} from '../http/problems.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** For the description alone: {@link captureIdOf} reads it. */
export const CaptureHeaders = Type.Object({
  'Idempotency-Key': Type.String({
    format: 'uuid',
    description:
      'The capture that the request is about. A repeated request gets the answer of the first.',
  }),
});

/** The header that says "true" where an answer was made for an earlier request with the same key. */
export const REPLAYED = 'Idempotency-Replayed';

/**
 * The capture that a request is about: its Idempotency-Key, which every request to seal must carry, so
 * that a repeated one is known as such.
 * @throws {ProblemError} 400 where it is missing or not a UUID
 */
export function captureIdOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  // The draft standard writes it as a quoted string; both forms are accepted.
  const id = typeof key === 'string' ? key.replace(/^"(.*)"$/, '$1') : '';
  if (!UUID.test(id)) {
    throw new ProblemError(400, 'Send the capture id, a UUID, in the header Idempotency-Key.');
  }
  return id;
}
