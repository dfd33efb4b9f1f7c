import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import {notConfigured, type EnvironmentContext} from './environment-context.js';

/**
 * `GET {base}/trust.pem`: all that this environment's inspection trusts, its own roots and those that its operator
 * configured, so that whoever verifies elsewhere comes to the same verdict. Needs no key.
 */
export const trustRoute: FastifyPluginAsyncTypebox<EnvironmentContext> = (app, context) => {
  app.get(
    '/trust.pem',
    {
      schema: {
        summary: "The root certificates that the environment's inspection trusts",
        security: [],
        response: {
          200: {content: {'application/x-pem-file': {schema: {type: 'string'}}}},
        },
      },
    },
    async (_request, reply) => {
      if (context.trust === undefined) throw notConfigured(context.environment);
      return reply
        .type('application/x-pem-file')
        .header('cache-control', 'public, max-age=3600')
        .send(context.trust);
    },
  );
  return Promise.resolve();
};
