import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';
import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import multipart from '@fastify/multipart';
import type {FastifyRequest} from 'fastify';
import Type, {type TSchema} from 'typebox';
import {CaptureMetadata} from '../../model/capture-metadata.js';
import {
  isSealableMediaType,
  sealableMediaTypes,
  type SealableMediaType,
} from '../../model/media-type.js';
import {Problem} from '../../model/problem.js';
import {lengthOf} from '../../seal/encoding/bytes.js';
import {requestedAt} from '../../model/seal-request.js';
import type {BodyClaim} from '../http/body-budget.js';
import {readChecked} from '../auth/checked-body.js';
import {requireSealer, type EnvironmentContext} from './environment-context.js';
import {JobFailed} from '../engine/engine-pool.js';
import {Idempotency} from '../store/idempotency.js';
import {idempotentRequest} from '../store/idempotency-request.js';
import {checkMetadataRules} from '../sealing/metadata-rules.js';
import {ProblemError} from '../http/problems.js';
import {gather, readWithin, type GatheredBody} from '../http/read-body.js';
import {applyPatch} from '../sealing/upload-patch.js';
import {captureIdOf, REPLAYED} from './capture-id.js';
import {contentLength} from '../http/read-body.js';

const METADATA_LIMIT = 4 * 1024 * 1024;
/** Boundaries and headers of the parts. */
const FORM_SIZE = 64 * 1024;

interface Upload {
  mediaType: SealableMediaType;
  media: GatheredBody;
  /** SHA-256 of the media. */
  digest: Uint8Array;
  metadata: CaptureMetadata;
  requestedAt?: string;
}

/** For the description alone: the form is read part by part. */
const ProtectForm = Type.Object({
  media: Type.String({format: 'binary', description: 'The file.'}),
  metadata: CaptureMetadata,
  requestedAt,
});

/** `POST {base}/protect`: seals an uploaded file, for clients that cannot seal by digest. */
export const protectRoute: FastifyPluginAsyncTypebox<EnvironmentContext> = async (app, context) => {
  const {pool, settings, budget, environment} = context;
  const idempotency = new Idempotency(context.store, settings.answerLifetime);
  const limitOf = (type: SealableMediaType) =>
    type === 'audio/mpeg' ? settings.audioLimit : settings.imageLimit;
  const largest = Math.max(settings.imageLimit, settings.audioLimit);
  const bodyLimit = largest + METADATA_LIMIT + FORM_SIZE;

  app.removeAllContentTypeParsers();
  await app.register(multipart, {
    // The media's limit depends on their type, and is kept while they are gathered.
    limits: {fieldSize: METADATA_LIMIT, fileSize: Infinity, files: 2, fields: 2, parts: 3},
    throwFileSizeLimit: false,
  });

  app.post(
    '/protect',
    {
      bodyLimit,
      config: {documentedBody: ProtectForm},
      schema: {
        summary: 'Seal an uploaded file',
        consumes: ['multipart/form-data'],
        response: {
          200: {
            description: 'The sealed file.',
            content: Object.fromEntries(
              sealableMediaTypes.map((type) => [
                type,
                {schema: {type: 'string', format: 'binary'}},
              ]),
            ),
          },
          default: {content: {'application/problem+json': {schema: Problem}}},
        },
      },
    },
    async (request, reply) => {
      const captureId = captureIdOf(request);
      const {identity} = requireSealer(context);
      if (!request.isMultipart()) {
        throw new ProblemError(415, 'Send multipart/form-data with the parts media and metadata.');
      }
      const expected = contentLength(request);
      if (expected !== undefined && expected > bodyLimit) throw tooLarge();
      // For the sealed file; what is read adds itself. Metadata in a plain field are in neither yet.
      const claim = budget.claim(expected ?? METADATA_LIMIT);
      try {
        const {media, digest, mediaType, metadata, requestedAt} = await readChecked(request, () =>
          readWithin(request.raw, readUpload(request, claim)).catch(malformed),
        );
        if (expected === undefined) claim.add(media.length);
        const asked = {mediaType, digest: Buffer.from(digest).toString('base64'), metadata};
        let {buffer} = media;
        const {content: patch, isReplayed} = await idempotency.once(
          idempotentRequest(request, environment, captureId, asked),
          async () => {
            const job = {
              name: 'protect',
              ...media,
              digest,
              mediaType,
              captureId,
              metadata,
              requestedAt,
              environment,
              identity,
            } as const;
            const result = await pool.run(job, request.signal);
            ({buffer} = result);
            const {outcome} = result;
            if (outcome.name === 'refused') throw new ProblemError(outcome.status, outcome.detail);
            if (outcome.name !== 'protected')
              throw new Error(`Unexpected outcome ${outcome.name}.`);
            return outcome.patch;
          },
        );
        if (isReplayed) reply.header(REPLAYED, 'true');
        const parts = applyPatch(new Uint8Array(buffer, 0, media.length), patch);
        // The answer is made of the upload itself, which must stay until it has been sent.
        reply.raw.once('close', () => budget.buffers.giveBack(buffer));
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
    },
  );

  async function readUpload(request: FastifyRequest, claim: BodyClaim): Promise<Upload> {
    let media: Pick<Upload, 'media' | 'mediaType' | 'digest'> | undefined;
    let metadata: CaptureMetadata | undefined;
    let time: string | undefined;
    for await (const part of request.parts()) {
      if (part.fieldname === 'metadata') {
        if (metadata) throw refused('metadata', 'is there twice');
        // A part with a file name, as `curl -F metadata=@capture.json` sends it, is as good as a field.
        const text =
          part.type === 'file'
            ? await readText(part.file, claim)
            : String(part.valueTruncated ? '' : part.value);
        metadata = checkMetadata(request, text);
      } else if (part.fieldname === 'requestedAt' && part.type === 'field') {
        if (time !== undefined) throw refused('requestedAt', 'is there twice');
        time = checked<string>(request, requestedAt, part.value, '/requestedAt');
      } else if (part.fieldname === 'media' && part.type === 'file') {
        if (media) throw refused('media', 'is there twice');
        const {mimetype} = part;
        if (!isSealableMediaType(mimetype)) {
          throw new ProblemError(
            415,
            `The part media must be one of: ${sealableMediaTypes.join(', ')}.`,
          );
        }
        const limit = limitOf(mimetype);
        const whole = contentLength(request);
        const expected = whole === undefined ? undefined : Math.min(whole, limit);
        const hash = createHash('sha256');
        // As it arrives, so that no large file stops all other requests at its end.
        part.file.on('data', (chunk: Buffer) => hash.update(chunk));
        const gathered = await gather(part.file, {expected, limit, claim, tooLarge});
        media = {mediaType: mimetype, media: gathered, digest: hash.digest()};
      } else {
        throw refused(part.fieldname.slice(0, 64), 'is not a part of this form');
      }
    }
    if (!media) throw refused('media', 'is missing, or has no file name');
    if (media.media.length === 0) throw refused('media', 'is empty');
    if (!metadata) throw refused('metadata', 'is missing');
    return {...media, metadata, requestedAt: time};
  }
};

async function readText(source: Parameters<typeof gather>[0], claim: BodyClaim): Promise<string> {
  const {buffer, length} = await gather(source, {limit: METADATA_LIMIT, claim, tooLarge});
  return Buffer.from(buffer, 0, length).toString('utf8');
}

function checkMetadata(request: FastifyRequest, text: string): CaptureMetadata {
  let value: unknown;
  try {
    value = JSON.parse(text, (key, member: unknown) => {
      if (key === '__proto__') throw new SyntaxError('"__proto__" is no name for a member');
      return member;
    });
  } catch {
    throw refused('metadata', 'is not JSON, or has a member named "__proto__"');
  }
  const metadata = checked<CaptureMetadata>(request, CaptureMetadata, value, '/metadata');
  checkMetadataRules(metadata);
  return metadata;
}

/** The value as what the schema makes it, or a 400 with a pointer that begins with the form's part. */
function checked<T>(request: FastifyRequest, schema: TSchema, value: unknown, part: string): T {
  const validate = request.compileValidationSchema(schema);
  if (validate(value)) return value as T;
  throw Object.assign(new Error(`${part} is not valid.`), {
    validation: (validate.errors ?? []).map((one) => ({
      ...one,
      instancePath: `${part}${one.instancePath}`,
    })),
  });
}

const refused = (part: string, detail: string): ProblemError =>
  new ProblemError(400, `The part ${JSON.stringify(part)} ${detail}.`, {
    errors: [{pointer: `/${part}`, detail}],
  });

const tooLarge = (): ProblemError =>
  new ProblemError(413, 'The media are larger than this service accepts.');

/** The form's parser throws plain errors for what it cannot read. */
function malformed(error: unknown): never {
  if (error instanceof Error && !('statusCode' in error) && !('validation' in error)) {
    throw new ProblemError(400, 'The body is not well-formed multipart/form-data.', {cause: error});
  }
  throw error;
}
