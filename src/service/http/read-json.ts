import type {FastifyInstance, FastifyRequest} from 'fastify';
import type {Readable} from 'node:stream';
import {setImmediate as nextTurn} from 'node:timers/promises';
import type {BodyClaim} from './body-budget.js';
import {withinPace} from './body-pace.js';
import {limitMarks} from './json-marks.js';
import type {JsonSize} from './largest-json.js';
import {ProblemError} from './problems.js';
import {contentLength, receive} from './read-body.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's share of memory, until the request is answered. */
    bodyClaim?: BodyClaim;
  }
}

const tooLarge = () => new ProblemError(413, 'The body is larger than this endpoint accepts.');

/** Has the scope's requests give back their bodies' shares once they are answered. */
export function releaseAfterAnswer(app: FastifyInstance): void {
  app.addHook('onResponse', (request, _reply, done) => {
    request.bodyClaim?.release();
    done();
  });
}

export interface TextOptions {
  /** Most bytes. */
  limit: number;
  /** Grows as the body arrives, so that a body that only announces its length takes nothing. */
  claim: BodyClaim;
}

/**
 * Reads a body of text.
 * @throws {ProblemError} 413 above the limit, 503 where no memory is left, 408 where it arrives too slowly, 400 where the
 * client gave up
 */
export function readText(
  request: FastifyRequest,
  body: Readable,
  {limit, claim}: TextOptions,
): Promise<Buffer> {
  if ((contentLength(request) ?? 0) > limit) throw tooLarge();
  const pieces: Buffer[] = [];
  let length = 0;
  const reading = receive(body, (piece) => {
    length += piece.length;
    if (length > limit) throw tooLarge();
    claim.add(piece.length);
    pieces.push(piece);
  }).then(() => Buffer.concat(pieces, length));
  return withinPace(request.raw, reading);
}

/**
 * Reads JSON of at most that size.
 * @throws {ProblemError} as {@link readText}; 400 also where it is not JSON, or has more marks
 */
export async function readJson(
  request: FastifyRequest,
  body: Readable,
  claim: BodyClaim,
  {bytes, marks}: JsonSize,
): Promise<unknown> {
  return parseInTurn(await readText(request, body, {limit: bytes, claim}), marks);
}

/** Shorter texts are parsed at once. */
const LONG = 64 * 1024;
let lastLong = Promise.resolve();

/**
 * The value that the text says; of long texts one at a time. After each, the event loop has as much time for other
 * requests as the text has taken.
 *
 * @param marks most colons, commas and opening brackets
 * @throws {ProblemError} 400
 */
export async function parseInTurn(text: Buffer, marks: number): Promise<unknown> {
  if (text.length < LONG) {
    limitMarks(text, marks);
    return parseJson(text);
  }
  const before = lastLong;
  let end = (): void => undefined;
  lastLong = new Promise((resolve) => (end = resolve));
  await before;
  const start = performance.now();
  try {
    limitMarks(text, marks);
    await nextTurn();
    return parseJson(text);
  } finally {
    setTimeout(end, performance.now() - start);
  }
}

const NOT_JSON = 'The body is not JSON, or has a member named "__proto__".';

function parseJson(text: Buffer): unknown {
  if (text.length === 0) throw new ProblemError(400, 'The body is empty; it must be JSON.');
  let value: unknown;
  try {
    value = JSON.parse(text.toString().replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new ProblemError(400, NOT_JSON, {cause});
  }
  refusePrototypes(value);
  return value;
}

/** What JSON.parse makes a member of a value's own becomes its prototype once it is assigned elsewhere. */
function refusePrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) throw new ProblemError(400, NOT_JSON);
  for (const member of Object.values(value)) refusePrototypes(member);
}
