import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import Type from 'typebox';
import {Problem} from '../../model/problem.js';
import type {EnvironmentContext} from './environment-context.js';
import {ProblemError} from '../http/problems.js';
import {unauthorized} from '../auth/unauthorized.js';

const BODY_LIMIT = 4096;
const DEFAULT_LIFETIME_S = 600;

const TokenRequest = Type.Object(
  {
    origin: Type.String({
      maxLength: 512,
      description: 'Of the pages that will use the token, as in https://app.example.',
    }),
    lifetime: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 3600,
        default: DEFAULT_LIFETIME_S,
        description: 'Seconds.',
      }),
    ),
  },
  {additionalProperties: false},
);

const TokenAnswer = Type.Object({
  token: Type.String({description: 'For Authorization: Bearer.'}),
  expiresAt: Type.String({format: 'date-time', description: 'ISO 8601, UTC.'}),
});

/** `POST {base}/tokens`: a short-lived token for a page, asked for by a backend that signs with the key's secret. */
export const tokensRoute: FastifyPluginAsyncTypebox<EnvironmentContext> = (app, {tokens}) => {
  app.post(
    '/tokens',
    {
      bodyLimit: BODY_LIMIT,
      schema: {
        summary: 'Mint a short-lived token for the pages of one origin',
        security: [{RequestSignature: []}],
        body: TokenRequest,
        response: {
          200: TokenAnswer,
          default: {content: {'application/problem+json': {schema: Problem}}},
        },
      },
      // Before the body: who may not ask for one need not be listened to.
      onRequest: (request, _reply, done) => {
        done(
          request.signed
            ? undefined
            : unauthorized(
                'signature',
                "Tokens are minted for signed requests alone: sign this one with the key's secret, on a backend.",
              ),
        );
      },
    },
    async (request, reply) => {
      const {origin, lifetime = DEFAULT_LIFETIME_S} = request.body;
      if (!isWebOrigin(origin)) {
        const detail = 'must be an origin such as https://app.example; http only for localhost';
        throw new ProblemError(400, `The origin ${detail}.`, {
          errors: [{pointer: '/origin', detail}],
        });
      }
      const {token, expiresAt} = await tokens.mint({keyId: request.keyId, origin}, lifetime);
      return reply
        .header('cache-control', 'no-store')
        .send({token, expiresAt: expiresAt.toISOString()});
    },
  );
  return Promise.resolve();
};

/** Written as browsers send it, and one whose pages have a camera: that takes a secure context. */
function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const {protocol, hostname, origin} = new URL(text);
  const local = /^(?:.+\.)?localhost$|^127\.0\.0\.1$|^\[::1\]$/.test(hostname);
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && local));
}
