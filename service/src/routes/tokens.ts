import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type {OfEnvironment} from '../environment.js';
import {ProblemError} from '../http/problems.js';
import {requireRole} from '../auth/grant.js';
import {roles} from '../keys/roles.js';
import {unauthorized} from '../auth/unauthorized.js';

const BODY_LIMIT = 4096;
const DEFAULT_LIFETIME_S = 600;

/** A token cannot mint tokens. */
const tokenRoles = roles.filter((role) => role !== 'mint');

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
        description: 'Seconds. It ends no later than the key.',
      }),
    ),
    roles: Type.Optional(
      Type.Array(Type.Enum([...tokenRoles]), {
        minItems: 1,
        maxItems: tokenRoles.length,
        description: 'What the token may be used for. Default: whatever its key may.',
      }),
    ),
  },
  {additionalProperties: false},
);

const TokenAnswer = Type.Object({
  token: Type.String({description: 'For Authorization: Bearer.'}),
  expiresAt: Type.String({format: 'date-time', description: 'ISO 8601, UTC.'}),
});

/** `POST {base}/tokens`: a short-lived token for a page, requested by a backend that signs with the key's secret. */
export const tokensRoute: FastifyPluginAsyncTypebox<OfEnvironment> = (app, {environment}) => {
  const tokens = app.tokens[environment];
  app.post(
    '/tokens',
    {
      bodyLimit: BODY_LIMIT,
      config: {role: 'mint'},
      schema: {
        summary: 'Mint a short-lived token for the pages of one origin',
        security: [{RequestSignature: []}],
        body: TokenRequest,
        response: {
          200: TokenAnswer,
        },
      },
      // Before the body is read, because that of an unauthorized request need not be.
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
      const {origin, lifetime = DEFAULT_LIFETIME_S, roles: asked} = request.body;
      if (!isWebOrigin(origin)) {
        const detail = 'must be an origin such as https://app.example; http only for localhost';
        throw new ProblemError(400, `The origin ${detail}.`, {
          errors: [{pointer: '/origin', detail}],
        });
      }
      for (const role of asked ?? []) requireRole(request, role);
      const {origins, expiresAt: keyEnd = Infinity} = request.grant ?? {};
      if (origins && !origins.includes(origin)) throw notForOrigin();
      const left = Math.max(1, Math.floor((keyEnd - Date.now()) / 1000));
      const {token, expiresAt} = await tokens.mint(
        {keyId: request.keyId, origin, roles: asked},
        Math.min(lifetime, left),
      );
      return reply
        .header('cache-control', 'no-store')
        .send({token, expiresAt: expiresAt.toISOString()});
    },
  );
  return Promise.resolve();
};

const notForOrigin = (): ProblemError =>
  new ProblemError(
    403,
    'This API key mints tokens for pages of other origins. Its operator can add origins.',
    {
      reason: 'origin_not_allowed',
      errors: [{pointer: '/origin', detail: 'must be one of those that the key is for'}],
    },
  );

/**
 * True for an origin that is written as browsers send it and whose pages can use a camera, which requires a secure
 * context.
 */
function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const {protocol, hostname, origin} = new URL(text);
  const local = /^(?:.+\.)?localhost$|^127\.0\.0\.1$|^\[::1\]$/.test(hostname);
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && local));
}
