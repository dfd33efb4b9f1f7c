import type {FastifyRequest} from 'fastify';

/** Content-Length, or undefined where the body comes in chunks. */
export function contentLength(request: FastifyRequest): number | undefined {
  const header = request.headers['content-length'];
  return header === undefined ? undefined : Number(header);
}
