import type {FastifyReply, FastifyRequest} from 'fastify';
import type {Readable} from 'node:stream';
import type {BodyClaim} from './body-budget.js';
import {ProblemError} from './problems.js';

/** A body in one buffer, which may be longer than what was received. */
export interface GatheredBody {
  buffer: SharedArrayBuffer;
  length: number;
}

export interface GatherOptions {
  /** Content-Length, where the client gave it: the buffer is then made once. */
  expected?: number;
  /** Most bytes to accept. */
  limit: number;
  /** The buffer is added to it. */
  claim: BodyClaim;
  tooLarge: () => ProblemError;
}

const FIRST_SIZE = 64 * 1024;

/**
 * Reads a stream into one buffer that threads can read.
 * @throws {ProblemError} 413 above the limit, 503 where no memory is left, 400 where the client gave up
 */
export async function gather(source: Readable, options: GatherOptions): Promise<GatheredBody> {
  const {expected, limit, claim, tooLarge} = options;
  if (expected !== undefined && expected > limit) throw tooLarge();
  let bytes = new Uint8Array(new SharedArrayBuffer(0));
  const grow = (size: number) => {
    // While a buffer grows, the old one and the new one are both there.
    const larger = claim.take(size);
    larger.set(bytes);
    claim.giveBack(bytes);
    bytes = larger;
  };
  if (expected !== undefined) grow(expected);
  let length = 0;
  await receive(source, (piece) => {
    const end = length + piece.length;
    if (end > limit) throw tooLarge();
    if (end > bytes.length) grow(Math.min(limit, Math.max(FIRST_SIZE, end, bytes.length * 2)));
    bytes.set(piece, length);
    length = end;
  });
  return {buffer: bytes.buffer, length};
}

/**
 * Hands over each piece of a stream, to its end.
 * @throws {ProblemError} 400 where the client gave up; and whatever `take` throws, after which nothing is read
 */
export function receive(source: Readable, take: (piece: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onData = (piece: Buffer) => {
      try {
        take(piece);
      } catch (error) {
        stop(error as Error);
      }
    };
    const stop = (error?: Error) => {
      source.off('data', onData).off('end', onEnd).off('close', onClose);
      if (error) reject(error);
      else resolve();
    };
    const onEnd = () => stop();
    const onClose = () => stop(new ProblemError(400, 'The client gave up sending the body.'));
    // A body that is not the one that was signed says so itself.
    const onError = (error: Error) => (error instanceof ProblemError ? stop(error) : onClose());
    // 'error' keeps its listener: one may follow after the outcome is known, and must not end the process.
    source.on('error', onError).on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

/** How long a body may have ended without its reader noticing, in milliseconds. */
const STALL_MS = 5_000;

/**
 * What somebody reads from a body, or a failure where they go on waiting after its end: the form's parser does for
 * ever where a form ends within a field.
 * @throws {ProblemError} 400
 */
export function readWithin<T>(source: Readable, reading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const onEnd = () => {
      timer = setTimeout(
        () => reject(new ProblemError(400, 'The body ends within a part of the form.')),
        STALL_MS,
      );
    };
    source.once('end', onEnd);
    void reading.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      source.off('end', onEnd);
    });
  });
}

/** How long a refused body is listened to, and how long it may pause, in milliseconds. */
const DRAIN_MS = 30_000;
const PAUSE_MS = 5_000;

/** Bodies that have been listened to: whoever reads them and whoever answers may both ask for it. */
const drained = new WeakSet<Readable>();

/**
 * Reads and drops the rest of a body that is refused, once. Many clients read no answer before they have sent
 * everything, and would lose it where the connection ends before; those that fall silent or send without end do.
 */
export async function drain(source: Readable): Promise<void> {
  if (source.readableEnded || source.destroyed || drained.has(source)) return;
  drained.add(source);
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(limit);
      clearTimeout(pause);
      source.off('data', onData);
      resolve();
    };
    const limit = setTimeout(done, DRAIN_MS);
    let pause = setTimeout(done, PAUSE_MS);
    const onData = () => {
      clearTimeout(pause);
      pause = setTimeout(done, PAUSE_MS);
    };
    // Whatever it was piped into has stopped reading, and would hold it back.
    source.unpipe();
    source.on('data', onData).on('error', done).on('end', done).on('close', done).resume();
  });
}

/** Content-Length, or undefined where the body comes in chunks. */
export function contentLength(request: FastifyRequest): number | undefined {
  const header = request.headers['content-length'];
  return header === undefined ? undefined : Number(header);
}

/**
 * Aborts where the connection ends before the answer was sent, so that nobody waits for it any more. The request's own
 * signal does not: Node closes a request once its body was read, before most of the work begins.
 */
export function clientSignal({raw}: Pick<FastifyReply, 'raw'>): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!raw.writableFinished) controller.abort();
  };
  if (raw.destroyed) onClose();
  else raw.once('close', onClose);
  return controller.signal;
}
