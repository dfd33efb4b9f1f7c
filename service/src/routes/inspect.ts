import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import type {FastifyRequest} from 'fastify';
import type {Readable} from 'node:stream';
import Type from 'typebox';
import {FILE_BODY, JSON_BODY} from '@sealed-capture/seal/model/inspection/body-types.js';
import {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {BodyClaim} from '../http/body/body-budget.js';
import type {OfEnvironment} from '../environment.js';
import {CR_JSON, CrJson, prefersCrJson} from '../http/cr-json-type.js';
import {ProblemError} from '../http/problems.js';
import {withinPace} from '../http/body/body-pace.js';
import {clientSignal, contentLength, gather, type GatheredBody} from '../http/body/read-body.js';
import {inspectErrors} from './environments/inspect-errors.js';
import {inspected} from './inspected.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** An inspection's body and its share of memory. `isMedia` says that the body is the file itself. */
    inspection?: {body: GatheredBody; isMedia: boolean; claim: BodyClaim};
  }
}

/** Bytes for the JSON around the Base64. */
const ENVELOPE_SIZE = 64 * 1024;
/**
 * Bytes for each character of the Base64. Line breaks as `\r\n` take a sixteenth, `/` as `\/` a little less, and `+` as
 * `\u002B`, which .NET writes, a twelfth.
 */
const ESCAPED = 5 / 4;

const JSON_TYPE = 'application/json; charset=utf-8';

/** crJSON cannot express this: an empty list of manifests would mean that there is no seal. */
const withoutCrJson = ({reason}: InspectionResult): ProblemError =>
  new ProblemError(422, `There is no crJSON of this file: ${reason}`);

/** Schemas for the description only: a thread checks the body. */
const InspectRequest = Type.Object({
  image: Type.String({
    description:
      'Base64 of the file. Also accepted: base64url, line breaks as in MIME, padding left out, and a data: URL with Base64.',
  }),
});
const InspectedFile = Type.String({format: 'binary', description: 'The file itself.'});

/** `POST {base}/inspect`: what a file's seal says and whether it is valid. */
export const inspectRoute: FastifyPluginAsyncTypebox<OfEnvironment> = (app, {environment}) => {
  const {settings, budgets, metrics, webhooks} = app;
  const isTold = webhooks?.wantsInspected(environment) ?? false;
  const largest = Math.max(settings.imageLimit, settings.audioLimit);
  const largestJson = Math.ceil(Math.ceil(largest / 3) * 4 * ESCAPED) + ENVELOPE_SIZE;
  const tooLarge = () =>
    new ProblemError(
      413,
      'The file is larger than this service accepts. GET this address for its limits.',
    );

  // The body is passed to a thread unparsed and without a copy.
  app.removeAllContentTypeParsers();
  const receive =
    (limit: number, isMedia: boolean) => async (request: FastifyRequest, payload: Readable) => {
      const expected = contentLength(request);
      const claim = budgets.files.claim(0, {key: request.keyId, environment});
      try {
        const reading = gather(payload, {expected, limit, claim, tooLarge});
        const body = await withinPace(request.raw, reading);
        request.inspection = {body, isMedia, claim};
      } catch (error) {
        claim.release();
        throw error;
      }
    };
  app.addContentTypeParser(JSON_BODY, receive(largestJson, false));
  app.addContentTypeParser(FILE_BODY, receive(largest, true));

  app.post(
    '/inspect',
    {
      config: {
        role: 'inspect',
        emptyErrors: true,
        documentedBody: {
          content: {
            [JSON_BODY]: {schema: InspectRequest},
            [FILE_BODY]: {schema: InspectedFile},
          },
        },
        documentedErrors: inspectErrors,
      },
      schema: {
        summary: 'Read the seal of a file and check it',
        description: `Send the file as it is, as ${FILE_BODY}, or as Base64 in JSON. Accept: ${CR_JSON} asks for crJSON, the form of C2PA, in place of the result.`,
        response: {
          // The thread returns either result as JSON text.
          200: {
            description: 'What the seal says and whether it holds',
            content: {
              'application/json': {schema: Type.Unsafe<string>(InspectionResult)},
              [CR_JSON]: {schema: Type.Unsafe<string>(CrJson)},
            },
          },
        },
      },
    },
    async (request, reply) => {
      const vary = [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', ');
      void reply.header('vary', vary);
      const {inspection, keyId} = request;
      if (!inspection) {
        const how = `Send the file as ${FILE_BODY}, or {"image": "<Base64>"} as ${JSON_BODY}.`;
        throw new ProblemError(400, how);
      }
      const {body, isMedia, claim} = inspection;
      const crJson = prefersCrJson(request.headers.accept);
      try {
        const job = {...body, isMedia, crJson, digest: isTold, environment};
        const outcome = await inspected(app, request, job, clientSignal(reply));
        if (outcome.name === 'refused') throw new ProblemError(outcome.status, outcome.detail);
        const {verdict, sha256} = outcome;
        metrics.count('sealed_capture_inspections', {verdict, environment});
        if (isTold) await webhooks?.inspected(environment, {keyId, sha256, labelState: verdict});
        if (!crJson) return await reply.type(JSON_TYPE).send(outcome.json);
        if (outcome.crJson === undefined) {
          throw withoutCrJson(JSON.parse(outcome.json) as InspectionResult);
        }
        return await reply.type(CR_JSON).send(outcome.crJson);
      } finally {
        // A thread that is still busy with the buffer only reads it.
        budgets.files.buffers.giveBack(body.buffer);
        claim.release();
      }
    },
  );
  return Promise.resolve();
};
