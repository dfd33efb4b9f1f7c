import type {FastifyPluginAsync, FastifyRequest} from 'fastify';
import Type from 'typebox';
import {isRecord} from '@sealed-capture/seal/model/json/record.js';
import {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import {requestedAt} from '@sealed-capture/seal/model/seal/seal-request.js';
import {UploadSetRequest} from '@sealed-capture/seal/model/seal/sealed-set.js';
import type {BodyClaim} from '../http/body/body-budget.js';
import type {OfEnvironment} from '../environment.js';
import type {Parent} from '../engine/engine-jobs.js';
import {ProblemError} from '../http/problems.js';
import {checkMetadataRules, checkText} from '../sealing/metadata-rules.js';
import {checked, readText} from './upload.js';
import {uploadRoute} from './upload-route.js';
import {mediaPart, readMedia, refusedPart, type UploadedMedia} from './uploaded-media.js';

const METADATA_LIMIT = 4 * 1024 * 1024;

interface Upload extends UploadedMedia {
  metadata: CaptureMetadata;
  requestedAt?: string;
  parent?: Parent;
  set?: UploadSetRequest;
}

const parentField = Type.Optional(
  Type.Literal('keep-broken', {
    description:
      'Seals a file all the same whose earlier seal does not hold. The new seal records what was wrong with it.',
  }),
);

/** Schema for the description only: the form is parsed part by part. */
const ProtectForm = Type.Object({
  media: mediaPart('The file.'),
  metadata: CaptureMetadata,
  requestedAt,
  parent: parentField,
  set: Type.Optional(UploadSetRequest),
});

/** `POST {base}/protect`: seals an uploaded file, for clients that cannot seal by digest. */
export const protectRoute: FastifyPluginAsync<OfEnvironment> = async (app, {environment}) => {
  const {settings} = app;
  await uploadRoute<Upload>(app, environment, {
    path: '/protect',
    role: 'protect',
    summary: 'Seal an uploaded file',
    answers: 'The sealed file.',
    form: ProtectForm,
    textLimit: METADATA_LIMIT,
    files: 3,
    fields: 4,
    parts: 'media and metadata',
    read: readUpload,
    // Without the set, as in POST seal: the first request counts.
    asked: ({metadata, parent}) => ({metadata, parent}),
    set: ({set}) => set,
    job: ({media, ...asked}, {captureId, place, sealer}) => ({
      name: 'protect',
      ...media,
      ...asked,
      set: place,
      captureId,
      environment,
      sealer,
    }),
  });

  async function readUpload(request: FastifyRequest, claim: BodyClaim): Promise<Upload> {
    let media: UploadedMedia | undefined;
    let metadata: CaptureMetadata | undefined;
    let time: string | undefined;
    let parent: Parent | undefined;
    let set: UploadSetRequest | undefined;
    for await (const part of request.parts()) {
      if (part.fieldname === 'metadata') {
        if (metadata) throw refusedPart('metadata', 'is there twice');
        metadata = checkMetadata(request, await readText(part, METADATA_LIMIT, claim));
      } else if (part.fieldname === 'requestedAt' && part.type === 'field') {
        if (time !== undefined) throw refusedPart('requestedAt', 'is there twice');
        time = checked<string>(request, requestedAt, part.value, '/requestedAt');
      } else if (part.fieldname === 'parent' && part.type === 'field') {
        if (parent !== undefined) throw refusedPart('parent', 'is there twice');
        parent = checked<Parent>(request, parentField, part.value, '/parent');
      } else if (part.fieldname === 'set') {
        if (set) throw refusedPart('set', 'is there twice');
        set = checkSet(request, await readText(part, METADATA_LIMIT, claim));
      } else if (part.fieldname === 'media' && part.type === 'file') {
        if (media) throw refusedPart('media', 'is there twice');
        media = await readMedia(request, part, settings, claim);
      } else {
        throw refusedPart(part.fieldname.slice(0, 64), 'is not a part of this form');
      }
    }
    if (!media) throw refusedPart('media', 'is missing, or has no file name');
    if (!metadata) throw refusedPart('metadata', 'is missing');
    return {...media, metadata, requestedAt: time, parent, set};
  }
};

function checkMetadata(request: FastifyRequest, text: string): CaptureMetadata {
  const value = jsonOf('metadata', text);
  const metadata = checked<CaptureMetadata>(request, CaptureMetadata, value, '/metadata');
  checkMetadataRules(metadata);
  return metadata;
}

function checkSet(request: FastifyRequest, text: string): UploadSetRequest {
  const value = jsonOf('set', text);
  if (isRecord(value) && 'closing' in value) {
    const detail = 'must be absent: closing records are sealed by POST seal';
    throw new ProblemError(
      400,
      'An uploaded file closes no set. Seal closing records by POST seal.',
      {
        errors: [{pointer: '/set/closing', detail}],
      },
    );
  }
  const set = checked<UploadSetRequest>(request, UploadSetRequest, value, '/set');
  checkText(set, '/set');
  return set;
}

function jsonOf(part: string, text: string): unknown {
  try {
    return JSON.parse(text, (key, member: unknown) => {
      if (key === '__proto__') throw new SyntaxError('"__proto__" is no name for a member');
      return member;
    });
  } catch {
    throw refusedPart(part, 'is not JSON, or has a member named "__proto__"');
  }
}
