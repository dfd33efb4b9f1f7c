import type {FastifyInstance, FastifyRequest} from 'fastify';
import {Transform, type Readable} from 'node:stream';
import type {ContentDigest} from './content-digest.js';
import {ProblemError} from '../http/problems.js';
import {drain} from '../http/body/read-body.js';

/**
 * Checks the bodies of signed requests against their digest, on all routes of the scope whose parsers read the
 * body.
 */
export function checkBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const {signed} = request;
    done(null, signed ? checkedBody(payload as Readable, signed.digest) : payload);
  });
}

/**
 * Checks a body that the route reads from the raw request. Nothing may be done with the content before this
 * resolves.
 *
 * @param read reads the body
 * @throws {ProblemError} 401 if the body is not the signed one, even if reading it failed
 */
export async function readChecked<T>(
  {raw, signed}: FastifyRequest,
  read: () => Promise<T>,
): Promise<T> {
  if (!signed) return read();
  const {digest} = signed;
  // Adding a listener would start the flow of data before `read` is ready.
  raw.pause();
  raw.on('data', (chunk: Buffer) => digest.update(chunk));
  const outcome = read();
  await outcome.catch(() => undefined);
  await drain(raw);
  if (!raw.readableEnded) {
    await outcome;
    throw new ProblemError(400, 'The body did not come to its end.');
  }
  digest.check();
  return outcome;
}

/** The body, whose stream fails with 401 at its end if it is not the signed one. */
function checkedBody(body: Readable, digest: ContentDigest): Readable {
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      try {
        digest.check();
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  // The reader may have given up; an error event without a listener would end the process.
  checked.on('error', () => undefined);
  const cutShort = () => {
    if (!body.readableEnded) {
      checked.destroy(new ProblemError(400, 'The client gave up sending the body.'));
    }
  };
  body.on('error', cutShort).on('close', cutShort);
  return body.pipe(checked);
}
