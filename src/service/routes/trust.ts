import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import type {FastifyReply} from 'fastify';
import Type from 'typebox';
import {TrustAnchors} from '../../model/inspection/trust-anchors.js';
import type {TrustInUse} from '../trust/trust-in-use.js';
import {notConfigured, type EnvironmentContext} from './environment-context.js';

/**
 * Whom this environment's inspection trusts, its own roots, those that its operator configured and the lists in use, so
 * that whoever verifies elsewhere comes to the same verdict: `GET {base}/trust.json` says who vouches for what,
 * `GET {base}/trust.pem` gives the certificates alone, without the interim list's. Neither needs a key.
 */
export const trustRoute: FastifyPluginAsyncTypebox<EnvironmentContext> = (app, context) => {
  const trust = (): TrustInUse => {
    const found = context.trust();
    if (!found) throw notConfigured(context.environment);
    return found;
  };
  // Others may be trusted soon.
  const cached = (reply: FastifyReply, seconds: number) =>
    reply.header('cache-control', `public, max-age=${seconds}`);

  app.get(
    '/trust.json',
    {
      schema: {
        summary: 'Whom the inspection of this environment trusts, and for what',
        security: [],
        // It is JSON already.
        response: {200: Type.Unsafe<string>(TrustAnchors)},
      },
    },
    async (_request, reply) =>
      cached(reply, 600).type('application/json; charset=utf-8').send(trust().json),
  );

  app.get(
    '/trust.pem',
    {
      schema: {
        summary: "The certificates that the environment's inspection trusts",
        security: [],
        response: {
          200: {content: {'application/x-pem-file': {schema: {type: 'string'}}}},
        },
      },
    },
    async (_request, reply) => cached(reply, 3600).type('application/x-pem-file').send(trust().pem),
  );
  return Promise.resolve();
};
