import {Readable} from 'node:stream';
import multipart, {type Multipart} from '@fastify/multipart';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {type TSchema} from 'typebox';
import {sealableMediaTypes} from '@sealed-capture/seal/model/media-type.js';
import type {UploadSetRequest} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {lengthOf} from '@sealed-capture/seal/encoding/bytes.js';
import type {Statement} from '@sealed-capture/seal/writing/assertions.js';
import type {BodyClaim} from '../http/body/body-budget.js';
import {readChecked} from '../auth/checked-body.js';
import {noteSeal} from '../audit/note.js';
import {announced} from '../webhooks/announced.js';
import type {Environment} from '../environment.js';
import type {SealJob} from '../engine/engine-jobs.js';
import {JobFailed, type EnginePool} from '../engine/engine-pool.js';
import {idempotentRequest} from '../store/idempotency-request.js';
import {ProblemError} from '../http/problems.js';
import {withinPace} from '../http/body/body-pace.js';
import {clientSignal, contentLength, gather, readWithin} from '../http/body/read-body.js';
import type {Settings} from '../settings/settings.js';
import {sealUpload} from '../sealing/seal-upload.js';
import {applyPatch} from '../sealing/upload-patch.js';
import {captureIdOf, REPLAYED} from './capture-id.js';
import {tooLarge, type UploadedMedia} from './uploaded-media.js';

/** Bytes for boundaries and headers of the parts. */
const FORM_SIZE = 64 * 1024;

/** The names of the operations in the audit log and webhooks. */
const names = {
  protect: ['protected', 'protect'],
  redact: ['redacted', 'redact'],
  'add-stamp': ['stamped', 'add-timestamp'],
} as const;

/** Size of the largest form with media and text. */
export const uploadLimit = ({imageLimit, audioLimit}: Settings, textLimit: number): number =>
  Math.max(imageLimit, audioLimit) + textLimit + FORM_SIZE;

/**
 * Lets the scope's routes parse forms. The limit for media depends on their type, and is enforced while they
 * arrive.
 */
export async function takeForms(
  app: FastifyInstance,
  limits: {fieldSize: number; files: number; fields: number; parts?: number},
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart, {
    // Two files of a folder may have the same name.
    preservePath: true,
    limits: {parts: limits.fields + 1, ...limits, fileSize: Infinity},
    throwFileSizeLimit: false,
  });
}

/** Responses of a route that answers with a sealed file, for its description. */
export const sealedFileAnswers = (description: string) => ({
  200: {
    description,
    content: Object.fromEntries(
      sealableMediaTypes.map((type) => [type, {schema: {type: 'string', format: 'binary'}}]),
    ),
  },
});

/** The parts in which the routes that seal uploads differ. */
export interface UploadWork<Upload extends UploadedMedia> {
  /** Largest body in bytes. */
  bodyLimit: number;
  /** Most bytes of the parts beside the media. */
  textLimit: number;
  /** Names of the required parts, for messages. */
  parts: string;
  read(request: FastifyRequest, claim: BodyClaim): Promise<Upload>;
  /** What the request asks for, beside the media. Repetitions must ask for the same. */
  asked(upload: Upload): object;
  /** The set that the new seal is to be part of. */
  set?(upload: Upload): UploadSetRequest | undefined;
  job(upload: Upload, by: UploadedBy): SealJob | Promise<SealJob>;
}

/** What the job of an upload needs to know of its request. */
export interface UploadedBy {
  captureId: string;
  signal: AbortSignal;
  /** The place of the new seal in the set that was asked for. */
  place: Statement['set'];
}

/** Has a thread seal an upload, once for each Idempotency-Key, and answers with the sealed file. */
export async function answerUpload<Upload extends UploadedMedia>(
  request: FastifyRequest,
  reply: FastifyReply,
  environment: Environment,
  work: UploadWork<Upload>,
): Promise<FastifyReply> {
  const {budgets, engine, idempotency, limiter, requireSealer, requireUsable, sets} =
    request.server;
  const captureId = captureIdOf(request);
  const {time} = requireSealer(environment);
  if (!request.isMultipart()) {
    throw new ProblemError(415, `Send multipart/form-data with the parts ${work.parts}.`);
  }
  const expected = contentLength(request);
  if (expected !== undefined && expected > work.bodyLimit) throw tooLarge();
  // Claims memory for the sealed file. Parts that are read into buffers claim their own memory; metadata in a plain
  // field are in neither claim yet.
  const {keyId} = request;
  const owner = {key: keyId, environment};
  const charged: Pick<EnginePool, 'run'> = {
    run: (job, signal) => engine.run(job, signal, keyId),
  };
  const claim = budgets.files.claim(expected ?? work.textLimit, owner);
  try {
    const reading = readChecked(request, () =>
      readWithin(request.raw, work.read(request, claim)).catch(malformed),
    );
    const upload = await withinPace(request.raw, reading);
    const {media, mediaType} = upload;
    if (expected === undefined) claim.add(media.length);
    const digest = Buffer.from(upload.digest).toString('base64');
    const {content: patch, isReplayed} = await idempotency.once(
      idempotentRequest(request, environment, captureId, {
        mediaType,
        digest,
        ...work.asked(upload),
      }),
      () =>
        limiter.during(request, 'sealsPerDay', async () => {
          const signal = clientSignal(reply);
          const make = async (place?: Statement['set']) => {
            const job = await work.job(upload, {captureId, signal, place});
            const {patch, numbered} = await sealUpload(charged, job, time, signal);
            // The certificate may have expired while the upload waited for a thread.
            requireUsable(environment);
            return {job, patch, numbered};
          };
          const set = work.set?.(upload);
          const numbering = {environment, keyId, log: request.log};
          const {job, patch, vouched} = set
            ? await sets.next(numbering, {captureId, request: set}, make)
            : {...(await make()), vouched: undefined};
          const {digest} = upload;
          const [event, operation] = names[job.name];
          const sealed = {captureId, digest, by: job.sealer.identity.signer, vouched};
          await noteSeal(request, environment, event, sealed);
          const deliveries = announced(request, environment, operation, sealed);
          return {content: patch, deliveries};
        }),
    );
    if (isReplayed) reply.header(REPLAYED, 'true');
    const parts = applyPatch(new Uint8Array(media.buffer, 0, media.length), patch);
    // The answer is assembled from the upload, whose buffer must stay until it has been sent.
    reply.raw.once('close', () => budgets.files.buffers.giveBack(media.buffer));
    reply.header('content-length', lengthOf(parts));
    return await reply.type(mediaType).send(Readable.from(parts));
  } catch (error) {
    if (!(error instanceof JobFailed)) throw error;
    request.log.warn({err: error}, error.message);
    throw new ProblemError(
      422,
      'The file cannot be sealed within the time and memory that one file may take.',
      {cause: error},
    );
  } finally {
    claim.release();
  }
}

/** The text of a part: a field, or a file, as `curl -F metadata=@capture.json` sends it. */
export async function readText(part: Multipart, limit: number, claim: BodyClaim): Promise<string> {
  if (part.type !== 'file') return part.valueTruncated ? '' : textOf(part.value);
  const {buffer, length} = await gather(part.file, {limit, claim, tooLarge});
  return Buffer.from(buffer, 0, length).toString('utf8');
}

/** The form parser has parsed the field if its type is application/json. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** The value as the schema parses it, or a 400 with a pointer that begins with the form's part. */
export function checked<T>(
  request: FastifyRequest,
  schema: TSchema,
  value: unknown,
  part: string,
): T {
  const validate = request.compileValidationSchema(schema);
  if (validate(value)) return value as T;
  throw Object.assign(new Error(`${part} is not valid.`), {
    validation: (validate.errors ?? []).map((one) => ({
      ...one,
      instancePath: `${part}${one.instancePath}`,
    })),
  });
}

/** Turns the form parser's errors into problems. */
export function malformed(error: unknown): never {
  if (error instanceof Error && !('statusCode' in error) && !('validation' in error)) {
    throw new ProblemError(400, 'The body is not well-formed multipart/form-data.', {cause: error});
  }
  throw error;
}
