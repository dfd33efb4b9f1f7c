import type {FastifyInstance, FastifyRequest} from 'fastify';
import type {TSchema} from 'typebox';
import type {UploadSetRequest} from '@sealed-capture/seal/model/seal/sealed-set.js';
import type {Sealer} from '../certificates/sealer.js';
import type {SealJob} from '../engine/engine-jobs.js';
import type {BodyClaim} from '../http/body/body-budget.js';
import type {Role} from '../keys/roles.js';
import {CaptureHeaders} from './capture-id.js';
import type {Environment} from '../environment.js';
import {
  answerUpload,
  sealedFileAnswers,
  takeForms,
  uploadLimit,
  type UploadedBy,
} from './upload.js';
import type {UploadedMedia} from './uploaded-media.js';

/** A route that takes a file in a form, and answers with the file whose seal was made or changed. */
export interface UploadRoute<Upload extends UploadedMedia> {
  path: string;
  role: Role;
  summary: string;
  /** What it answers, for its description. */
  answers: string;
  /** Schema for the description only: the form is parsed part by part. */
  form: TSchema;
  /** Most bytes of the parts beside the media, each and together. */
  textLimit: number;
  /** Most parts with a file name, and without. */
  files: number;
  fields: number;
  /** Names of the required parts, for messages. */
  parts: string;
  read: (request: FastifyRequest, claim: BodyClaim) => Promise<Upload>;
  /** What the request asks for, beside the media. Repetitions must ask for the same. */
  asked: (upload: Upload) => object;
  /** The set that the new seal is to be part of. */
  set?: (upload: Upload) => UploadSetRequest | undefined;
  job: (
    upload: Upload,
    by: UploadedBy & {keyId: string; sealer: Sealer},
  ) => SealJob | Promise<SealJob>;
}

/** Adds the route in a scope of its own, which parses forms. */
export async function uploadRoute<Upload extends UploadedMedia>(
  app: FastifyInstance,
  environment: Environment,
  route: UploadRoute<Upload>,
): Promise<void> {
  const {
    path,
    role,
    summary,
    answers,
    form,
    textLimit,
    files,
    fields,
    parts,
    read,
    asked,
    set,
    job,
  } = route;
  const bodyLimit = uploadLimit(app.settings, textLimit);
  await takeForms(app, {fieldSize: textLimit, files, fields});
  app.post(
    path,
    {
      bodyLimit,
      config: {role, documentedBody: form, documentedHeaders: CaptureHeaders},
      schema: {
        summary,
        consumes: ['multipart/form-data'],
        response: sealedFileAnswers(answers),
      },
    },
    async (request, reply) => {
      return answerUpload(request, reply, environment, {
        bodyLimit,
        textLimit,
        parts,
        read,
        asked,
        set,
        // The sealer is required only for new work: a repeated request gets the stored seal, although no new one
        // can be made.
        job: (upload, by) =>
          job(upload, {...by, keyId: request.keyId, sealer: app.requireUsable(environment)}),
      });
    },
  );
}
