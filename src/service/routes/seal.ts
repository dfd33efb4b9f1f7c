import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import Type from 'typebox';
import {Problem} from '../../model/problem.js';
import {SealRequest} from '../../model/seal-request.js';
import {requireSealer, type EnvironmentContext} from '../environment-context.js';
import {checkMetadataRules} from '../metadata-rules.js';
import {ProblemError} from '../problems.js';
import {sealDigest} from '../seal-digest.js';
import {captureIdOf} from './capture-id.js';

/** Metadata of the largest allowed size, with every character escaped. */
const BODY_LIMIT = 4 * 1024 * 1024;

const Manifest = Type.Unsafe<Buffer>({type: 'string', format: 'binary'});

/** `POST {base}/seal`: a manifest around a digest. The media stay where they are. */
export const sealRoute: FastifyPluginAsyncTypebox<EnvironmentContext> = (app, context) => {
  app.post(
    '/seal',
    {
      bodyLimit: BODY_LIMIT,
      schema: {
        summary: 'Make a manifest around the digest of a file',
        body: SealRequest,
        response: {
          200: {
            description: 'A manifest store of exactly manifestSize bytes.',
            content: {'application/c2pa': {schema: Manifest}},
          },
          default: {content: {'application/problem+json': {schema: Problem}}},
        },
      },
    },
    async (request, reply) => {
      const {digest, ...rest} = request.body;
      if (captureIdOf(request).toLowerCase() !== rest.captureId.toLowerCase()) {
        throw new ProblemError(400, 'Idempotency-Key must be the same as captureId.', {
          errors: [{pointer: '/captureId', detail: 'differs from the header Idempotency-Key'}],
        });
      }
      checkMetadataRules(rest.metadata);
      const store = await sealDigest(
        {...rest, digest: Buffer.from(digest, 'base64')},
        requireSealer(context),
      );
      return reply
        .type('application/c2pa')
        .send(Buffer.from(store.buffer, store.byteOffset, store.byteLength));
    },
  );
  return Promise.resolve();
};
