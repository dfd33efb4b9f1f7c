import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type {OfEnvironment} from '../../environment.js';

/** Most files of one request. */
export const MOST_FILES = 500;
/** Most bytes of one request, with all that is around the files. */
export const MOST_BYTES = 1024 * 1024 * 1024;

const SetLimits = Type.Object({
  files: Type.Integer({description: 'Most files of a request.'}),
  totalLimit: Type.Integer({description: 'Largest request in bytes.'}),
  imageLimit: Type.Integer({description: 'Largest image in bytes.'}),
  otherLimit: Type.Integer({description: 'Largest file of any other kind in bytes.'}),
});

/** `GET {base}/inspect-set`: how many files a request may have, and how large they may be. Needs no key. */
export const setLimitsRoute: FastifyPluginAsyncTypebox<OfEnvironment> = (app) => {
  const {imageLimit, audioLimit: otherLimit} = app.settings;
  app.get(
    '/inspect-set',
    {
      schema: {
        summary: 'How many files may be inspected at once, and how large they may be',
        security: [],
        response: {200: {description: 'A number of files, and sizes in bytes', ...SetLimits}},
      },
    },
    (_request, reply) => {
      void reply.header('cache-control', 'public, max-age=600');
      return Promise.resolve({
        files: MOST_FILES,
        totalLimit: MOST_BYTES,
        imageLimit,
        otherLimit,
      });
    },
  );
  return Promise.resolve();
};
