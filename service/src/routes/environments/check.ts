import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import Type from 'typebox';
import {requireRole} from '../../auth/grant.js';
import type {OfEnvironment} from '../../environment.js';

/** Bytes: the body says nothing. */
const BODY_LIMIT = 1024;

/**
 * `POST {base}/check`: whether a page could have a capture sealed, with its key or token and from its origin. Elements ask
 * when a person first sees them, so that a wrong setting is noticed before the first photo. A POST, because browsers
 * send `Origin` with each.
 */
export const checkRoute: FastifyPluginAsyncTypebox<OfEnvironment> = (app, {environment}) => {
  app.post(
    '/check',
    {
      bodyLimit: BODY_LIMIT,
      config: {role: 'seal'},
      schema: {
        summary: 'Whether a capture could be sealed with this key, token or signature',
        description: 'Otherwise, the error is that of POST seal. Nothing is sealed.',
        body: Type.Object({}, {additionalProperties: false}),
        response: {204: Type.Null({description: 'It could.'})},
      },
    },
    async (request, reply) => {
      requireRole(request, 'claim-capture');
      app.requireUsable(environment);
      return reply.code(204).header('cache-control', 'no-store').send(null);
    },
  );
  return Promise.resolve();
};
