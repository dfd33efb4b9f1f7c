import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import type {FastifyReply} from 'fastify';
import Type from 'typebox';
import {TrustAnchors} from '@sealed-capture/seal/model/inspection/trust-anchors.js';
import type {TrustInUse} from '../trust/trust-in-use.js';
import type {OfEnvironment} from '../environment.js';

/**
 * The trust anchors of this environment's inspection: its own roots, those that its operator configured, and the
 * lists in use, so that other verifiers come to the same verdict. `GET {base}/trust.json` says what each anchor is
 * for; `GET {base}/trust.pem` has the certificates only, without the interim list's. Neither needs a key.
 */
export const trustRoute: FastifyPluginAsyncTypebox<OfEnvironment> = (app, {environment}) => {
  const trust = (): TrustInUse => {
    app.requireSealer(environment);
    return app.trust.of(environment);
  };
  // Cached briefly, because the anchors may change.
  const cached = (reply: FastifyReply, seconds: number) =>
    reply.header('cache-control', `public, max-age=${seconds}`);

  app.get(
    '/trust.json',
    {
      schema: {
        summary: 'Whom the inspection of this environment trusts, and for what',
        security: [],
        // Already serialized as JSON.
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
