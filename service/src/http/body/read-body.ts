import type {FastifyReply, FastifyRequest} from 'fastify';
import type {Readable} from 'node:stream';
import type {BodyClaim} from './body-budget.js';
import {ProblemError} from '../problems.js';

/** A body in one buffer, which may be longer than the body. */
export interface GatheredBody {
  buffer: SharedArrayBuffer;
  length: number;
}

export interface GatherOptions {
  /** Content-Length, if the client sent it: the buffer is then allocated once. */
  expected?: number;
  /** Largest accepted body in bytes. */
  limit: number;
  /** The claim that the buffer's memory is added to. */
  claim: BodyClaim;
  tooLarge: () => ProblemError;
}

const FIRST_SIZE = 64 * 1024;

/**
 * Reads a stream into one buffer that threads can read.
 * @throws {ProblemError} 413 above the limit, 503 if no memory is left, 400 if the client aborted
 */
export async function gather(source: Readable, options: GatherOptions): Promise<GatheredBody> {
  const {expected, limit, claim, tooLarge} = options;
  if (expected !== undefined && expected > limit) throw tooLarge();
  let bytes = new Uint8Array(new SharedArrayBuffer(0));
  const grow = (size: number) => {
    // While a buffer grows, both the old and the new one exist.
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
 * Passes each piece of a stream to `take`, until its end.
 * @throws {ProblemError} 400 if the client aborted; also what `take` throws, after which reading stops
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
    // A body that differs from the signed one fails with its own problem.
    const onError = (error: Error) => (error instanceof ProblemError ? stop(error) : onClose());
    // The 'error' listener stays: another error may follow the outcome, and must not end the process.
    source.on('error', onError).on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

/** Milliseconds that a reader may take after the end of a body. */
const STALL_MS = 5_000;

/**
 * Resolves with `reading`, or rejects if it does not settle after the body's end: the form parser hangs if a form
 * ends within a field.
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
    if (source.readableEnded) onEnd();
    else source.once('end', onEnd);
    void reading.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      source.off('end', onEnd);
    });
  });
}

/** Milliseconds for which a refused body is read, and for which it may pause. */
const DRAIN_MS = 30_000;
const PAUSE_MS = 5_000;

/** Bodies that were drained already: both the reader and the answering code may ask for it. */
const drained = new WeakSet<Readable>();

/**
 * Reads and drops the rest of a refused body, once. Many clients read no answer before they have sent everything,
 * and would lose it if the connection ended earlier. Clients that fall silent or send without end do lose it.
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
    // A stopped destination would hold the stream back.
    source.unpipe();
    source.on('data', onData).on('error', done).on('end', done).on('close', done).resume();
  });
}

/** Content-Length, or undefined if the body is sent in chunks. */
export function contentLength(request: FastifyRequest): number | undefined {
  const header = request.headers['content-length'];
  return header === undefined ? undefined : Number(header);
}

/**
 * Aborted if the connection ends before the answer was sent, so that the work for it can stop. The request's own
 * signal is no use: Node closes a request once its body was read, before most of the work.
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
