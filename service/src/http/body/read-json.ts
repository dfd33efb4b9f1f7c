import type {FastifyInstance, FastifyRequest} from 'fastify';
import type {Readable} from 'node:stream';
import {setImmediate as nextTurn} from 'node:timers/promises';
import type {BodyClaim} from './body-budget.js';
import {withinPace} from './body-pace.js';
import {limitMarks} from './json-marks.js';
import type {JsonSize} from './largest-json.js';
import {ProblemError} from '../problems.js';
import {contentLength, receive} from './read-body.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's share of memory, until the request is answered. */
    bodyClaim?: BodyClaim;
  }
}

const tooLarge = () => new ProblemError(413, 'The body is larger than this endpoint accepts.');

/** Releases the memory claims of the scope's bodies once their requests are answered. */
export function releaseAfterAnswer(app: FastifyInstance): void {
  app.addHook('onResponse', (request, _reply, done) => {
    request.bodyClaim?.release();
    done();
  });
}

export interface TextOptions {
  /** Largest body in bytes. */
  limit: number;
  /** Grows as the body arrives, so that an announced length alone claims nothing. */
  claim: BodyClaim;
}

/**
 * Reads a body of text.
 * @throws {ProblemError} 413 above the limit, 503 if no memory is left, 408 if it arrives too slowly, 400 if the
 *   client aborted
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
 * Reads JSON of limited size.
 * @throws {ProblemError} as {@link readText}; 400 also if it is not JSON, or has more than `marks` marks
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
 * Parses JSON, long texts one at a time. After each long text, the event loop serves other requests for as long as
 * parsing took.
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

/**
 * Refuses members named "__proto__": JSON.parse makes them ordinary members, which become prototypes once they are
 * assigned elsewhere.
 */
function refusePrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) throw new ProblemError(400, NOT_JSON);
  for (const member of Object.values(value)) refusePrototypes(member);
}
