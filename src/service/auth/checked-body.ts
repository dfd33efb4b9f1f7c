import type {FastifyInstance, FastifyRequest} from 'fastify';
import {Transform, type Readable} from 'node:stream';
import type {ContentDigest} from './content-digest.js';
import {ProblemError} from '../http/problems.js';
import {drain} from '../http/read-body.js';

/** Holds the bodies of signed requests to their digest, on all routes of the scope whose parsers read them. */
export function checkBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const {signed} = request;
    done(null, signed ? checkedBody(payload as Readable, signed.digest) : payload);
  });
}

/**
 * The same for a body that is read straight from the request. Nothing may be done with what was read before this
 * resolves.
 *
 * @param read reads it
 * @throws {ProblemError} 401 where the body is not the one that was signed, whatever reading it led to
 */
export async function readChecked<T>(
  {raw, signed}: FastifyRequest,
  read: () => Promise<T>,
): Promise<T> {
  if (!signed) return read();
  const {digest} = signed;
  // Listening alone would make it flow, before its reader is there.
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

/** The body, which fails with 401 in place of its end where it is not the one that was signed. */
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
  // Whoever reads may have given up before; an error that nobody listens for would end the process.
  checked.on('error', () => undefined);
  const cutShort = () => {
    if (!body.readableEnded) {
      checked.destroy(new ProblemError(400, 'The client gave up sending the body.'));
    }
  };
  body.on('error', cutShort).on('close', cutShort);
  return body.pipe(checked);
}
