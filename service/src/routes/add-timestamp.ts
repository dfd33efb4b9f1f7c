import type {FastifyPluginAsync, FastifyRequest} from 'fastify';
import Type from 'typebox';
import type {Sealer} from '../certificates/sealer.js';
import type {SealJob} from '../engine/engine-jobs.js';
import type {BodyClaim} from '../http/body/body-budget.js';
import {ProblemError} from '../http/problems.js';
import {noTime} from '../sealing/seal-digest.js';
import {assertTimeAvailable, tokenFor} from '../sealing/token-for.js';
import {NoTimeStampAuthority, TimeStampUnavailable} from '../timestamps/independent-time.js';
import type {OfEnvironment} from '../environment.js';
import {uploadRoute} from './upload-route.js';
import {mediaPart, readMedia, refusedPart, type UploadedMedia} from './uploaded-media.js';

/** This form has no text parts; of an unexpected one, this many bytes are read before it is refused. */
const TEXT_LIMIT = 1024;

/** Schema for the description only: the form is parsed part by part. */
const StampForm = Type.Object({
  media: mediaPart('The sealed file.'),
});

/** `POST {base}/add-timestamp`: adds to the seal of an uploaded file the time stamp that it was made without. */
export const addTimestampRoute: FastifyPluginAsync<OfEnvironment> = async (app, {environment}) => {
  const {settings, engine} = app;
  await uploadRoute<UploadedMedia>(app, environment, {
    path: '/add-timestamp',
    role: 'protect',
    summary: 'Add a time stamp to a seal that was made without one',
    answers: 'The file, whose seal has an independent time stamp.',
    form: StampForm,
    textLimit: TEXT_LIMIT,
    files: 1,
    fields: 1,
    parts: 'media',
    read: readUpload,
    asked: () => ({}),
    job: (upload, by) => stamped(upload, by),
  });

  /** Stamps in the event loop, so that no thread waits for an authority. */
  async function stamped(
    {media, mediaType}: UploadedMedia,
    {sealer, signal, keyId}: {sealer: Sealer; signal: AbortSignal; keyId: string},
  ): Promise<SealJob> {
    const file = {...media, mediaType, environment};
    try {
      // Checked first: without a time stamp, the engine need not read the file.
      assertTimeAvailable(sealer);
    } catch (error) {
      throw timeProblem(error);
    }
    const found = await engine.run({name: 'find-stampable', ...file}, signal, keyId);
    if (found.name === 'refused') throw new ProblemError(found.status, found.detail);
    if (found.name !== 'stampable') throw new Error(`Unexpected outcome ${found.name}.`);
    const {imprint, ...seal} = found.seal;
    const token = await tokenFor(imprint, sealer, signal).catch((error: unknown) => {
      throw timeProblem(error);
    });
    return {name: 'add-stamp', ...file, stamp: {...seal, token}, sealer};
  }

  async function readUpload(request: FastifyRequest, claim: BodyClaim): Promise<UploadedMedia> {
    let media: UploadedMedia | undefined;
    for await (const part of request.parts()) {
      const {fieldname: name} = part;
      if (name !== 'media' || part.type !== 'file') {
        throw refusedPart(name.slice(0, 64), 'is not a part of this form');
      }
      if (media) throw refusedPart('media', 'is there twice');
      media = await readMedia(request, part, settings, claim);
    }
    if (!media) throw refusedPart('media', 'is missing, or has no file name');
    return media;
  }
};

function timeProblem(error: unknown): unknown {
  if (error instanceof NoTimeStampAuthority) {
    // A retry would not help.
    return new ProblemError(
      503,
      'No time-stamp authority is set up for this environment, so no seal can be stamped. Its operator has to name one with SEALED_CAPTURE_TIMESTAMP.',
      {cause: error},
    );
  }
  return error instanceof TimeStampUnavailable ? noTime(error) : error;
}
