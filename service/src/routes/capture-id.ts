import type {FastifyRequest} from 'fastify';
import Type from 'typebox';
import {ProblemError} from '../http/problems.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Schema for the description only: {@link captureIdOf} reads the header. */
export const CaptureHeaders = Type.Object({
  'Idempotency-Key': Type.String({
    format: 'uuid',
    description:
      'The capture that the request is about. A repeated request gets the answer of the first.',
  }),
});

/** Header whose value "true" marks an answer that was made for an earlier request with the same key. */
export const REPLAYED = 'Idempotency-Replayed';

/**
 * The capture of a request: its Idempotency-Key, which every request to seal must carry, so that repetitions are
 * recognized.
 * @throws {ProblemError} 400 if it is missing or not a UUID
 */
export function captureIdOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  // The draft standard uses a quoted string; both forms are accepted.
  const id = typeof key === 'string' ? key.replace(/^"(.*)"$/, '$1') : '';
  if (!UUID.test(id)) {
    throw new ProblemError(400, 'Send the capture id, a UUID, in the header Idempotency-Key.');
  }
  return id;
}
