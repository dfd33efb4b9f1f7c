import type {Multipart, MultipartFile} from '@fastify/multipart';
import type {FastifyRequest} from 'fastify';
import {withinPace} from '../../http/body/body-pace.js';
import type {BodyClaim} from '../../http/body/body-budget.js';
import {gather, readWithin, type GatheredBody} from '../../http/body/read-body.js';
import {ProblemError} from '../../http/problems.js';
import {malformed} from '../upload.js';
import {refusedPart} from '../uploaded-media.js';
import {MOST_BYTES, MOST_FILES} from './set-limits.js';

/** Most characters of the name of a file. */
const LONGEST_NAME = 512;

/** A file of the form. */
export interface SetPart {
  /** Its name, which no other file of the request has. */
  file: string;
  /** @throws {ProblemError} 413 if it is too large, 503 if no memory is left */
  read(claim: BodyClaim): Promise<GatheredBody>;
}

/**
 * The files of a form, one after another: the next is read from the network only once the caller asks for it.
 *
 * @param largest bytes of a file
 * @throws {ProblemError} 400, 408 or 413 if the form is refused
 */
export async function* setParts(request: FastifyRequest, largest: number): AsyncGenerator<SetPart> {
  const {raw} = request;
  // While a file is inspected, nothing is read, and the client cannot be too slow.
  const reading = <T>(step: Promise<T>): Promise<T> =>
    withinPace(raw, readWithin(raw, step).catch(malformed));
  const parts = request.parts();
  const names = new Set<string>();
  let total = 0;
  for (;;) {
    const step: IteratorResult<Multipart, unknown> = await reading(parts.next());
    if (step.done) break;
    const part = step.value;
    const file = nameOf(part, names);
    yield {
      file,
      read: async (claim) => {
        const {file: source} = part as MultipartFile;
        const limit = Math.min(largest, MOST_BYTES - total);
        const tooLarge = () => (limit < largest ? setTooLarge() : fileTooLarge(file));
        const body = await reading(gather(source, {limit, claim, tooLarge}));
        total += body.length;
        return body;
      },
    };
  }
  if (names.size === 0) throw refusedPart('media', 'is missing');
}

/** Checks a part, and adds the name of its file to `names`. */
function nameOf(part: Multipart, names: Set<string>): string {
  if (part.fieldname !== 'media') {
    throw refusedPart(part.fieldname.slice(0, 64), 'is not a part of this form');
  }
  const {filename, mimetype} = part as MultipartFile;
  if (part.type !== 'file' || !filename) throw refusedPart('media', 'has no file name');
  if (/^multipart\//i.test(mimetype)) throw refusedPart('media', 'holds parts of its own');
  if (filename.length > LONGEST_NAME) {
    throw refusedPart('media', `has a file name of more than ${LONGEST_NAME} characters`);
  }
  if (names.has(filename)) {
    throw refusedPart('media', `has the file name ${JSON.stringify(filename)} twice`);
  }
  if (names.size === MOST_FILES) {
    throw new ProblemError(
      413,
      `The form has more than ${MOST_FILES} files. Inspect the folder with the command sealed-capture-service inspect-set.`,
    );
  }
  names.add(filename);
  return filename;
}

export const setTooLarge = (): ProblemError =>
  new ProblemError(
    413,
    'The files together are larger than this service accepts. GET this address for its limits.',
  );

export const fileTooLarge = (file: string): ProblemError =>
  new ProblemError(
    413,
    `The file ${JSON.stringify(file)} is larger than this service accepts. GET this address for its limits.`,
  );
