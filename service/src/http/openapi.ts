import swagger from '@fastify/swagger';
import type {FastifyInstance, FastifySchema, RouteOptions} from 'fastify';
import type {TSchema} from 'typebox';
import {Problem, PROBLEM_MEDIA_TYPE} from '@sealed-capture/seal/model/problem.js';
import {WebhookEvent} from '../webhooks/events.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Schema of the body for the description, or one for each type of body, if the route reads the body itself. */
    documentedBody?: TSchema | {content: Readonly<Record<string, {schema: TSchema}>>};
    /** Schema of required headers for the description, if the route reads them itself. */
    documentedHeaders?: TSchema;
    /** Conditions of errors for the description, by status. */
    documentedErrors?: Readonly<Record<number, string>>;
  }
}

/** The request that the service posts to the addresses of its operator. */
const webhook = {
  summary: 'What happened, sent to each address that the operator has set for it',
  description:
    'Signed like requests to the service (RFC 9421), with the tag sealed-capture-webhook. Idempotency-Key is the id of the event, which can come more than once, and in any order.',
  security: [{RequestSignature: []}],
  requestBody: {required: true, content: {'application/json': {schema: WebhookEvent}}},
  responses: {'2XX': {description: 'Accepted: it is not sent again.'}},
};

/** Any request may be refused in this way. */
const failure = {
  description: 'Why the request was not answered. Headers may say when to come back (Retry-After).',
  content: {[PROBLEM_MEDIA_TYPE]: {schema: Problem}},
};
const emptyFailure = {
  ...failure,
  description: `${failure.description} Without a body, unless Accept names ${PROBLEM_MEDIA_TYPE}.`,
};

/** `GET /openapi.json`, generated from the routes' own schemas. Register it before the routes. */
export async function describeService(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'sealed-capture',
        description: 'Seals captures with Content Credentials (C2PA), and inspects sealed media.',
        version: '1',
      },
      components: {
        securitySchemes: {
          ApiKeyAuth: {type: 'apiKey', in: 'header', name: 'X-API-Key'},
          Token: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'Short-lived, for pages of one origin: made by POST …/tokens.',
          },
          RequestSignature: {
            type: 'apiKey',
            in: 'header',
            name: 'Signature',
            description:
              'HTTP Message Signature (RFC 9421, hmac-sha256) with the secret of an API key, and Signature-Input and Content-Digest beside it.',
          },
        },
      },
      webhooks: {event: {post: webhook}},
      security: [{ApiKeyAuth: []}, {Token: []}, {RequestSignature: []}],
    },
    // Routes of an embedder's plugins may have no schema.
    transform: ({
      schema,
      url,
      route,
    }: {
      schema?: FastifySchema;
      url: string;
      route: RouteOptions;
    }) => {
      const {documentedBody, documentedHeaders, documentedErrors, emptyErrors} = route.config ?? {};
      const other = emptyErrors ? emptyFailure : failure;
      const errors = Object.fromEntries(
        Object.entries(documentedErrors ?? {}).map(
          ([status, description]) => [status, {...other, description}] as const,
        ),
      );
      const described = {
        ...schema,
        ...(documentedBody && {body: documentedBody}),
        ...(documentedHeaders && {headers: documentedHeaders}),
        response: {
          ...(schema?.response as Record<string, unknown> | undefined),
          ...errors,
          default: other,
        },
      };
      return {schema: described, url};
    },
  });
  app.get('/openapi.json', {schema: {hide: true}}, () => app.swagger());
}
