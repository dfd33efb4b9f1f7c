import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type {OfEnvironment} from '../../environment.js';

const InspectionLimits = Type.Object({
  imageLimit: Type.Integer({description: 'Largest image in bytes.'}),
  otherLimit: Type.Integer({description: 'Largest file of any other kind in bytes.'}),
});

/**
 * `GET {base}/inspect`: how large a file may be. Pages ask before they send a large file, and read what is larger
 * themselves. Needs no key.
 */
export const inspectLimitsRoute: FastifyPluginAsyncTypebox<OfEnvironment> = (app) => {
  const {imageLimit, audioLimit: otherLimit} = app.settings;
  app.get(
    '/inspect',
    {
      schema: {
        summary: 'How large a file may be that is inspected',
        security: [],
        response: {200: {description: 'Sizes in bytes', ...InspectionLimits}},
      },
    },
    (_request, reply) => {
      void reply.header('cache-control', 'public, max-age=600');
      return Promise.resolve({imageLimit, otherLimit});
    },
  );
  return Promise.resolve();
};
