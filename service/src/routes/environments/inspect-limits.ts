import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import Type from 'typebox';
import {FILE_BODY, JSON_BODY} from '@sealed-capture/seal/model/inspection/body-types.js';
import type {OfEnvironment} from '../../environment.js';

const bodyTypes = [JSON_BODY, FILE_BODY];

const InspectionLimits = Type.Object({
  imageLimit: Type.Integer({description: 'Largest image in bytes.'}),
  otherLimit: Type.Integer({description: 'Largest file of any other kind in bytes.'}),
  bodyTypes: Type.Array(Type.String(), {
    description: 'The types of body that `POST` takes.',
    examples: [bodyTypes],
  }),
});

/**
 * `GET {base}/inspect`: how large a file may be, and how it may be sent. Pages ask before they send a large file, and
 * read what is larger themselves. Needs no key.
 */
export const inspectLimitsRoute: FastifyPluginAsyncTypebox<OfEnvironment> = (app) => {
  const {imageLimit, audioLimit: otherLimit} = app.settings;
  app.get(
    '/inspect',
    {
      schema: {
        summary: 'How large a file may be that is inspected, and how it may be sent',
        security: [],
        response: {200: {description: 'Sizes in bytes, and types', ...InspectionLimits}},
      },
    },
    (_request, reply) => {
      void reply.header('cache-control', 'public, max-age=600');
      return Promise.resolve({imageLimit, otherLimit, bodyTypes});
    },
  );
  return Promise.resolve();
};
